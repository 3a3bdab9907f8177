import { expect, test } from 'vitest';
import { runBilling } from '@/server/jobs/run';
import { openQr, scan, moneyOf } from '@/testing/offline';
import { plantFailed, RETRY_DATES } from '@/testing/repair-links';
import { attemptsOf, goTo } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { requestPaymentLink } from './request-link';

const world = withWorld({ cleanup: 'check' });

test('a due charge voids the QR code of a requested link; a payment by it afterwards is refunded', async () => {
  const failed = await plantFailed(world);
  await goTo(world, RETRY_DATES[0], '10:00');
  await requestPaymentLink(world.ctx(), failed.accountId);
  const qr = await openQr(world, failed);
  await goTo(world, RETRY_DATES[1], '09:00');
  await runBilling(world.ctx());
  const attempts = (await attemptsOf(world, failed.accountId)).slice(-2);
  expect(attempts.map(({ source, status }) => `${source} ${status}`)).toEqual([
    'promptpay voided',
    'card succeeded',
  ]);
  await scan(world, qr);
  await runBilling(world.ctx());
  await settleDown(world);
  expect(await moneyOf(world, failed)).toEqual(['omise duplicate succeeded', 'omise kept', 'omise kept']);
});
