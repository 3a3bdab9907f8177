import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import { purgeExpired } from '../../work/jobs/purge';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import {
  accounts,
  cancelReasonCounts,
  messages,
  orders,
  paymentLinks,
  subscriptions,
} from '@/server/db/schema';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { chargeDuePayment } from '@/server/money/charging/claim-due';
import { openRenewalAttempt, paidOutcome, settle, stateOf } from '@/testing/attempts';
import { columnsThatSing } from '@/testing/canary';
import { runJobs } from '@/testing/jobs';
import { actOnCharge, gatewayCharges, setGateway, injectFault } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  holdFreeProduct,
  ordersOf,
  pass,
  plantRegistration,
  plantSubscriber,
  walkSubscriber,
  refusalOf,
  statusOf,
  messageKindsOf,
  type Planted,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { cancelSubscription, listCancelReasons } from './cancel';

const world = withWorld({ cleanup: 'check' });

const cancel = ({ accountId }: Pick<Planted, 'accountId'>, reason = 'other', comment?: string) =>
  cancelSubscription(world.ctx(), accountId, { reason, comment });
const statuses = async (accountId: string) => (await ordersOf(world, accountId)).map((row) => row.status);

/** Creates a subscriber and moves the clock to the second payment date, before the charge. */
async function plantOnPaymentDate(
  card = GOOD_CARD,
): Promise<Planted & { paymentId: string; orderId: string }> {
  const person = await plantSubscriber(world, {}, card);
  await settleDown(world);
  await goTo(world, '2026-12-31', '09:00');
  await beginPaymentDates(world.ctx(), [person.subscriptionId]);
  const due = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
  return { ...person, paymentId: due?.paymentId ?? '', orderId: due?.id ?? '' };
}

