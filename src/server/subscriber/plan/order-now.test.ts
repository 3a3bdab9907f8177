import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { orderNowAnswer } from '@/schemas/answers/subscription';
import { messages, orders, subscriptions } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { changeBox, changePaymentDay, moveOrder, pauseSubscription, skipOrder } from './plan-commands';
import { deepTest } from '@/testing/deep';
import { createCardToken } from '@/testing/cards';
import { transfer, plantOffline, linkOf } from '@/testing/offline';
import {
  actOnCharge,
  countCalls,
  gatewayCharges,
  injectFault,
  setGateway,
  withGatewayUnreachable,
} from '@/testing/providers';
import {
  goTo,
  holdFreeProduct,
  messageKindsOf,
  ordersOf,
  pass,
  plantSubscriber,
  pointsOf,
  refusalOf,
  statusOf,
  runPaymentDates,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { addCard } from '../../money/payment-method/add-card';
import { cancelSubscription } from './cancel';
import { orderNow, type OrderNowRequest } from './order-now';
import { getOrderNowOptions } from './order-now-options';
import { getSubscriptionView, type SubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check', settings: { CHARGE_TIMEOUT_MS: '1000' } });

const TOTAL = 37_525;
const BANK_REFUSES = {
  op: 'POST /charges',
  kind: 'status',
  args: { status: 400, code: 'insufficient_fund' },
};

/** Creates a subscriber who paid on 20 November, with orders on the last day of the next months. Today is 5 December. */
async function subscriber(wish: Parameters<typeof plantSubscriber>[1] = {}) {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay: 31, ...wish });
  await settleDown(world);
  await goTo(world, '2026-12-05', '10:00');
  const [, first = '', second = '', third = ''] = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, first, second, third };
}
type Who = { accountId: string };

const now = ({ accountId }: Who, request: OrderNowRequest = {}) => orderNow(world.ctx(), accountId, request);
const shown = ({ upcomingOrders }: SubscriptionView) =>
  upcomingOrders.map(({ paymentDate, skipped }) => `${paymentDate}${skipped ? ' skipped' : ''}`);
const view = ({ accountId }: Who) => getSubscriptionView(world.ctx(), accountId);
const upcoming = async (who: Who) => shown(await view(who));
const charged = async ({ accountId }: Who) =>
  (await gatewayCharges(world, accountId)).map(({ status }) => status);

/** Returns all rows that an order now could change, without versions. */
async function rowsOf({ accountId }: Who) {
  const rows = await world.db.select().from(orders).where(eq(orders.accountId, accountId)).orderBy(orders.id);
  const [subscription] = await world.db.select().from(subscriptions);
  return { rows, nextIndex: subscription?.nextIndex, points: await pointsOf(world, accountId) };
}

async function runBillingOn(day: string): Promise<void> {
  await runPaymentDates(world, day);
  await settleDown(world);
}

async function passAnHour(): Promise<void> {
  for (const minutes of [1, 10, 30, 25]) {
    await pass(world, { minutes });
    await runBilling(world.ctx());
  }
  await settleDown(world);
}

