import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import type { Frequency } from '@/domain/subscription';
import { transaction } from '@/server/db';
import { cards, messages, paymentLinks, subscriptions } from '@/server/db/schema';
import { runBilling } from '@/server/jobs/run';
import { refund } from '@/server/operator/refund';
import { skipOrder } from '@/server/orders/skip';
import { requestPaymentLink } from '@/server/links/request-link';
import type { TestCard } from '@/testing/cards';
import { actOnCharge, gatewayCharges, setGateway, spoil } from '@/testing/outside';
import { GOOD_CARD } from '@/testing/people';
import {
  attemptsOf,
  goTo,
  ordersOf,
  pass,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
  toldTo,
} from '@/testing/subscribers';
import { settleDown, withMoneyWorld } from '@/testing/money-world';
import type { World } from '@/testing/world';
import { cancelSubscription } from './cancel';
import { reactivate } from './reactivate';
import { getReactivation } from './show-reactivation';

let world: World;
withMoneyWorld((opened) => (world = opened));

const come = ({ accountId }: { accountId: string }, when = 'now', frequency: Frequency = 1) =>
  reactivate(world.ctx(), accountId, { when: when === 'now' ? 'now' : parseDay(when), frequency });
const cancel = ({ accountId }: { accountId: string }) =>
  cancelSubscription(world.ctx(), accountId, { reason: 'other' });
const rows = async (accountId: string) =>
  (await ordersOf(world, accountId)).map((row) => [row.status, row.date]);
const RENEWAL_DECLINES = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };

/** Somebody who paid on 20 November, cancelled, and thinks of it again on 5 December. */
async function gone(card = GOOD_CARD) {
  const person = await plantSubscriber(world, {}, card);
  await cancel(person);
  await settleDown(world);
  await goTo(world, '2026-12-05', '10:00');
  return person;
}

/** Somebody whose second order was given up, on 20 January. `linkAskedOn`: having asked for a link besides. */
async function inactive(card: TestCard = RENEWAL_DECLINES, linkAskedOn?: string) {
  const person = await plantSubscriber(world, {}, card);
  await settleDown(world);
  // Any other card waits at the bank for somebody who never comes.
  if (card !== RENEWAL_DECLINES) await setGateway(world, { threeDS: 'always' });
  for (const day of ['2026-12-31', '2027-01-01', '2027-01-03', '2027-01-05', '2027-01-07', '2027-01-13']) {
    if (linkAskedOn !== undefined && linkAskedOn < day) {
      await goTo(world, linkAskedOn);
      await requestPaymentLink(world.ctx(), person.accountId);
    }
    await goTo(world, day);
    await runBilling(world.ctx());
  }
  // The page of the last retry stays open for a day.
  if (card !== RENEWAL_DECLINES) {
    await goTo(world, '2027-01-14', '12:00');
    await runBilling(world.ctx());
  }
  await settleDown(world);
  expect(await statusOf(world, person.accountId)).toBe('inactive');
  if (linkAskedOn === undefined) await goTo(world, '2027-01-20', '10:00');
  return person;
}

