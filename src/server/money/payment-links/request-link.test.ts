import { and, asc, eq, like, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { messages } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { ADDRESS, linkOf, moneyOf, openQr, plantOffline, scan } from '@/testing/offline';
import { plantFailed, RETRY_DATES } from '@/testing/repair-links';
import { attemptsOf, goTo, runPaymentDates } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { setGateway } from '@/testing/providers';
import { nextQr } from './next-qr';
import { viewPayLink } from './pay-page';
import { findPendingPayment } from './queries';
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

test('no QR code is created while a charge waits for the bank, and the page of the link ends no challenge', async () => {
  const failed = await plantFailed(world);
  await goTo(world, RETRY_DATES[0], '10:00');
  await requestPaymentLink(world.ctx(), failed.accountId);
  await setGateway(world, { threeDS: 'always' });
  await goTo(world, RETRY_DATES[1], '09:00');
  await runBilling(world.ctx());
  const before = await attemptsOf(world, failed.accountId);
  expect(before.at(-1)).toMatchObject({ source: 'card', status: 'action_required' });
  const { token } = await linkOf(world, failed);
  expect(await nextQr(world.ctx(), token, ADDRESS)).toMatchObject({
    qr: null,
    canHaveQr: false,
    isOpen: true,
  });
  expect(await attemptsOf(world, failed.accountId)).toEqual(before);
});

test('messages, page and account of a renewal say that the subscription ends with its link; those of a second link do not', async () => {
  const one = await plantOffline(world);
  const { accountId } = one;
  const shown = async () => [
    (await viewPayLink(world.ctx(), (await linkOf(world, one)).token)).endsUnpaid,
    (await findPendingPayment(world.ctx(), accountId))?.endsUnpaid,
  ];
  await runPaymentDates(world, '2026-12-31');
  const said = () =>
    world.db
      .select({ kind: messages.kind, ends: sql<string | null>`${messages.payload} ->> 'ends'` })
      .from(messages)
      .where(and(eq(messages.accountId, accountId), like(messages.kind, 'payment_link%')))
      .orderBy(asc(messages.createdAt));
  await goTo(world, '2027-01-02', '09:00');
  await runBilling(world.ctx());
  expect(await said()).toEqual([
    { kind: 'payment_link', ends: 'subscription' },
    { kind: 'payment_link_expiring', ends: 'subscription' },
  ]);
  expect(await shown()).toEqual(['subscription', 'subscription']);
  await goTo(world, '2027-01-04', '00:00');
  await runBilling(world.ctx());
  await requestPaymentLink(world.ctx(), accountId);
  expect(await said()).toEqual([{ kind: 'payment_link', ends: null }]);
  expect(await shown()).toEqual([null, null]);
});