describe('a cancellation', () => {
  test('voids unpaid orders, keeps the paid one and queues one message', async () => {
    const person = await walkSubscriber(world);
    const { subscription } = await cancel(person, 'buyWhenNeed', 'Until later');
    expect(subscription).toMatchObject({ status: 'cancelled', version: 4 });
    expect(await statuses(person.accountId)).toEqual(['paid', 'void', 'void', 'void']);
    const [row] = await world.db.select().from(subscriptions);
    expect(row).toMatchObject({ cancelReason: 'buyWhenNeed', cancelComment: 'Until later' });
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid', 'subscription_cancelled']);
    const [message] = await world.db
      .select()
      .from(messages)
      .where(eq(messages.kind, 'subscription_cancelled'));
    expect(message).toMatchObject({ asked: true, payload: { boxComingBy: '2026-11-25', points: 33 } });
  });

  test.each(['pregnant', 'menopause'])(
    'because of %s is counted without a link to the account',
    async (reason) => {
      const person = await plantSubscriber(world);
      await cancel(person, reason, 'Kanarifugel');
      const [row] = await world.db.select().from(subscriptions);
      expect(row).toMatchObject({ status: 'cancelled', cancelReason: 'other', cancelComment: null });
      const counts = await world.db.select().from(cancelReasonCounts);
      expect(counts.filter((one) => one.reason === reason)).toEqual([{ reason, count: 1 }]);
      expect(await columnsThatSing(world)).toEqual([]);
      expect(await columnsThatSing(world, new RegExp(reason))).toEqual(['cancel_reason_counts.reason']);
    },
  );

  test('is followed by no charge and no reminder in ten years, only by the notice of the erasure', async () => {
    const person = await plantSubscriber(world);
    await cancel(person);
    await settleDown(world);
    const delivered = sql`update shipments set status = 'delivered'`;
    await transaction(world.db, (tx) => tx.execute(delivered));
    // Messages are deleted after a year.
    const written: [year: number, kinds: string[]][] = [
      [2026, ['order_paid', 'subscription_cancelled']],
      [2027, []],
      [2036, ['account_dormant']],
    ];
    for (const [year, kinds] of written) {
      await goTo(world, `${year}-12-31`, '09:00');
      await runBilling(world.ctx());
      await purgeExpired(world.ctx());
      expect(await messageKindsOf(world, person.accountId)).toEqual(kinds);
    }
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('ends the retries of a declined order', async () => {
    const person = await plantOnPaymentDate({ ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    await chargeDuePayment(world.ctx(), person.paymentId);
    await cancel(person);
    await settleDown(world);
    await goTo(world, '2027-01-01', '09:00');
    await runBilling(world.ctx());
    expect(await attemptsOf(world, person.accountId)).toHaveLength(2);
    expect((await ordersOf(world, person.accountId))[1]).toMatchObject({
      status: 'void',
      payment: 'void',
      dueAt: null,
      givesUpAt: null,
    });
  });

  test('of an inactive subscription voids the unpaid order and refunds a late payment', async () => {
    const open = await openRenewalAttempt(world);
    await settle(world, open, { kind: 'declined', chargeId: null, code: 'stolen_or_lost_card' });
    await runJobs();
    await goTo(world, '2027-01-13', '09:00');
    await runBilling(world.ctx());
    expect(await statusOf(world, open.accountId)).toBe('inactive');
    await cancel(open);
    await settle(world, open, paidOutcome(world));
    expect(await stateOf(world, open)).toMatchObject({
      subscription: 'cancelled',
      order: 'void',
      payment: 'void',
      money: ['late'],
    });
    await transaction(world.db, (tx) => tx.execute(sql`delete from refunds`));
    await transaction(world.db, (tx) => tx.execute(sql`delete from money_received where verdict = 'late'`));
  });

  test('returns the points held for a free product', async () => {
    const person = await plantSubscriber(world);
    const [, order] = await ordersOf(world, person.accountId);
    await holdFreeProduct(world, person.accountId, order?.id ?? '');
    await cancel(person);
    const [message] = await world.db
      .select()
      .from(messages)
      .where(eq(messages.kind, 'subscription_cancelled'));
    expect(message?.payload.points).toBe(183);
  });

  test('keeps a skipped order whose date has passed', async () => {
    const person = await plantSubscriber(world);
    const [, first] = await ordersOf(world, person.accountId);
    await transaction(world.db, (tx) =>
      tx
        .update(orders)
        .set({ status: 'skipped' })
        .where(eq(orders.id, first?.id ?? '')),
    );
    await settleDown(world);
    await goTo(world, '2027-01-02', '09:00');
    await runBilling(world.ctx());
    await cancel(person);
    expect(await statuses(person.accountId)).toEqual(['paid', 'skipped', 'void', 'void', 'void']);
  });

  test('during a pending first offline payment voids the order and closes its link', async () => {
    const person = await plantRegistration(world);
    await plantPendingFirstOrder(person);
    expect((await cancel(person)).subscription.status).toBe('cancelled');
    expect(await statuses(person.accountId)).toEqual(['void']);
    expect(await world.db.select().from(paymentLinks)).toMatchObject([{ status: 'void' }]);
  });
});

/** Writes the first order of a registration with an open payment link. */
async function plantPendingFirstOrder(person: Planted): Promise<void> {
  const at = world.now().toISOString();
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`update subscriptions set payment_method = 'offline', next_index = 1`);
    await tx.execute(sql`insert into orders (id, subscription_id, account_id, cycle_index, kind, status, payment_date,
      list_price, box_price, delivery_fee, total, points, begun_at, created_at)
      values ('ord_off', ${person.subscriptionId}, ${person.accountId}, 0, 'first', 'awaiting_payment', '2026-11-20',
      44700, 33525, 4000, 37525, 33, ${at}, ${at})`);
    await tx.execute(sql`insert into payments (id, order_id, account_id, method, status, amount, created_at)
      values ('pay_off', 'ord_off', ${person.accountId}, 'offline', 'pending', 37525, ${at})`);
    await tx.execute(sql`insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at)
      values ('lnk_off', 'ord_off', 'token', 'REF1', 37525, 'open', ${at}, ${at})`);
  });
}

describe('a cancellation is refused', () => {
  test('for an unknown reason', async () => {
    const person = await plantSubscriber(world);
    for (const reason of ['', 'toString', 'Other']) {
      expect(await refusalOf(cancel(person, reason))).toBe('REASON_INVALID');
    }
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('if the subscription is cancelled already, without a second message', async () => {
    const person = await plantSubscriber(world);
    await cancel(person);
    expect(await refusalOf(cancel(person))).toBe('ALREADY_CANCELLED');
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid', 'subscription_cancelled']);
  });

  test('for a registration without an offline payment, and without a subscription or account', async () => {
    const person = await plantRegistration(world);
    expect(await refusalOf(cancel(person))).toBe('NOT_ALLOWED');
    await transaction(world.db, (tx) => tx.delete(subscriptions));
    expect(await refusalOf(cancel(person))).toBe('NOT_ALLOWED');
    await transaction(world.db, (tx) => tx.delete(accounts));
    expect(await refusalOf(cancel(person))).toBe('NOT_LOGGED_IN');
  });

  test('for all but one of ten concurrent requests', async () => {
    const person = await plantSubscriber(world);
    const results = await Promise.all(Array.from({ length: 10 }, () => refusalOf(cancel(person))));
    expect(results.filter((code) => code === 'ALREADY_CANCELLED')).toHaveLength(9);
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid', 'subscription_cancelled']);
  });
});

describe('a cancellation concurrent with a charge', () => {
  test('voids the order and refunds the charge in full', async () => {
    const person = await plantOnPaymentDate();
    await injectFault(world, { op: 'POST /charges', kind: 'latency', args: { ms: 1500 } });
    const charging = chargeDuePayment(world.ctx(), person.paymentId);
    await expect
      .poll(async () => (await attemptsOf(world, person.accountId)).length, { timeout: 10_000 })
      .toBe(2);
    expect((await cancel(person)).subscription.status).toBe('cancelled');
    expect(await charging).toMatchObject({ attemptStatus: 'succeeded', orderStatus: 'void' });
    await settleDown(world);
    const [, charge] = await gatewayCharges(world, person.accountId);
    expect(charge).toMatchObject({ status: 'successful', refunds: [{ amount: 37525 }] });
    expect(await statuses(person.accountId)).toEqual(['paid', 'void', 'void', 'void', 'void']);
    expect(await messageKindsOf(world, person.accountId)).toEqual([
      'order_paid',
      'refunded',
      'subscription_cancelled',
    ]);
  });

  test.each([0, 1, 2, 3, 4, 5])(
    'ends with a paid order, or with a void one and a refund (delay %i)',
    async (n) => {
      const person = await plantOnPaymentDate();
      await Promise.all([
        pause(n * 2).then(() => cancel(person)),
        chargeDuePayment(world.ctx(), person.paymentId),
      ]);
      await settleDown(world);
      const renewals = (await gatewayCharges(world, person.accountId)).slice(1);
      const captured = renewals.reduce(
        (sum, one) => sum + one.amount - one.refunds.reduce((back, refund) => back + refund.amount, 0),
        0,
      );
      const [, order] = await ordersOf(world, person.accountId);
      expect([order?.status, captured]).toEqual(order?.status === 'paid' ? ['paid', 37525] : ['void', 0]);
      expect(await statusOf(world, person.accountId)).toBe('cancelled');
    },
  );

  test('and with two polls of its outcome keeps or refunds the payment, as the order’s status says', async () => {
    const person = await plantOnPaymentDate();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'reset', args: { after: true } });
    await chargeDuePayment(world.ctx(), person.paymentId);
    await pass(world, { seconds: 31 });
    await Promise.all([cancel(person), runBilling(world.ctx()), runBilling(world.ctx())]);
    await settleDown(world);
    const [, charge] = await gatewayCharges(world, person.accountId);
    const [, order] = await ordersOf(world, person.accountId);
    expect(charge?.refunds).toHaveLength(order?.status === 'paid' ? 0 : 1);
  });

  test('closes the open 3-D Secure challenge and refunds a confirmation that still arrives', async () => {
    await setGateway(world, { threeDS: 'off' });
    const person = await plantOnPaymentDate();
    await setGateway(world, { threeDS: 'always' });
    await chargeDuePayment(world.ctx(), person.paymentId);
    await cancel(person);
    const [, charge] = await gatewayCharges(world, person.accountId);
    expect(charge?.status).toBe('expired');
    expect((await attemptsOf(world, person.accountId))[1]?.status).toBe('expired');
    await actOnCharge(world, charge?.id ?? '', 'approve', true);
    await settleDown(world);
    expect((await gatewayCharges(world, person.accountId))[1]?.refunds).toMatchObject([{ amount: 37525 }]);
  });

  test('cancels while the gateway is unavailable, and the next billing run closes the 3-D Secure challenge', async () => {
    const person = await plantOnPaymentDate();
    await setGateway(world, { threeDS: 'always' });
    await chargeDuePayment(world.ctx(), person.paymentId);
    await injectFault(world, { op: 'POST /charges/{id}/expire', kind: 'html_502' });
    await injectFault(world, { op: 'GET /charges/{id}', kind: 'html_502' });
    expect((await cancel(person)).subscription.status).toBe('cancelled');
    expect((await gatewayCharges(world, person.accountId))[1]?.status).toBe('pending');
    await runBilling(world.ctx());
    expect((await gatewayCharges(world, person.accountId))[1]?.status).toBe('expired');
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('lists eight reasons, each with its own label in both languages', () => {
  const { reasons } = listCancelReasons();
  expect(reasons.map((one) => one.code)).toEqual([...CANCEL_REASONS]);
  for (const { label } of reasons) {
    expect(label.en).toMatch(/^[A-Z][ ,’A-Za-z]+$/);
    expect(label.th).toMatch(/[\u0e00-\u0e7f]/);
  }
  expect(new Set(reasons.map((one) => one.label.th)).size).toBe(8);
});