describe('an order now', () => {
  test('is charged today, and the other orders keep their dates', async () => {
    const who = await subscriber();
    const result = await now(who, { expectedTotal: TOTAL });
    expect(result).toMatchObject({ orderId: who.first, total: TOTAL, charge: { outcome: 'paid' } });
    expect(result.charge).toMatchObject({ receiveBy: '2026-12-10' });
    expect(shown(result)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect((await ordersOf(world, who.accountId))[1]).toMatchObject({
      status: 'paid',
      date: '2026-12-05',
      paidOn: '2026-12-05',
      payment: 'succeeded',
    });
    await runBillingOn('2026-12-31');
    expect(await charged(who)).toEqual(['successful', 'successful']);
    await runBillingOn('2027-01-31');
    expect(await charged(who)).toHaveLength(3);
    expect(await messageKindsOf(world, who.accountId)).toContain('order_paid');
  });

  test('restarts the schedule on the day of the payment when the subscriber asks for it', async () => {
    const who = await subscriber({ paymentDay: 1 });
    expect(await upcoming(who)).toEqual(['2027-01-01', '2027-02-01', '2027-03-01']);
    await skipOrder(world.ctx(), who.accountId, { orderId: who.second, skip: true });
    await goTo(world, '2026-12-09', '10:00');
    const preview = await now(who, { later: 'restart', preview: true });
    const result = await now(who, { later: 'restart' });
    // 9 January is nearest to 1 January; it is 23 days later. The skip of 1 February stays.
    expect(shown(result)).toEqual(['2027-01-01', '2027-02-01 skipped', '2027-03-01']);
    expect(shown(preview)).toEqual(shown(result));
    expect((await view(who)).subscription.paymentDay).toBe(1);
  });

  test('previews the next three dates and its total without changing anything', async () => {
    const who = await subscriber();
    const before = await rowsOf(who);
    const preview = await now(who, { preview: true });
    expect(preview).toMatchObject({ orderId: who.first, total: TOTAL, charge: null });
    expect(orderNowAnswer.safeParse(preview).error?.issues ?? []).toEqual([]);
    expect(shown(preview)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect(await rowsOf(who)).toEqual(before);
    expect(await charged(who)).toHaveLength(1);
  });

  deepTest(
    'takes the first order that is not skipped, and the skipped order can still be sent later',
    async () => {
      const who = await subscriber();
      await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: true });
      expect(shown(await now(who))).toEqual(['2026-12-31 skipped', '2027-02-28', '2027-03-31']);
      await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: false });
      await runBillingOn('2026-12-31');
      expect(await charged(who)).toEqual(['successful', 'successful', 'successful']);
      expect(await statusOf(world, who.accountId)).toBe('active');
    },
  );

  test('can be sent on the day of a skipped order, also before the billing run has closed it', async () => {
    const who = await subscriber();
    await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: true });
    await goTo(world, '2026-12-31', '00:01');
    expect(await now(who)).toMatchObject({ orderId: who.second, charge: { outcome: 'paid' } });
    expect(await upcoming(who)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  });

  test('takes a moved order, whose planned date does not matter', async () => {
    const who = await subscriber();
    await moveOrder(world.ctx(), who.accountId, { orderId: who.first, date: parseDay('2027-01-15') });
    expect(shown(await now(who))).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });

  test('sends the free product of the order and earns points as every order', async () => {
    const who = await subscriber();
    await holdFreeProduct(world, who.accountId, who.first);
    const before = await pointsOf(world, who.accountId);
    await now(who);
    expect(await pointsOf(world, who.accountId)).toBe(before + 33);
    const [row] = await world.db.select().from(orders).where(eq(orders.id, who.first));
    expect(row).toMatchObject({ freeProductCode: 'day-pads', freeProductPoints: 150, status: 'paid' });
  });

  test('withdraws the queued reminder of its planned date', async () => {
    const who = await subscriber();
    await goTo(world, '2026-12-26', '09:00');
    await runBilling(world.ctx());
    const reminders = () => world.db.select().from(messages).where(eq(messages.kind, 'order_reminder'));
    expect(await reminders()).toHaveLength(1);
    await now(who);
    expect(await reminders()).toEqual([]);
  });
});

describe('an order now is refused', () => {
  test('when an order was paid today', async () => {
    await goTo(world, '2026-11-20', '10:00');
    const who = await plantSubscriber(world);
    expect(await refusalOf(now(who))).toBe('PAID_TODAY');
    expect(await refusalOf(now(who, { preview: true }))).toBe('PAID_TODAY');
  });

  test.each(['00:00', '05:00', '08:59'])(
    'on a payment date at %s, because its own charge follows',
    async (time) => {
      const who = await subscriber();
      await goTo(world, '2026-12-31', time);
      expect(await refusalOf(now(who))).toBe('PAYMENT_PENDING');
      await runBilling(world.ctx());
      expect(await refusalOf(now(who))).toBe('PAYMENT_PENDING');
      await runBillingOn('2026-12-31');
      expect(await refusalOf(now(who))).toBe('PAID_TODAY');
      expect(await charged(who)).toHaveLength(2);
    },
  );

  test('for an old version, another total, a subscription that is not active, and without an order', async () => {
    const who = await subscriber();
    const { version } = (await view(who)).subscription;
    expect(await refusalOf(now(who, { version: version + 1 }))).toBe('STALE');
    expect(await refusalOf(now(who, { expectedTotal: TOTAL - 1 }))).toBe('TOTAL_CHANGED');
    await pauseSubscription(world.ctx(), who.accountId, { until: parseDay('2027-06-01') });
    expect(await refusalOf(now(who))).toBe('NO_UPCOMING_ORDER');
    await cancelSubscription(world.ctx(), who.accountId, { reason: 'other' });
    expect(await refusalOf(now(who))).toBe('NOT_ACTIVE');
    expect(await charged(who)).toHaveLength(1);
  });
});

