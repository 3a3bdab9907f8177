import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Db } from '@/server/db';
import { chargeAttempts } from '@/server/db/schema';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { settings } from '@/settings/settings';
import { deepTest } from '@/testing/deep';
import { createCardToken } from '@/testing/cards';
import { gatewayCharges } from '@/testing/providers';
import { openRelay, type Relay } from '@/testing/relay';
import { goTo, ordersOf, plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { chargeDuePayment } from './claim-due';
import { payFirstOrder } from '../checkout/first-payment';

const world = withWorld({ cleanup: 'check' });
let relay: Relay;
let db: Db;
beforeAll(async () => {
  relay = await openRelay(settings().DATABASE_URL);
});
// Each test opens a new session, because later executions of a prepared statement are sent without its text.
beforeEach(() => {
  db = openDatabase(relay.url, 2);
});
afterEach(async () => {
  relay.setHandsOn(() => true);
  await db.$client.end({ timeout: 1 });
});
afterAll(() => void relay.server.close());

/** PostgreSQL's message ReadyForQuery outside a transaction. */
const READY_OUTSIDE = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** Breaks every connection after PostgreSQL commits the next attempt, before it acknowledges the commit. */
function loseCommitOfAttempt() {
  let writer: unknown = null;
  let hasBroken = false;
  relay.setHandsOn((from, bytes, near) => {
    if (from === 'client' && bytes.includes('insert into charge_attempts')) writer ??= near;
    if (hasBroken || from === 'client' || near !== writer || !bytes.includes(READY_OUTSIDE)) return true;
    hasBroken = true;
    relay.breakAll();
    return false;
  });
  return () => hasBroken;
}

const attemptsOf = (accountId: string) =>
  world.db
    .select({ trigger: chargeAttempts.trigger, status: chargeAttempts.status })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.accountId, accountId))
    .orderBy(chargeAttempts.createdAt);

test('charges a renewal at once when the commit of its claim was not acknowledged', async () => {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await goTo(world, '2026-12-31', '09:00');
  await beginPaymentDates(world.ctx(), [person.subscriptionId]);
  const due = (await ordersOf(world, person.accountId)).find(({ status }) => status === 'charging');
  const wasLost = loseCommitOfAttempt();
  await chargeDuePayment({ db, now: world.now() }, due?.paymentId ?? '');
  expect(wasLost()).toBe(true);
  expect(await attemptsOf(person.accountId)).toEqual([
    { trigger: 'registration', status: 'succeeded' },
    { trigger: 'billing_run', status: 'succeeded' },
  ]);
  expect(await gatewayCharges(world, person.accountId)).toHaveLength(2);
});

deepTest('returns a first payment as paid when the commit of its claim was not acknowledged', async () => {
  const person = await plantRegistration(world);
  const token = await createCardToken({ number: '4242424242424242' });
  const wasLost = loseCommitOfAttempt();
  const paid = await payFirstOrder({ db, now: world.now() }, person.accountId, token);
  expect([wasLost(), paid.outcome]).toEqual([true, 'paid']);
  expect(await attemptsOf(person.accountId)).toEqual([{ trigger: 'registration', status: 'succeeded' }]);
  expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
});
