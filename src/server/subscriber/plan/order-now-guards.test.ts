import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { cards, messages, orders, payments, throttles } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { requestPaymentLink } from '@/server/money/payment-links/request-link';
import { changeBox, changePaymentDay, skipOrder } from './plan-commands';
import { addCard } from '@/server/money/payment-method/add-card';
import { keyOf } from '@/server/platform/throttle';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { linkOf, linksOf, plantOffline, transfer } from '@/testing/offline';
import { gatewayCharges, injectFault, setGateway } from '@/testing/providers';
import { runDeclined } from '@/testing/repair-links';
import {
  attemptsOf,
  goTo,
  messageKindsOf,
  ordersOf,
  pass,
  plantSubscriber,
  refusalOf,
} from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { settleDown, withWorld } from '@/testing/with-world';
import { cancelSubscription } from './cancel';
import { orderNow, type OrderNowRequest } from './order-now';
import { getOrderNowOptions } from './order-now-options';
import { getSubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check', settings: { CHARGE_TIMEOUT_MS: '1000', THROTTLE_SCALE: '1' } });

const TOTAL = 37_525;
const BANK_REFUSES = {
  op: 'POST /charges',
  kind: 'status',
  args: { status: 400, code: 'insufficient_fund' },
};

/** Creates a subscriber with orders on the last day of each month. Today is 5 December. */
async function subscriber(plant: typeof plantSubscriber | typeof plantOffline = plantSubscriber) {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plant(world, { paymentDay: 31 });
  await settleDown(world);
  await goTo(world, '2026-12-05', '10:00');
  const [, first = '', second = ''] = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, first, second };
}
type Who = { accountId: string };

const now = ({ accountId }: Who, request: OrderNowRequest = {}) => orderNow(world.ctx(), accountId, request);
const options = ({ accountId }: Who) => getOrderNowOptions(world.ctx(), accountId);
const charged = async ({ accountId }: Who) =>
  (await gatewayCharges(world, accountId)).map(({ status }) => status);
const upcoming = async ({ accountId }: Who) =>
  (await getSubscriptionView(world.ctx(), accountId)).upcomingOrders.map(({ paymentDate }) => paymentDate);
const messageOf = async ({ accountId }: Who, kind: 'order_paid' | 'payment_link') =>
  world.db
    .select({ asked: messages.asked, payload: messages.payload })
    .from(messages)
    .where(and(eq(messages.accountId, accountId), eq(messages.kind, kind)));

async function runBillingOn(day: string, times = ['00:00', '09:00']): Promise<void> {
  for (const time of times) {
    await goTo(world, day, time);
    await runBilling(world.ctx());
  }
  await settleDown(world);
}

/** Starts an order now with an open 3-D Secure challenge. */
async function challenged() {
  const who = await subscriber();
  await setGateway(world, { threeDS: 'always' });
  const { charge } = await now(who);
  await setGateway(world, { threeDS: 'off' });
  expect(charge).toMatchObject({ outcome: 'action_required' });
  return who;
}

test('an order now that is declined after it waited for a lock ends after it began, and can be skipped', async () => {
  const who = await subscriber();
  await injectFault(world, BANK_REFUSES);
  const waiting = await transaction(world.db, async (tx) => {
    await tx.execute(sql`select from subscriptions for update`);
    const refused = refusalOf(now(who));
    await untilLocked(world);
    return { refused };
  });
  expect(await waiting.refused).toMatch(/^CARD_DECLINED/);
  const [attempt] = (await attemptsOf(world, who.accountId)).slice(-1);
  expect(attempt?.closedAt?.getTime()).toBeGreaterThanOrEqual(attempt?.createdAt.getTime() ?? 0);
  await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: true });
  await expectInvariants(world);
});

test('a cancellation that waited for an order now is not earlier than its charge', async () => {
  const who = await subscriber();
  await injectFault(world, BANK_REFUSES);
  const both = await transaction(world.db, async (tx) => {
    await tx.execute(sql`select from subscriptions for update`);
    const ordered = refusalOf(now(who));
    await untilLocked(world);
    const cancelled = refusalOf(cancelSubscription(world.ctx(), who.accountId, { reason: 'other' }));
    await untilLocked(world, 2);
    return { ordered, cancelled };
  });
  expect(await both.ordered).toMatch(/^CARD_DECLINED/);
  expect(await both.cancelled).toMatch(/^accepted/);
  await expectInvariants(world);
});