describe('a declined order now', () => {
  test.each([
    ['an immediate decline', 'keep'],
    ['an immediate decline', 'restart'],
  ] as const)('restores everything that was there after %s (%s)', async (_how, later) => {
    const who = await subscriber();
    await skipOrder(world.ctx(), who.accountId, { orderId: who.second, skip: true });
    await holdFreeProduct(world, who.accountId, who.first);
    await moveOrder(world.ctx(), who.accountId, { orderId: who.first, date: parseDay('2027-01-09') });
    const before = await rowsOf(who);
    await injectFault(world, BANK_REFUSES);
    expect(await refusalOf(now(who, { later }))).toBe('CARD_DECLINED insufficient_fund');
    expect(await rowsOf(who)).toEqual(before);
    expect((await view(who)).subscription.status).toBe('active');
    await passAnHour();
    expect(await charged(who)).toHaveLength(1);
    expect(await messageKindsOf(world, who.accountId)).not.toContain('payment_failed');
    // It is charged on its date, and can be ordered now again.
    await runBillingOn('2027-01-09');
    expect(await charged(who)).toEqual(['successful', 'successful']);
  });

  test('can be ordered now again at once, and its reminder is sent for the planned date', async () => {
    const who = await subscriber();
    await injectFault(world, BANK_REFUSES);
    await refusalOf(now(who));
    expect(await now(who)).toMatchObject({ orderId: who.first, charge: { outcome: 'paid' } });
  });

  test('is back at once when certainly nothing was charged', async () => {
    const who = await subscriber();
    const before = await rowsOf(who);
    expect(await withGatewayUnreachable(() => refusalOf(now(who)))).toBe('CHECKOUT_FAILED');
    expect(await rowsOf(who)).toEqual(before);
    expect(await now(who)).toMatchObject({ charge: { outcome: 'paid' } });
  });
});

describe('an order now with an unknown outcome', () => {
  test.each([
    ['a time-out after the charge', true, { kind: 'timeout_after' }],
    ['a reset before the charge', false, { kind: 'reset' }],
  ])('stays on today, is not charged again, and is settled after %s', async (_how, isDone, fault) => {
    const who = await subscriber();
    const before = await rowsOf(who);
    const callsBefore = await countCalls(world, 'POST /charges');
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', ...fault });
    expect(await now(who)).toMatchObject({ charge: { outcome: 'pending' } });
    expect((await ordersOf(world, who.accountId))[1]).toMatchObject({
      status: 'charging',
      date: '2026-12-05',
    });
    expect(await upcoming(who)).toEqual(['2027-01-31', '2027-02-28']);
    for (const refused of [
      () => now(who),
      () => changePaymentDay(world.ctx(), who.accountId, { paymentDay: 5 }),
      () => changeBox(world.ctx(), who.accountId, { items: [{ productCode: 'day-pads', quantity: 1 }] }),
      () => pauseSubscription(world.ctx(), who.accountId, { until: parseDay('2027-02-10') }),
    ])
      expect(await refusalOf(refused())).toBe('PAYMENT_PENDING');
    await passAnHour();
    expect(await countCalls(world, 'POST /charges')).toBe(callsBefore + 1);
    const kinds = await messageKindsOf(world, who.accountId);
    if (isDone) expect(await upcoming(who)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    else expect(await rowsOf(who)).toEqual(before);
    expect(kinds.includes('payment_failed')).toBe(!isDone);
  });

  test('whose planned date comes first is charged on that date as every order', async () => {
    const who = await subscriber();
    await goTo(world, '2026-12-30', '23:40');
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'reset' });
    expect(await now(who)).toMatchObject({ charge: { outcome: 'pending' } });
    await passAnHour();
    expect((await ordersOf(world, who.accountId))[1]).toMatchObject({
      status: 'charging',
      date: '2026-12-31',
      dueAt: new Date('2026-12-31T02:00:00Z'),
    });
    expect(await upcoming(who)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    expect(await charged(who)).toEqual(['successful', 'successful']);
  });

  test('ends with a cancellation, which refunds the captured payment', async () => {
    const who = await subscriber();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'timeout_after' });
    await now(who);
    await cancelSubscription(world.ctx(), who.accountId, { reason: 'other' });
    await passAnHour();
    expect((await gatewayCharges(world, who.accountId))[1]?.refunds).toMatchObject([{ amount: TOTAL }]);
    expect(await statusOf(world, who.accountId)).toBe('cancelled');
  });
});

