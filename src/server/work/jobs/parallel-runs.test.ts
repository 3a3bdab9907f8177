import { eq } from 'drizzle-orm';
import { afterEach, expect, inject, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { findViolations } from '@/server/work/invariants/invariants';
import { transaction } from '@/server/db';
import { accounts, chargeAttempts, moneyReceived, orders, payments } from '@/server/db/schema';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { chargeDuePayment, claimDuePayments } from '@/server/money/charging/claim-due';
import { deepTest } from '@/testing/deep';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import {
  countCalls,
  gatewayCharges,
  clearFaults,
  injectFault,
  withChargeTimeout,
  withGatewayUnreachable,
} from '@/testing/providers';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { forgetEverybody } from '@/testing/forget-everybody';
import {
  attemptsOf,
  goTo,
  ordersOf,
  pass,
  plantSubscriber,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { addCounts } from '../../platform/run-counts';
import { findPendingPayment } from '../../money/payment-links/queries';
import { runBilling } from './run';

const world = withWorld();
afterEach(async () => {
  await clearFaults(world);
  await world.sandbox.settled();
  await expectInvariants(world);
  await forgetEverybody(world);
});

const run = () => runBilling(world.ctx());

/** Creates equal subscribers and moves the clock to 09:00 of their payment date. */
async function dueToday(count: number) {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  if (count > 1) await cloneSubscriber(world, person, count - 1);
  await goTo(world, '2026-12-31', '09:00');
  return person;
}

async function customerOf({ accountId }: { accountId: string }): Promise<string> {
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  return account?.omiseCustomerId ?? '';
}

test('charges each due order once in four concurrent runs', async () => {
  const [runs, people] = [4, inject('isDeep') ? 40 : 10];
  const person = await dueToday(people);
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  // Three responses are lost; their charges are found in the gateway's list.
  const customer = await customerOf(person);
  for (const n of [0.2, 0.5, 0.8]) {
    const match = { customer: `${customer}_${Math.floor(people * n)}` };
    await injectFault(world, { op: 'POST /charges', kind: 'reset', args: { after: true }, match });
  }
  const counts = (await Promise.all(Array.from({ length: runs }, run))).reduce(addCounts);
  expect(counts).toMatchObject({
    planned: people,
    charged: people - 3,
    unknown: 3,
    declined: 0,
    failed: 0,
  });
  await pass(world, { seconds: 31 });
  await Promise.all([run(), run()]);
  const charges = (await gatewayCharges(world)).filter((charge) => charge.transactionIndicator === 'MIT');
  expect(charges).toHaveLength(people);
  expect(new Set(charges.map((charge) => charge.metadata.orderId)).size).toBe(people);
  const paid = await world.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paidOn, parseDay('2026-12-31')));
  expect(paid).toHaveLength(people);
  expect(await run()).toMatchObject({ charged: 0, planned: 0 });
});

test('a row that fails every time does not keep a run from the rows after it', async () => {
  const person = await dueToday(104);
  const match = { customer: await customerOf(person) };
  await injectFault(world, {
    op: 'POST /charges',
    kind: 'status',
    args: { status: 429 },
    match,
    times: 'always',
  });
  expect(await run()).toMatchObject({ charged: 103, failed: 1 });
});

test('a declined payment that another run still has in its list is not claimed again before its retry', async () => {
  const person = await dueToday(1);
  await beginPaymentDates(world.ctx(), [person.subscriptionId]);
  const due = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
  await injectFault(world, {
    op: 'POST /charges',
    kind: 'status',
    args: { status: 400, code: 'insufficient_fund' },
  });
  const claimAgain = () => claimDuePayments(world.ctx(), [due?.paymentId ?? '']);
  expect(await chargeDuePayment(world.ctx(), due?.paymentId ?? '')).toMatchObject({
    orderStatus: 'charging',
  });
  expect(await claimAgain()).toEqual({ written: [], left: [] });
  await runJobs();
  await goTo(world, '2027-01-01', '08:59');
  expect(await claimAgain()).toEqual({ written: [], left: [] });
  await goTo(world, '2027-01-01', '09:00');
  expect((await claimAgain()).written).toHaveLength(1);
  expect(await claimAgain()).toEqual({ written: [], left: [] });
});