describe('the screen of an order now', () => {
  test('says that a payment is pending while its link is open, and shows no card', async () => {
    const who = await subscriber(plantOffline);
    await now(who);
    expect(await options(who)).toMatchObject({
      refusal: 'PAYMENT_PENDING',
      order: null,
      card: null,
      isPaid: false,
      pendingPayment: { amount: TOTAL },
    });
  });

  test('shows the card that is charged to a subscriber who pays by card only', async () => {
    const who = await subscriber();
    expect((await options(who)).card).toMatchObject({ isDefault: true });
  });

  test('confirms no order that the billing run charged', async () => {
    const who = await subscriber();
    await runBillingOn('2026-12-31');
    expect(await options(who)).toMatchObject({ refusal: 'PAID_TODAY', isPaid: false });
  });

  test('shows the decline of today, and no decline of yesterday or of the billing run', async () => {
    const who = await subscriber();
    await injectFault(world, BANK_REFUSES);
    expect(await refusalOf(now(who))).toBe('CARD_DECLINED insufficient_fund');
    expect(await options(who)).toMatchObject({ declined: 'insufficient_fund' });
    await goTo(world, '2026-12-06', '00:00');
    expect(await options(who)).toMatchObject({ declined: null, refusal: null });
    await runDeclined(world, '2026-12-31');
    expect(await options(who)).toMatchObject({ declined: null, refusal: 'PAYMENT_PENDING' });
  });
});

describe('an order now is refused', () => {
  test('in a preview as in the command', async () => {
    const who = await subscriber(plantOffline);
    await now(who);
    expect(await refusalOf(now(who, { preview: true }))).toBe('PAYMENT_PENDING');
    await cancelSubscription(world.ctx(), who.accountId, { reason: 'other' });
    expect(await refusalOf(now(who, { preview: true }))).toBe('NOT_ACTIVE');
  });

  test('without a card, before anything changes', async () => {
    const who = await subscriber();
    await transaction(world.db, (tx) =>
      tx.update(cards).set({ isDefault: false }).where(eq(cards.accountId, who.accountId)),
    );
    expect(await refusalOf(now(who))).toBe('CARD_NOT_FOUND');
    expect(await upcoming(who)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
    await transaction(world.db, (tx) =>
      tx.update(cards).set({ isDefault: true }).where(eq(cards.accountId, who.accountId)),
    );
  });

  test('while its 3-D Secure challenge is open and another total or another card is meant', async () => {
    const who = await challenged();
    expect(await refusalOf(now(who, { expectedTotal: TOTAL - 1 }))).toBe('PAYMENT_PENDING');
    const cardToken = await createCardToken({ number: '5555555555554444' });
    expect(await refusalOf(addCard(world.ctx(), who.accountId, { cardToken, makeDefault: true }))).toMatch(
      /^accepted/,
    );
    const saved = await world.db.select().from(cards).where(eq(cards.accountId, who.accountId));
    expect(saved.map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect(await refusalOf(now(who))).toBe('PAYMENT_PENDING');
  });

  test('after ten charges of the account without a success in a day', async () => {
    const who = await subscriber();
    const key = keyOf({ name: 'cardAccount', subject: who.accountId });
    const windowEndsAt = new Date(world.now().getTime() + 3_600_000);
    await transaction(world.db, (tx) =>
      tx
        .insert(throttles)
        .values({ key, count: 10, windowEndsAt })
        .onConflictDoUpdate({ target: throttles.key, set: { count: 10, windowEndsAt } }),
    );
    expect(await refusalOf(now(who))).toBe('THROTTLED card_attempts');
    expect(await charged(who)).toHaveLength(1);
  });
});

test('a payment link is refused while the 3-D Secure challenge of an order now is open, and the challenge stays', async () => {
  const who = await challenged();
  expect(await refusalOf(requestPaymentLink(world.ctx(), who.accountId))).toBe('PAYMENT_PENDING');
  expect(await charged(who)).toEqual(['successful', 'pending']);
});

test('the plan can change again after an order now was paid', async () => {
  const who = await subscriber();
  await now(who);
  expect(await refusalOf(changePaymentDay(world.ctx(), who.accountId, { paymentDay: 5 }))).toMatch(
    /^accepted/,
  );
});

test('an order now after a declined one has no reason of a decline', async () => {
  const who = await subscriber();
  await injectFault(world, BANK_REFUSES);
  await refusalOf(now(who));
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  await injectFault(world, { op: 'POST /charges', kind: 'timeout_after' });
  expect(await now(who)).toMatchObject({ charge: { outcome: 'pending' } });
  const [payment] = await world.db.select().from(payments).where(eq(payments.orderId, who.first));
  expect(payment).toMatchObject({ status: 'pending', reason: null, retryStepsUsed: 0, givesUpAt: null });
});

test('a declined order is paid by another card, although a later order was sent now before', async () => {
  const who = await subscriber();
  await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: true });
  await now(who);
  await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: false });
  await runDeclined(world, '2026-12-31');
  const cardToken = await createCardToken({ number: '5555555555554444' });
  const { charge } = await addCard(world.ctx(), who.accountId, { cardToken, expectedTotal: TOTAL });
  expect(charge).toMatchObject({ outcome: 'paid', orderId: who.first });
});

