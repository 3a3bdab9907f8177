import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import type { Frequency } from '@/domain/subscription';
import { transaction } from '@/server/db';
import { cards, messages, paymentLinks, subscriptions } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { refund } from '@/server/desk/acts/refund';
import { skipOrder } from './plan-commands';
import { requestPaymentLink } from '@/server/money/payment-links/request-link';
import { deepTest } from '@/testing/deep';
import type { TestCard } from '@/testing/cards';
import { actOnCharge, gatewayCharges, setGateway, injectFault } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  ordersOf,
  pass,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { cancelSubscription } from './cancel';
import { reactivate } from './reactivate';
import { getReactivationOptions } from './reactivation-options';

const world = withWorld({ cleanup: 'check' });

const request = ({ accountId }: { accountId: string }, when = 'now', frequency: Frequency = 1) =>
  reactivate(world.ctx(), accountId, { when: when === 'now' ? 'now' : parseDay(when), frequency });
const cancel = ({ accountId }: { accountId: string }) =>
  cancelSubscription(world.ctx(), accountId, { reason: 'other' });
const rows = async (accountId: string) =>
  (await ordersOf(world, accountId)).map((row) => [row.status, row.date]);
const RENEWAL_DECLINES = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };

/** Creates a subscriber who paid and cancelled on 20 November. Today is 5 December. */
async function createCancelled(card = GOOD_CARD) {
  const person = await plantSubscriber(world, {}, card);
  await cancel(person);
  await settleDown(world);
  await goTo(world, '2026-12-05', '10:00');
  return person;
}

/**
 * Creates a subscriber whose retry schedule has ended. Today is 20 January.
 * @param linkAskedOn the day on which the subscriber requested a payment link; the clock then stays at the
 *   end of the schedule
 */
async function createInactive(card: TestCard = RENEWAL_DECLINES, linkAskedOn?: string) {
  const person = await plantSubscriber(world, {}, card);
  await settleDown(world);
  // With any other card the 3-D Secure challenge stays open.
  if (card !== RENEWAL_DECLINES) await setGateway(world, { threeDS: 'always' });
  for (const day of ['2026-12-31', '2027-01-01', '2027-01-03', '2027-01-05', '2027-01-07', '2027-01-13']) {
    if (linkAskedOn !== undefined && linkAskedOn < day) {
      await goTo(world, linkAskedOn);
      await requestPaymentLink(world.ctx(), person.accountId);
    }
    await goTo(world, day);
    await runBilling(world.ctx());
  }
  // The challenge of the last retry stays open for a day.
  if (card !== RENEWAL_DECLINES) {
    await goTo(world, '2027-01-14', '12:00');
    await runBilling(world.ctx());
  }
  await settleDown(world);
  expect(await statusOf(world, person.accountId)).toBe('inactive');
  if (linkAskedOn === undefined) await goTo(world, '2027-01-20', '10:00');
  return person;
}

