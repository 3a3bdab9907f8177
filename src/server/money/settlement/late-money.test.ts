import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { dayOf } from '@/domain/day';
import { findViolations } from '@/server/work/invariants/invariants';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import {
  chargeAttempts,
  moneyReceived,
  orders,
  paymentLinks,
  payments,
  refunds,
  subscriptions,
} from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { getOrderDetails } from '@/server/shop/orders/order-details';
import {
  newChargeId,
  openFirstAttempt,
  openRenewalAttempt,
  paidOutcome,
  settle,
  stateOf,
  TOTAL,
  type Open,
} from '@/testing/attempts';
import { catchUpParcels } from '@/testing/parcels';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, ordersOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { settleAttempt } from './settle';
import { bookTransfer } from '../payment-links/book-transfer';

const world = withWorld();
afterEach(async () => {
  await issueDocuments(world);
  await catchUpParcels(world);
  const violations = await findViolations(world.ctx());
  await forgetEverybody(world);
  expect(violations).toEqual([]);
});

async function refundsOf({ attemptId }: Pick<Open, 'attemptId'>) {
  return world.db
    .select({ amount: refunds.amount, status: refunds.status, why: refunds.why })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .where(eq(moneyReceived.attemptId, attemptId));
}

const decline = (open: Open, code = 'insufficient_fund') =>
  settle(world, open, { kind: 'declined', chargeId: newChargeId(), code });

/** Returns the refunded amount that the order's page shows. */
async function refundShown({ accountId, orderId }: Pick<Open, 'accountId' | 'orderId'>) {
  return (await getOrderDetails(world.ctx(), accountId, orderId)).returned;
}

test('keeps a late payment of an order in the retry schedule and ends the retries', async () => {
  const open = await openRenewalAttempt(world);
  await decline(open);
  await settle(world, open, paidOutcome(world));
  expect(await stateOf(world, open)).toMatchObject({
    order: 'paid',
    payment: 'succeeded',
    attempt: 'succeeded',
    money: ['kept'],
    next: null,
  });
});

test('keeps a late payment of an order that was held for another card and ends the hold', async () => {
  const open = await openRenewalAttempt(world);
  await decline(open, 'stolen_or_lost_card');
  await settle(world, open, paidOutcome(world));
  expect(await stateOf(world, open)).toMatchObject({
    subscription: 'active',
    order: 'paid',
    money: ['kept'],
    next: null,
  });
});

test('reactivates an inactive subscription from the paid day when an unpaid order is paid late', async () => {
  const open = await openRenewalAttempt(world);
  await decline(open, 'stolen_or_lost_card');
  await runJobs();
  await goTo(world, '2027-01-13', '09:00');
  await runBilling(world.ctx());
  expect(await stateOf(world, open)).toMatchObject({
    subscription: 'inactive',
    order: 'unpaid',
    payment: 'suspended',
    ahead: 0,
  });
  await runJobs();
  await goTo(world, '2027-01-20', '12:00');
  await settle(world, open, paidOutcome(world));
  expect(await stateOf(world, open)).toMatchObject({
    subscription: 'active',
    order: 'paid',
    payment: 'succeeded',
    money: ['kept'],
    ahead: 3,
  });
  const rows = await ordersOf(world, open.accountId);
  expect(rows.map((row) => [row.index, row.status, row.date])).toEqual([
    [0, 'paid', '2026-11-20'],
    [1, 'paid', '2026-12-31'],
    [2, 'void', '2027-01-31'],
    [3, 'void', '2027-02-28'],
    [4, 'void', '2027-03-31'],
    [5, 'upcoming', '2027-02-28'],
    [6, 'upcoming', '2027-03-31'],
    [7, 'upcoming', '2027-04-30'],
  ]);
});

test('refunds a late payment of an order that a newer order has replaced', async () => {
  const open = await openRenewalAttempt(world);
  await settle(world, open, { kind: 'unknown', why: 'TimeoutError' });
  await goTo(world, '2027-01-31', '09:00');
  await beginPaymentDates(world.ctx(), [open.subscriptionId]);
  await settle(world, open, paidOutcome(world));
  expect(await stateOf(world, open)).toMatchObject({
    order: 'unpaid',
    payment: 'failed',
    money: ['late'],
    ahead: 3,
  });
  expect(await refundsOf(open)).toEqual([{ amount: TOTAL, status: 'created', why: 'late' }]);
});