describe('an order now with 3-D Secure', () => {
  async function challenged(later?: 'restart') {
    const who = await subscriber();
    await setGateway(world, { threeDS: 'always' });
    const { charge } = await now(who, { later });
    await setGateway(world, { threeDS: 'off' });
    const [page] = (await gatewayCharges(world, who.accountId)).slice(-1);
    return { ...who, charge, chargeId: page?.id ?? '' };
  }

  test('returns the same page to an identical request, and refuses another one', async () => {
    const who = await challenged();
    expect(who.charge).toMatchObject({ outcome: 'action_required' });
    expect((await now(who, { expectedTotal: TOTAL })).charge).toEqual(who.charge);
    expect(await refusalOf(now(who, { later: 'restart' }))).toBe('PAYMENT_PENDING');
    expect(await charged(who)).toEqual(['successful', 'pending']);
  });

  test.each([undefined, 'restart'] as const)('is paid after the challenge (%s)', async (later) => {
    const who = await challenged(later);
    await actOnCharge(world, who.chargeId, 'approve');
    const options = await getOrderNowOptions(world.ctx(), who.accountId);
    expect(options).toMatchObject({ isPaid: true, refusal: 'PAID_TODAY', declined: null });
    expect(shown(options)).toHaveLength(3);
  });

  test.each(['decline', 'expire'] as const)(
    'is back on its planned date after the bank’s answer: %s',
    async (answer) => {
      const who = await challenged();
      await actOnCharge(world, who.chargeId, answer);
      const options = await getOrderNowOptions(world.ctx(), who.accountId);
      expect(options.order).toMatchObject({ orderId: who.first, paymentDate: '2026-12-31' });
      expect(options.declined).not.toBeNull();
      await settleDown(world);
      expect(await upcoming(who)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
    },
  );

  test('that is abandoned expires after a day, and the order is back', async () => {
    const who = await challenged();
    await pass(world, { days: 1, minutes: 1 });
    await runBilling(world.ctx());
    await settleDown(world);
    expect(await charged(who)).toEqual(['successful', 'expired']);
    expect(await upcoming(who)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
    await runBillingOn('2026-12-31');
    expect(await charged(who)).toEqual(['successful', 'expired', 'successful']);
  });

  test('stays open when another card is added, which is not charged', async () => {
    const who = await challenged();
    const cardToken = await createCardToken({ number: '5555555555554444' });
    const { charge } = await addCard(world.ctx(), who.accountId, { cardToken, expectedTotal: 0 }).catch(
      () => ({ charge: 'refused' }),
    );
    expect(charge).not.toMatchObject({ outcome: 'paid' });
    expect(await charged(who)).toEqual(['successful', 'pending']);
  });
});

test('two taps at once order one box', async () => {
  const who = await subscriber();
  const results = await Promise.all(Array.from({ length: 6 }, () => refusalOf(now(who))));
  expect(results.filter((one) => one.startsWith('accepted'))).toHaveLength(1);
  for (const one of results) expect(one).toMatch(/^(accepted|PAYMENT_PENDING|PAID_TODAY)/);
  expect(await charged(who)).toEqual(['successful', 'successful']);
});

describe('an order now that is paid by link', () => {
  async function offline() {
    await goTo(world, '2026-11-20', '10:00');
    const who = await plantOffline(world, { paymentDay: 31 });
    await goTo(world, '2026-12-05', '10:00');
    return who;
  }

  test('gets its link at once, and is sent when the link is paid', async () => {
    const who = await offline();
    const result = await now(who, { later: 'keep' });
    expect(result.pendingPayment).toMatchObject({ amount: TOTAL, status: 'pending' });
    expect(await refusalOf(now(who))).toBe('PAYMENT_PENDING');
    await transfer(world, who);
    await settleDown(world);
    expect(await upcoming(who)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });

  test('is back on its planned date when the link expires, and the subscription stays active', async () => {
    const who = await offline();
    const before = await rowsOf(who);
    await now(who);
    await goTo(world, '2026-12-09', '00:01');
    await runBilling(world.ctx());
    await settleDown(world);
    expect((await linkOf(world, who)).status).toBe('expired');
    expect(await rowsOf(who)).toEqual(before);
    expect(await statusOf(world, who.accountId)).toBe('active');
    await runBillingOn('2026-12-31');
    expect((await linkOf(world, who)).status).toBe('open');
  });

  test('counts a transfer that was made in time, although it was imported after the link expired', async () => {
    const who = await offline();
    await now(who);
    await goTo(world, '2026-12-10', '10:00');
    await runBilling(world.ctx());
    expect(await transfer(world, who, { paidOn: '2026-12-07' })).toMatchObject({ status: 'matched' });
    await settleDown(world);
    expect((await ordersOf(world, who.accountId))[1]).toMatchObject({ status: 'paid', paidOn: '2026-12-07' });
    expect(await upcoming(who)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });
});