test('a run handles at most as many rows as its limit', async () => {
  await dueToday(12);
  expect(await runBilling(world.ctx(), 5)).toMatchObject({ planned: 5 });
  await run();
  expect(await run()).toMatchObject({ charged: 0, planned: 0 });
});

test("marks the attempt of a crashed process unknown after its lease, finds its charge in the gateway's list and never sends it again", async () => {
  const person = await dueToday(1);
  await beginPaymentDates(world.ctx(), [person.subscriptionId]);
  const due = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
  const callsBefore = await countCalls(world, 'POST /charges');
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  await injectFault(world, { op: 'POST /charges', kind: 'timeout_after' });
  // The process waits for its call. Other processes assume that it has crashed.
  const hanging = withChargeTimeout(6000, () => chargeDuePayment(world.ctx(), due?.paymentId ?? ''));
  while ((await gatewayCharges(world, person.accountId)).length < 2)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await pass(world, { minutes: 2 });
  await run();
  expect((await attemptsOf(world, person.accountId))[1]).toMatchObject({ status: 'sent' });
  await pass(world, { minutes: 2 });
  await Promise.all([run(), run()]);
  expect((await ordersOf(world, person.accountId))[1]).toMatchObject({ status: 'paid' });
  expect((await attemptsOf(world, person.accountId))[1]).toMatchObject({ status: 'succeeded' });
  // The waiting process continues, and its result changes nothing.
  expect(await hanging).toMatchObject({ settlement: 'ignore', orderStatus: 'paid' });
  expect(await countCalls(world, 'POST /charges')).toBe(callsBefore + 1);
  expect(
    (await messageKindsOf(world, person.accountId)).filter((kind) => kind === 'order_paid'),
  ).toHaveLength(2);
});

test('a due payment names the day of its charge until the gateway is called', async () => {
  const person = await dueToday(1);
  await beginPaymentDates(world.ctx(), [person.subscriptionId]);
  const pending = () => findPendingPayment(world.ctx(), person.accountId);
  expect(await pending()).toMatchObject({ status: 'pending', nextTryOn: '2026-12-31' });
  await injectFault(world, { op: 'POST /charges', kind: 'timeout_before' });
  await withChargeTimeout(300, run);
  expect(await pending()).toMatchObject({ status: 'pending', nextTryOn: null });
});

test("repeats an attempt that did not reach the gateway once the gateway's list had no charge for 24 hours", async () => {
  const person = await dueToday(1);
  await injectFault(world, { op: 'POST /charges', kind: 'timeout_before' });
  await withChargeTimeout(300, run);
  const at = async (day: string, time: string) => {
    await goTo(world, day, time);
    await Promise.all([run(), run()]);
    return (await attemptsOf(world, person.accountId)).slice(1).map(({ status }) => status);
  };
  expect(await at('2026-12-31', '10:30')).toEqual(['unknown']);
  expect(await at('2026-12-31', '21:00')).toEqual(['unknown']);
  expect(await at('2027-01-01', '08:59')).toEqual(['unknown']);
  expect(await at('2027-01-01', '09:01')).toEqual(['declined', 'succeeded']);
  expect((await ordersOf(world, person.accountId))[1]).toMatchObject({
    status: 'paid',
    paidOn: '2027-01-01',
  });
  // The subscriber gets the result, not the announcement of another retry.
  expect(await messageKindsOf(world, person.accountId)).not.toContain('payment_failed');
  await runJobs();
  expect(await at('2027-01-03', '09:00')).toHaveLength(2);
});

test('an attempt that did not reach the gateway before a day without a retry waits for the next retry', async () => {
  const person = await dueToday(1);
  await injectFault(world, {
    op: 'POST /charges',
    kind: 'status',
    args: { status: 400, code: 'insufficient_fund' },
  });
  await run();
  await runJobs();
  await goTo(world, '2027-01-01', '09:00');
  await injectFault(world, { op: 'POST /charges', kind: 'timeout_before' });
  await withChargeTimeout(300, run);
  await goTo(world, '2027-01-02', '09:01');
  await run();
  const [, order] = await ordersOf(world, person.accountId);
  expect(order).toMatchObject({ payment: 'failed', reason: 'not_received' });
  expect(order?.dueAt?.toISOString()).toBe('2027-01-03T02:00:00.000Z');
});