test('refunds a late payment of a void order of a cancelled subscription', async () => {
  const open = await openRenewalAttempt(world);
  await transaction(world.db, async (tx) => {
    const cancelledAt = new Date(world.now().getTime() + 1000);
    await tx.update(subscriptions).set({ status: 'cancelled', cancelledAt });
    await tx.update(orders).set({ status: 'void' }).where(eq(orders.status, 'charging'));
    await tx.update(orders).set({ status: 'void' }).where(eq(orders.status, 'upcoming'));
    await tx.update(payments).set({ status: 'void' }).where(eq(payments.orderId, open.orderId));
  });
  await settle(world, open, paidOutcome(world));
  expect(await stateOf(world, open)).toMatchObject({
    subscription: 'cancelled',
    order: 'void',
    money: ['late'],
    ahead: 0,
  });
  expect(await refundsOf(open)).toMatchObject([{ amount: TOTAL, why: 'late' }]);
  expect(await refundShown(open)).toBe(TOTAL);
});

test('keeps an order paid by a transfer when its card charge turns out not to have been sent', async () => {
  const open = await openFirstAttempt(world);
  const [reference, token] = ['ABCD2345', 'an-earlier-link'];
  await transaction(world.db, (tx) =>
    tx.insert(paymentLinks).values({
      id: newId('link'),
      orderId: open.orderId,
      token,
      reference,
      amount: TOTAL,
      status: 'void',
      createdAt: world.now(),
      closedAt: world.now(),
      expiresAt: world.now(),
    }),
  );
  const line = { reference, amount: TOTAL, providerRef: 'transfer line', actor: 'statement' };
  const booked = await bookTransfer(world.ctx(), { ...line, paidOn: dayOf(world.now()) });
  expect(booked.status).toBe('matched');
  await settle(world, open, { kind: 'not_sent', why: 'ECONNREFUSED' });
  expect(await stateOf(world, open)).toMatchObject({
    subscription: 'active',
    order: 'paid',
    payment: 'succeeded',
    attempt: 'voided',
  });
});

test('keeps one of two payments of an order and refunds the other once, however often they are reported', async () => {
  const open = await openRenewalAttempt(world);
  const [first, second] = [paidOutcome(world), paidOutcome(world)];
  await Promise.all(
    [first, second, first, second, first, second].map((outcome) => settle(world, open, outcome)),
  );
  expect(await stateOf(world, open)).toMatchObject({ order: 'paid', money: ['duplicate', 'kept'] });
  expect(await refundsOf(open)).toMatchObject([{ amount: TOTAL, why: 'duplicate' }]);
  expect(await refundShown(open)).toBe(TOTAL);
  const [attempt] = await world.db.select().from(chargeAttempts).where(eq(chargeAttempts.id, open.attemptId));
  const money = await world.db
    .select()
    .from(moneyReceived)
    .where(eq(moneyReceived.attemptId, open.attemptId));
  const kept = money.find((row) => row.verdict === 'kept');
  expect(kept?.providerRef).toBe(attempt?.chargeId);
});

test('refunds a payment of the amount from before the order was priced again', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const open = await openFirstAttempt(world);
  await settle(world, open, { kind: 'expired', chargeId: 'chrg_before' });
  await transaction(world.db, (tx) =>
    tx
      .update(orders)
      .set({ deliveryFee: 6000, total: TOTAL + 2000 })
      .where(eq(orders.id, open.orderId)),
  );
  await settle(world, open, paidOutcome(world));
  expect(await stateOf(world, open)).toMatchObject({
    subscription: 'awaiting_payment',
    order: 'charging',
    money: ['orphan'],
  });
});

test('records and refunds a payment of an erased registration once', async () => {
  const outcome = paidOutcome(world);
  for (let n = 0; n < 3; n++) expect(await settleAttempt(world.ctx(), 'att_unknown', outcome)).toBeNull();
  expect(await world.db.select().from(moneyReceived)).toMatchObject([
    { verdict: 'orphan', orderId: null, amount: TOTAL },
  ]);
  expect(await world.db.select().from(refunds)).toMatchObject([{ status: 'created', amount: TOTAL }]);
});