describe('the messages of an order now', () => {
  test('are sent at once at night, because the subscriber waits at the screen', async () => {
    const who = await subscriber();
    await now(who);
    expect((await messageOf(who, 'order_paid')).map(({ asked }) => asked)).toContain(true);
    const offline = await subscriber(plantOffline);
    await now(offline);
    expect((await messageOf(offline, 'payment_link')).at(-1)).toMatchObject({ asked: true });
  });

  test('do not ask for a confirmation at the bank that the screen shows', async () => {
    const who = await challenged();
    expect(await messageKindsOf(world, who.accountId)).not.toContain('action_needed');
  });
});

describe('an order now whose link expired', () => {
  test('after its planned date came gets a new link for that date, and three orders are ahead', async () => {
    const who = await subscriber(plantOffline);
    await goTo(world, '2026-12-29', '10:00');
    await now(who);
    await runBillingOn('2027-01-02', ['00:01', '09:00']);
    expect((await ordersOf(world, who.accountId))[1]).toMatchObject({
      id: who.first,
      status: 'awaiting_payment',
      date: '2026-12-31',
    });
    expect((await linksOf(world, who)).slice(-2)).toEqual(['expired', 'open']);
    expect(await upcoming(who)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });

  /** Orders now by link on 5 December. The link ends on 8 December. Today is 10 December. */
  async function expiredLink() {
    const who = await subscriber(plantOffline);
    await now(who);
    await runBillingOn('2026-12-10', ['10:00']);
    expect((await linkOf(world, who)).status).toBe('expired');
    return who;
  }
  const firstOf = async ({ accountId }: Who) => (await ordersOf(world, accountId))[1];
  const pay = (who: Who, paidOn: string) => transfer(world, who, { paidOn });

  test('returns a transfer that was made after the link expired', async () => {
    const who = await expiredLink();
    expect(await pay(who, '2026-12-09')).toMatchObject({ status: 'late' });
    expect(await firstOf(who)).toMatchObject({ status: 'upcoming', date: '2026-12-31' });
  });

  test('returns a transfer if the order now has another total', async () => {
    const who = await expiredLink();
    const items = [{ productCode: 'night-pads' as const, quantity: 4 }];
    await changeBox(world.ctx(), who.accountId, { items });
    expect(await pay(who, '2026-12-07')).toMatchObject({ status: 'late' });
    expect(await firstOf(who)).toMatchObject({ status: 'upcoming', date: '2026-12-31' });
  });

  test('returns a transfer after a cancellation', async () => {
    const who = await expiredLink();
    await cancelSubscription(world.ctx(), who.accountId, { reason: 'other' });
    expect(await pay(who, '2026-12-07')).toMatchObject({ status: 'late' });
    expect((await firstOf(who))?.status).toBe('void');
  });

  test('returns a transfer while another order is being paid', async () => {
    const who = await expiredLink();
    const old = await linkOf(world, who);
    await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: true });
    await now(who);
    await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: false }).catch(() => null);
    await transaction(world.db, (tx) =>
      tx.update(orders).set({ status: 'upcoming' }).where(eq(orders.id, who.first)),
    );
    const { reference, amount } = old;
    expect(await transfer(world, who, { reference, amount, paidOn: '2026-12-07' })).toMatchObject({
      status: 'late',
    });
    expect(await firstOf(who)).toMatchObject({ status: 'upcoming', date: '2026-12-31' });
    await pass(world, { minutes: 1 });
    expect(await transfer(world, who)).toMatchObject({ status: 'matched' });
  });
});