deepTest(
  'a charge made after its attempt was closed is found, and refunded once the order is paid by another charge',
  async () => {
    const person = await dueToday(1);
    await beginPaymentDates(world.ctx(), [person.subscriptionId]);
    const due = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
    await injectFault(world, { op: 'POST /charges', kind: 'latency', args: { ms: 5000 } });
    const zombie = withChargeTimeout(15_000, () => chargeDuePayment(world.ctx(), due?.paymentId ?? ''));
    while ((await attemptsOf(world, person.accountId)).length < 2)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const [day, time] of [
      ['2026-12-31', '09:10'],
      ['2027-01-01', '10:30'],
    ] as const) {
      await goTo(world, day, time);
      await run();
    }
    expect((await ordersOf(world, person.accountId))[1]).toMatchObject({
      status: 'paid',
      paidOn: '2027-01-01',
    });
    expect(await zombie).toMatchObject({ settlement: 'refund', orderStatus: 'paid' });
    await world.sandbox.settled();
    await runJobs();
    const renewals = (await gatewayCharges(world, person.accountId)).slice(1);
    expect(renewals.map((charge) => charge.refunds.map((refund) => refund.amount)).sort()).toEqual([
      [],
      [37525],
    ]);
    expect(
      await world.db.select().from(moneyReceived).where(eq(moneyReceived.verdict, 'duplicate')),
    ).toHaveLength(1);
  },
);

test('a gateway that refuses connections uses up no retry and is called again every ten minutes', async () => {
  const person = await dueToday(1);
  expect(await withGatewayUnreachable(run)).toMatchObject({ charged: 0, failed: 1 });
  const [, order] = await ordersOf(world, person.accountId);
  expect(order).toMatchObject({ status: 'charging', payment: 'pending' });
  await pass(world, { minutes: 9 });
  expect(await run()).toMatchObject({ charged: 0 });
  await pass(world, { minutes: 2 });
  expect(await run()).toMatchObject({ charged: 1 });
  const [payment] = await world.db
    .select()
    .from(payments)
    .where(eq(payments.id, order?.paymentId ?? ''));
  expect(payment?.retryStepsUsed).toBe(1);
  expect(
    (await messageKindsOf(world, person.accountId)).filter((kind) => kind !== 'order_paid'),
  ).not.toContain('payment_failed');
});

test('a charge in progress during a cancellation is refunded and followed by no other charge', async () => {
  const person = await dueToday(1);
  await beginPaymentDates(world.ctx(), [person.subscriptionId]);
  const due = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
  await injectFault(world, { op: 'POST /charges', kind: 'latency', args: { ms: 2000 } });
  const charging = chargeDuePayment(world.ctx(), due?.paymentId ?? '');
  while ((await attemptsOf(world, person.accountId)).length < 2)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await transaction(world.db, async (tx) => {
    await tx.execute(
      `update subscriptions set status = 'cancelled', cancelled_at = now() + interval '100 years'`,
    );
    await tx.execute(`update payments set status = 'void', due_at = null where status = 'pending'`);
    await tx.execute(`update orders set status = 'void' where status in ('upcoming','charging')`);
  });
  expect(await charging).toMatchObject({ settlement: 'refund', orderStatus: 'void' });
  await world.sandbox.settled();
  await runJobs();
  expect((await gatewayCharges(world, person.accountId)).at(-1)?.refunds).toMatchObject([{ amount: 37525 }]);
  expect(await statusOf(world, person.accountId)).toBe('cancelled');
  await goTo(world, '2027-03-01', '09:00');
  expect(await run()).toMatchObject({ charged: 0, planned: 0 });
  expect(await findViolations(world.ctx())).toEqual([]);
  expect(await world.db.select().from(chargeAttempts)).toHaveLength(2);
});