describe('now', () => {
  test('charges today’s box, makes it active, and dates follow as after a first order', async () => {
    const person = await gone();
    const answer = await come(person, 'now', 2);
    expect(answer).toMatchObject({
      subscription: { status: 'active', frequency: 2, paymentDay: 31 },
      charge: { outcome: 'paid', receiveBy: '2026-12-10' },
      dates: ['2026-12-05', '2027-01-31', '2027-03-31'],
      pendingPayment: null,
    });
    expect((await rows(person.accountId)).slice(4)).toEqual([
      ['paid', '2026-12-05'],
      ['upcoming', '2027-01-31'],
      ['upcoming', '2027-03-31'],
      ['upcoming', '2027-05-31'],
    ]);
    expect((await gatewayCharges(world, person.accountId))[1]).toMatchObject({
      amount: 37525,
      transactionIndicator: 'CIT',
    });
    expect(await toldTo(world, person.accountId)).toEqual([
      'order_paid',
      'order_paid',
      'subscription_cancelled',
      'subscription_reactivated',
    ]);
  });

  test('charges today’s prices, not those of before', async () => {
    const person = await gone();
    await transaction(world.db, (tx) =>
      tx.execute(sql`insert into product_prices values ('day-pads', 9, 16900, '2026-12-01T00:00:00Z')`),
    );
    const { chargedNow } = await getReactivation(world.ctx(), person.accountId);
    await come(person);
    expect(chargedNow).toBe(37525 + 2 * 1500);
    expect((await gatewayCharges(world, person.accountId))[1]?.amount).toBe(chargedNow);
    await transaction(world.db, (tx) => tx.execute(sql`delete from product_prices where version = 9`));
  });

  test('from inactive: the unpaid order is void, and is never charged again', async () => {
    const person = await inactive();
    expect((await come(person)).dates).toEqual(['2027-01-20', '2027-02-28', '2027-03-31']);
    expect((await rows(person.accountId))[1]).toEqual(['void', '2026-12-31']);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('declined: all is as it was, and the order is void', async () => {
    const person = await gone();
    const before = await world.db.select().from(subscriptions);
    await spoil(world, {
      op: 'POST /charges',
      kind: 'status',
      args: { status: 400, code: 'insufficient_fund' },
    });
    expect(await refusalOf(come(person, 'now', 3))).toBe('CARD_DECLINED insufficient_fund');
    expect(await world.db.select().from(subscriptions)).toEqual([
      { ...before[0], nextIndex: (before[0]?.nextIndex ?? 0) + 1 },
    ]);
    expect((await rows(person.accountId)).at(-1)).toEqual(['void', '2026-12-05']);
    const seen = () => getReactivation(world.ctx(), person.accountId);
    expect(await seen()).toMatchObject({ declined: 'insufficient_fund' });
    expect(await come(person, 'now', 2)).toMatchObject({
      subscription: { status: 'active', frequency: 2 },
      dates: ['2026-12-05', '2027-01-31', '2027-03-31'],
    });
    expect(await seen()).toMatchObject({ declined: null });
  });

  test('from inactive with the bank’s page open: a link of before is closed, and its order void once it is paid', async () => {
    const person = await inactive(RENEWAL_DECLINES, '2027-01-12');
    await goTo(world, '2027-01-14', '10:00');
    await setGateway(world, { threeDS: 'always' });
    expect(await come(person)).toMatchObject({ charge: { outcome: 'action_required' } });
    expect(await world.db.select({ status: paymentLinks.status }).from(paymentLinks)).toEqual([
      { status: 'void' },
    ]);
    expect((await rows(person.accountId))[1]).toEqual(['unpaid', '2026-12-31']);
    await actOnCharge(world, (await gatewayCharges(world, person.accountId)).at(-1)?.id ?? '', 'approve');
    await settleDown(world);
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect((await rows(person.accountId))[1]).toEqual(['void', '2026-12-31']);
    await setGateway(world, { threeDS: 'off' });
  });

  test('declined from inactive: the unpaid order stays payable', async () => {
    const person = await inactive();
    await spoil(world, {
      op: 'POST /charges',
      kind: 'status',
      args: { status: 400, code: 'insufficient_fund' },
    });
    expect(await refusalOf(come(person))).toBe('CARD_DECLINED insufficient_fund');
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect((await rows(person.accountId))[1]).toEqual(['unpaid', '2026-12-31']);
  });

  test('with an order paid today: the schedule starts from that one, and nothing is charged', async () => {
    const person = await plantSubscriber(world, { paymentDay: 5 });
    await cancel(person);
    expect(await getReactivation(world.ctx(), person.accountId)).toMatchObject({ chargedNow: null });
    const answer = await come(person, 'now', 2);
    expect(answer).toMatchObject({ charge: null, subscription: { status: 'active', frequency: 2 } });
    expect(answer.dates).toEqual(['2027-01-05', '2027-03-05', '2027-05-05']);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('on the day of an order that was skipped: the box of that day is sent after all', async () => {
    const person = await plantSubscriber(world);
    const [, next] = await ordersOf(world, person.accountId);
    await skipOrder(world.ctx(), person.accountId, { orderId: next?.id ?? '', skip: true });
    await settleDown(world);
    await goTo(world, '2026-12-31', '10:00');
    await runBilling(world.ctx());
    await cancel(person);
    expect(await come(person)).toMatchObject({ charge: { outcome: 'paid' } });
    expect((await rows(person.accountId))[1]).toEqual(['void', '2026-12-31']);
  });
});

describe('while the bank’s page is open', () => {
  async function atTheBank() {
    const person = await gone();
    await setGateway(world, { threeDS: 'always' });
    const answer = await come(person, 'now', 2);
    const [, charge] = await gatewayCharges(world, person.accountId);
    return { ...person, answer, chargeId: charge?.id ?? '' };
  }

  test('the subscription stays what it was until it is confirmed, then it is active with the frequency wished for', async () => {
    const person = await atTheBank();
    expect(person.answer).toMatchObject({
      subscription: { status: 'cancelled', frequency: 1 },
      charge: { outcome: 'action_required' },
      pendingPayment: { status: 'pending', amount: 37525 },
      dates: ['2026-12-05', '2027-01-31', '2027-03-31'],
    });
    await actOnCharge(world, person.chargeId, 'approve');
    const seen = await getReactivation(world.ctx(), person.accountId);
    expect(seen.subscription).toMatchObject({ status: 'active', frequency: 2 });
  });

  test('the same wish answers the same page; another one has it closed first', async () => {
    const person = await atTheBank();
    expect((await come(person, 'now', 2)).charge).toEqual(person.answer.charge);
    expect((await come(person, 'now', 3)).charge).not.toEqual(person.answer.charge);
    expect((await gatewayCharges(world, person.accountId)).map((one) => one.status)).toEqual([
      'successful',
      'expired',
      'pending',
    ]);
    expect((await come(person, '2026-12-20')).subscription.status).toBe('active');
    expect((await gatewayCharges(world, person.accountId))[2]?.status).toBe('expired');
  });

  test('a cancel ends it, though nothing was active, and a confirmation that comes anyway goes back', async () => {
    const person = await atTheBank();
    expect((await cancel(person)).subscription.status).toBe('cancelled');
    await actOnCharge(world, person.chargeId, 'approve', true);
    await settleDown(world);
    expect((await gatewayCharges(world, person.accountId))[1]?.refunds).toMatchObject([{ amount: 37525 }]);
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
    expect(await refusalOf(cancel(person))).toBe('ALREADY_CANCELLED');
  });

  test('left alone, it is over after a day: the order is void, all is as it was', async () => {
    const person = await atTheBank();
    await pass(world, { hours: 25 });
    await runBilling(world.ctx());
    expect((await rows(person.accountId)).at(-1)).toEqual(['void', '2026-12-05']);
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
  });
});

describe('on a day', () => {
  test('is active at once, and that day is the first order’s and the payment day', async () => {
    const person = await gone();
    const answer = await come(person, '2026-12-30', 3);
    expect(answer).toMatchObject({
      subscription: { status: 'active', frequency: 3, paymentDay: 30 },
      dates: ['2026-12-30', '2027-03-30', '2027-06-30'],
      charge: null,
      pendingPayment: null,
    });
    await settleDown(world);
    await goTo(world, '2026-12-30', '09:00');
    await runBilling(world.ctx());
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(2);
  });

  test('less than five days ahead is reminded of at once, and only once', async () => {
    const person = await gone();
    await come(person, '2026-12-09');
    const reminders = async () =>
      (await toldTo(world, person.accountId)).filter((kind) => kind === 'order_reminder');
    expect(await reminders()).toHaveLength(1);
    await runBilling(world.ctx());
    expect(await reminders()).toHaveLength(1);
  });

  test('from inactive: the unpaid order is void, and money that still comes for it goes back', async () => {
    const person = await inactive(GOOD_CARD);
    await come(person, '2027-02-01');
    expect((await rows(person.accountId))[1]).toEqual(['void', '2026-12-31']);
    const attempts = await attemptsOf(world, person.accountId);
    const [, charge] = await gatewayCharges(world, person.accountId);
    await actOnCharge(world, charge?.id ?? '', 'approve', true);
    await settleDown(world);
    expect((await gatewayCharges(world, person.accountId))[1]?.refunds).toHaveLength(1);
    expect(await attemptsOf(world, person.accountId)).toHaveLength(attempts.length);
  });

  test.each(['2026-12-04', '2026-12-05', '2027-03-06'])('is refused for %s', async (day) => {
    expect(await refusalOf(come(await gone(), day))).toBe('DATE_OUT_OF_RANGE');
  });

  test.each(['2026-12-06', '2027-03-05'])('is possible for %s', async (day) => {
    expect((await come(await gone(), day)).dates[0]).toBe(day);
  });
});

describe('is refused', () => {
  test('when it is active, or somebody has never subscribed', async () => {
    expect(await refusalOf(come(await plantSubscriber(world)))).toBe('NOT_REACTIVATABLE');
    const person = await plantRegistration(world);
    expect(await refusalOf(come(person))).toBe('NOT_ALLOWED');
    expect(await refusalOf(getReactivation(world.ctx(), person.accountId))).toBe('NOT_ALLOWED');
  });

  test('without a card, now or on a day', async () => {
    const person = await gone();
    await transaction(world.db, (tx) =>
      tx
        .update(cards)
        .set({ isDefault: false, removedAt: world.now() })
        .where(eq(cards.accountId, person.accountId)),
    );
    expect(await refusalOf(come(person))).toBe('CARD_NOT_FOUND');
    expect(await refusalOf(come(person, '2026-12-20'))).toBe('CARD_NOT_FOUND');
    expect((await getReactivation(world.ctx(), person.accountId)).card).toBeNull();
  });

  test('once more while the link of an offline return is open', async () => {
    const person = await gone();
    await transaction(world.db, (tx) => tx.update(subscriptions).set({ paymentMethod: 'offline' }));
    expect((await come(person)).subscription.status).toBe('awaiting_payment');
    expect(await refusalOf(come(person))).toBe('PAYMENT_PENDING');
    expect(await refusalOf(come(person, '2026-12-20'))).toBe('PAYMENT_PENDING');
  });

  test('for the rest of the day when today’s order was paid and given back', async () => {
    const person = await plantSubscriber(world);
    await cancel(person);
    const [first] = await ordersOf(world, person.accountId);
    await refund({ ...world.ctx(), operator: 'operator' }, { target: first?.id ?? '', amount: null });
    const isOffered = async () => !(await getReactivation(world.ctx(), person.accountId)).refundedToday;
    expect(await refusalOf(come(person))).toBe('REFUNDED_TODAY');
    expect(await isOffered()).toBe(false);
    await goTo(world, '2026-11-21', '10:00');
    expect(await isOffered()).toBe(true);
    expect((await come(person)).charge).toMatchObject({ outcome: 'paid' });
  });

  test('for today only, when today’s order was given back: tomorrow can be chosen', async () => {
    const person = await plantSubscriber(world);
    await cancel(person);
    const [first] = await ordersOf(world, person.accountId);
    await refund({ ...world.ctx(), operator: 'operator' }, { target: first?.id ?? '', amount: null });
    expect((await come(person, '2026-11-21')).dates[0]).toBe('2026-11-21');
  });
});

test('offline, on a day: active at once, and its link waits for that day', async () => {
  const person = await gone();
  await transaction(world.db, (tx) => tx.update(subscriptions).set({ paymentMethod: 'offline' }));
  expect(await come(person, '2026-12-20')).toMatchObject({
    subscription: { status: 'active' },
    charge: null,
    pendingPayment: null,
  });
});

test('the screen learns what either way means', async () => {
  const person = await gone();
  expect(await getReactivation(world.ctx(), person.accountId)).toMatchObject({
    subscription: { status: 'cancelled' },
    today: '2026-12-05',
    from: '2026-12-06',
    until: '2027-03-05',
    chargedNow: 37525,
    datesNow: {
      1: ['2026-12-05', '2026-12-31', '2027-01-31'],
      2: ['2026-12-05', '2027-01-31', '2027-03-31'],
      3: ['2026-12-05', '2027-02-28', '2027-05-31'],
    },
    boxUnsent: true,
    card: { lastDigits: '4242', isDefault: true },
    pendingPayment: null,
  });
  await transaction(world.db, (tx) =>
    tx.execute(sql`update shipments set status = 'shipped', shipped_at = updated_at`),
  );
  expect((await getReactivation(world.ctx(), person.accountId)).boxUnsent).toBe(false);
  const [told] = await world.db.select().from(messages).where(eq(messages.kind, 'subscription_reactivated'));
  expect(told).toBeUndefined();
});