describe('a reactivation now', () => {
  test('charges today’s box, activates the subscription and plans dates as after a first order', async () => {
    const person = await createCancelled();
    const result = await request(person, 'now', 2);
    expect(result).toMatchObject({
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
    expect(await messageKindsOf(world, person.accountId)).toEqual([
      'order_paid',
      'order_paid',
      'subscription_cancelled',
      'subscription_reactivated',
    ]);
  });

  test('charges today’s prices', async () => {
    const person = await createCancelled();
    await transaction(world.db, (tx) =>
      tx.execute(sql`insert into product_prices values ('day-pads', 9, 16900, '2026-12-01T00:00:00Z')`),
    );
    const { chargedNow } = await getReactivationOptions(world.ctx(), person.accountId);
    await request(person);
    expect(chargedNow).toBe(37525 + 2 * 1500);
    expect((await gatewayCharges(world, person.accountId))[1]?.amount).toBe(chargedNow);
    await transaction(world.db, (tx) => tx.execute(sql`delete from product_prices where version = 9`));
  });

  deepTest('of an inactive subscription voids the unpaid order', async () => {
    const person = await createInactive();
    expect((await request(person)).dates).toEqual(['2027-01-20', '2027-02-28', '2027-03-31']);
    expect((await rows(person.accountId))[1]).toEqual(['void', '2026-12-31']);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('that is declined changes nothing and voids its order', async () => {
    const person = await createCancelled();
    const before = await world.db.select().from(subscriptions);
    await injectFault(world, {
      op: 'POST /charges',
      kind: 'status',
      args: { status: 400, code: 'insufficient_fund' },
    });
    expect(await refusalOf(request(person, 'now', 3))).toBe('CARD_DECLINED insufficient_fund');
    expect(await world.db.select().from(subscriptions)).toEqual([
      { ...before[0], nextIndex: (before[0]?.nextIndex ?? 0) + 1 },
    ]);
    expect((await rows(person.accountId)).at(-1)).toEqual(['void', '2026-12-05']);
    const seen = () => getReactivationOptions(world.ctx(), person.accountId);
    expect(await seen()).toMatchObject({ declined: 'insufficient_fund' });
    expect(await request(person, 'now', 2)).toMatchObject({
      subscription: { status: 'active', frequency: 2 },
      dates: ['2026-12-05', '2027-01-31', '2027-03-31'],
    });
    expect(await seen()).toMatchObject({ declined: null });
  });

  test('of an inactive subscription closes an earlier link, and voids its order once the challenge is confirmed', async () => {
    const person = await createInactive(RENEWAL_DECLINES, '2027-01-12');
    await goTo(world, '2027-01-14', '10:00');
    await setGateway(world, { threeDS: 'always' });
    expect(await request(person)).toMatchObject({ charge: { outcome: 'action_required' } });
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

  test('of an inactive subscription that is declined keeps the unpaid order payable', async () => {
    const person = await createInactive();
    await injectFault(world, {
      op: 'POST /charges',
      kind: 'status',
      args: { status: 400, code: 'insufficient_fund' },
    });
    expect(await refusalOf(request(person))).toBe('CARD_DECLINED insufficient_fund');
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect((await rows(person.accountId))[1]).toEqual(['unpaid', '2026-12-31']);
  });

  test('starts the schedule from an order paid today and charges nothing', async () => {
    const person = await plantSubscriber(world, { paymentDay: 5 });
    await cancel(person);
    expect(await getReactivationOptions(world.ctx(), person.accountId)).toMatchObject({ chargedNow: null });
    const result = await request(person, 'now', 2);
    expect(result).toMatchObject({ charge: null, subscription: { status: 'active', frequency: 2 } });
    expect(result.dates).toEqual(['2027-01-05', '2027-03-05', '2027-05-05']);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('charges on the date of a skipped order', async () => {
    const person = await plantSubscriber(world);
    const [, next] = await ordersOf(world, person.accountId);
    await skipOrder(world.ctx(), person.accountId, { orderId: next?.id ?? '', skip: true });
    await settleDown(world);
    await goTo(world, '2026-12-31', '10:00');
    await runBilling(world.ctx());
    await cancel(person);
    expect(await request(person)).toMatchObject({ charge: { outcome: 'paid' } });
    expect((await rows(person.accountId))[1]).toEqual(['void', '2026-12-31']);
  });
});

describe('while the 3-D Secure challenge is open', () => {
  async function openChallenge() {
    const person = await createCancelled();
    await setGateway(world, { threeDS: 'always' });
    const result = await request(person, 'now', 2);
    const [, charge] = await gatewayCharges(world, person.accountId);
    return { ...person, result, chargeId: charge?.id ?? '' };
  }

  test('the subscription changes status and frequency only after the confirmation', async () => {
    const person = await openChallenge();
    expect(person.result).toMatchObject({
      subscription: { status: 'cancelled', frequency: 1 },
      charge: { outcome: 'action_required' },
      pendingPayment: { status: 'pending', amount: 37525 },
      dates: ['2026-12-05', '2027-01-31', '2027-03-31'],
    });
    await actOnCharge(world, person.chargeId, 'approve');
    const seen = await getReactivationOptions(world.ctx(), person.accountId);
    expect(seen.subscription).toMatchObject({ status: 'active', frequency: 2 });
  });

  test('an identical request returns its page, and a different one closes the challenge', async () => {
    const person = await openChallenge();
    expect((await request(person, 'now', 2)).charge).toEqual(person.result.charge);
    expect((await request(person, 'now', 3)).charge).not.toEqual(person.result.charge);
    expect((await gatewayCharges(world, person.accountId)).map((one) => one.status)).toEqual([
      'successful',
      'expired',
      'pending',
    ]);
    expect((await request(person, '2026-12-20')).subscription.status).toBe('active');
    expect((await gatewayCharges(world, person.accountId))[2]?.status).toBe('expired');
  });

  test('a cancellation ends the reactivation and refunds a confirmation that still arrives', async () => {
    const person = await openChallenge();
    expect((await cancel(person)).subscription.status).toBe('cancelled');
    await actOnCharge(world, person.chargeId, 'approve', true);
    await settleDown(world);
    expect((await gatewayCharges(world, person.accountId))[1]?.refunds).toMatchObject([{ amount: 37525 }]);
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
    expect(await refusalOf(cancel(person))).toBe('ALREADY_CANCELLED');
  });

  test('the reactivation expires after a day and voids its order', async () => {
    const person = await openChallenge();
    await pass(world, { hours: 25 });
    await runBilling(world.ctx());
    expect((await rows(person.accountId)).at(-1)).toEqual(['void', '2026-12-05']);
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
  });
});

describe('a reactivation on a later day', () => {
  test('activates the subscription at once and sets first payment date and payment day', async () => {
    const person = await createCancelled();
    const result = await request(person, '2026-12-30', 3);
    expect(result).toMatchObject({
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

  test('less than five days ahead queues one reminder at once', async () => {
    const person = await createCancelled();
    await request(person, '2026-12-09');
    const reminders = async () =>
      (await messageKindsOf(world, person.accountId)).filter((kind) => kind === 'order_reminder');
    expect(await reminders()).toHaveLength(1);
    await runBilling(world.ctx());
    expect(await reminders()).toHaveLength(1);
  });

  test('of an inactive subscription voids the unpaid order and refunds its late payment', async () => {
    const person = await createInactive(GOOD_CARD);
    await request(person, '2027-02-01');
    expect((await rows(person.accountId))[1]).toEqual(['void', '2026-12-31']);
    const attempts = await attemptsOf(world, person.accountId);
    const [, charge] = await gatewayCharges(world, person.accountId);
    await actOnCharge(world, charge?.id ?? '', 'approve', true);
    await settleDown(world);
    expect((await gatewayCharges(world, person.accountId))[1]?.refunds).toHaveLength(1);
    expect(await attemptsOf(world, person.accountId)).toHaveLength(attempts.length);
  });

  test.each(['2026-12-04', '2026-12-05', '2027-03-06'])('is refused for %s', async (day) => {
    expect(await refusalOf(request(await createCancelled(), day))).toBe('DATE_OUT_OF_RANGE');
  });

  test.each(['2026-12-06', '2027-03-05'])('is accepted for %s', async (day) => {
    expect((await request(await createCancelled(), day)).dates[0]).toBe(day);
  });
});

describe('a reactivation is refused', () => {
  test('for an active subscription and for a registration in progress', async () => {
    expect(await refusalOf(request(await plantSubscriber(world)))).toBe('NOT_REACTIVATABLE');
    const person = await plantRegistration(world);
    expect(await refusalOf(request(person))).toBe('NOT_ALLOWED');
    expect(await refusalOf(getReactivationOptions(world.ctx(), person.accountId))).toBe('NOT_ALLOWED');
  });

  test('without a card, now or on a later day', async () => {
    const person = await createCancelled();
    await transaction(world.db, (tx) =>
      tx
        .update(cards)
        .set({ isDefault: false, removedAt: world.now() })
        .where(eq(cards.accountId, person.accountId)),
    );
    expect(await refusalOf(request(person))).toBe('CARD_NOT_FOUND');
    expect(await refusalOf(request(person, '2026-12-20'))).toBe('CARD_NOT_FOUND');
    expect((await getReactivationOptions(world.ctx(), person.accountId)).card).toBeNull();
  });

  test('while the payment link of an offline reactivation is open', async () => {
    const person = await createCancelled();
    await transaction(world.db, (tx) => tx.update(subscriptions).set({ paymentMethod: 'offline' }));
    expect((await request(person)).subscription.status).toBe('awaiting_payment');
    expect(await refusalOf(request(person))).toBe('PAYMENT_PENDING');
    expect(await refusalOf(request(person, '2026-12-20'))).toBe('PAYMENT_PENDING');
  });

  test('now, until tomorrow, if today’s order was refunded', async () => {
    const person = await plantSubscriber(world);
    await cancel(person);
    const [first] = await ordersOf(world, person.accountId);
    await refund({ ...world.ctx(), operator: 'operator' }, { target: first?.id ?? '', amount: null });
    const isOffered = async () =>
      !(await getReactivationOptions(world.ctx(), person.accountId)).refundedToday;
    expect(await refusalOf(request(person))).toBe('REFUNDED_TODAY');
    expect(await isOffered()).toBe(false);
    await goTo(world, '2026-11-21', '10:00');
    expect(await isOffered()).toBe(true);
    expect((await request(person)).charge).toMatchObject({ outcome: 'paid' });
  });

  test('for today only if today’s order was refunded', async () => {
    const person = await plantSubscriber(world);
    await cancel(person);
    const [first] = await ordersOf(world, person.accountId);
    await refund({ ...world.ctx(), operator: 'operator' }, { target: first?.id ?? '', amount: null });
    expect((await request(person, '2026-11-21')).dates[0]).toBe('2026-11-21');
  });
});

test('an offline reactivation on a later day activates the subscription at once and opens no link yet', async () => {
  const person = await createCancelled();
  await transaction(world.db, (tx) => tx.update(subscriptions).set({ paymentMethod: 'offline' }));
  expect(await request(person, '2026-12-20')).toMatchObject({
    subscription: { status: 'active' },
    charge: null,
    pendingPayment: null,
  });
});

test('the options show dates, charge and card of a reactivation now or later', async () => {
  const person = await createCancelled();
  await transaction(world.db, (tx) =>
    tx.execute(sql`update shipments set status = 'preparing', requested_at = null, taken_at = null, shipped_at = null,
      delivered_at = null`),
  );
  expect(await getReactivationOptions(world.ctx(), person.accountId)).toMatchObject({
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
  expect((await getReactivationOptions(world.ctx(), person.accountId)).boxUnsent).toBe(false);
  const [message] = await world.db
    .select()
    .from(messages)
    .where(eq(messages.kind, 'subscription_reactivated'));
  expect(message).toBeUndefined();
});
