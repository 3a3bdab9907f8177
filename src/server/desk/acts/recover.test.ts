import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { readFlag } from '@/server/platform/flags';
import { backUp } from '@/testing/backup';
import { runJobs } from '@/testing/jobs';
import { clearFaults, injectFault } from '@/testing/providers';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, ordersOf, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { recoverLedger } from './recover';
import { pauseBilling } from './switches';

const world = withWorld();
const operator = () => ({ ...world.ctx(), operator: 'operator' });
afterEach(async () => {
  await clearFaults(world);
  await pauseBilling(operator(), false);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

test('a charge that a failover made the database forget is recorded, and billing continues', async () => {
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  const person = await plantSubscriber(world);
  await runJobs();
  await goTo(world, '2026-12-31', '00:01');
  await runBilling(world.ctx());
  const loseTheTail = await backUp(world);
  await goTo(world, '2026-12-31', '09:00');
  await runBilling(world.ctx());
  await loseTheTail();
  expect(await recoverLedger(operator())).toMatchObject({
    found: 1,
    complete: true,
    violated: [],
    resumed: true,
  });
  expect((await ordersOf(world, person.accountId))[1]).toMatchObject({ status: 'paid' });
});

test('billing stays paused while an invariant is violated', async () => {
  await plantSubscriber(world);
  await runJobs();
  await transaction(world.db, (tx) => tx.execute(sql`update points_balances set balance = balance + 1`));
  const { violated, resumed } = await recoverLedger(operator());
  expect({ violated, resumed }).toEqual({
    violated: ['a points balance is the sum of its entries'],
    resumed: false,
  });
  expect(await readFlag(world.db, 'billing')).toMatchObject({ paused: true });
});
