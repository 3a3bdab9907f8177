import { inArray } from 'drizzle-orm';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { addDays, dayOf, parseDay } from '@/domain/day';
import { transaction } from '@/server/db';
import { cards, messages } from '@/server/db/schema';
import type { TestCard } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { gatewayCharges, clearFaults, injectFault, withGatewayUnreachable } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import { deepTest, firstOrAll } from '@/testing/deep';
import { forgetEverybody } from '@/testing/forget-everybody';
import { attemptsOf, goTo, ordersOf, plantSubscriber, statusOf, messageKindsOf } from '@/testing/subscribers';
import { settleQuietly, withWorld } from '@/testing/with-world';
import { runBilling } from './run';

const world = withWorld();
afterEach(async () => {
  await clearFaults(world);
  await rest();
  await expectInvariants(world);
  await forgetEverybody(world);
});

const DUE = parseDay('2026-12-31');
const DECLINES_RENEWALS: TestCard = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
const run = () => runBilling(world.ctx());

const rest = () => settleQuietly(world);

async function subscriber(card: TestCard = GOOD_CARD, overrides: Parameters<typeof plantSubscriber>[1] = {}) {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world, overrides, card);
  await rest();
  return person;
}

/** Returns the messages about the failed renewal, oldest first. */
async function toldOfRenewal() {
  const kinds = ['payment_failed', 'subscription_ending', 'subscription_inactive'];
  const rows = await world.db
    .select()
    .from(messages)
    .where(inArray(messages.kind, kinds))
    .orderBy(messages.createdAt);
  return rows.map(({ kind, createdAt, payload }) => ({ kind, on: dayOf(createdAt), payload }));
}

/**
 * Runs billing twice concurrently on the given days after the payment date.
 * @returns the days with a charge
 */
async function liveThrough(accountId: string, days: Iterable<number>): Promise<number[]> {
  const asked: number[] = [];
  let before = (await attemptsOf(world, accountId)).length;
  for (const day of days) {
    for (const time of ['08:59', '09:00']) {
      await goTo(world, addDays(DUE, day), time);
      await Promise.all(time === '09:00' ? [run(), run()] : [run()]);
      const made = (await attemptsOf(world, accountId)).length;
      if (made > before && time !== '09:00') throw new Error(`asked at ${time} of day ${day}`);
      for (; before < made; before++) asked.push(day);
    }
    await rest();
  }
  return asked;
}

/** The days from the payment date to the given one. */
const everyDayTo = (last: number) => Array(last + 1).keys();

describe('a card with insufficient funds', () => {
  test('is charged on days 0, 1, 3, 5, 7 and 13 at 09:00; then the order is unpaid, the subscription inactive, and no charge follows', async () => {
    const { accountId } = await subscriber(DECLINES_RENEWALS);
    // At night every day: here those of the schedule and one after most of them.
    const days = inject('isDeep') ? everyDayTo(15) : [0, 1, 2, 3, 5, 7, 11, 12, 13, 14];
    expect(await liveThrough(accountId, days)).toEqual([0, 1, 3, 5, 7, 13]);
    expect(await statusOf(world, accountId)).toBe('inactive');
    expect((await ordersOf(world, accountId)).map((row) => [row.status, row.payment])).toEqual([
      ['paid', 'succeeded'],
      ['unpaid', 'suspended'],
      ['void', null],
      ['void', null],
      ['void', null],
    ]);
    expect(await toldOfRenewal()).toMatchObject([
      { kind: 'payment_failed', payload: { nextTryOn: '2027-01-01' } },
      { kind: 'payment_failed', payload: { nextTryOn: '2027-01-03' } },
      { kind: 'payment_failed', payload: { nextTryOn: '2027-01-05' } },
      { kind: 'payment_failed', payload: { nextTryOn: '2027-01-07' } },
      { kind: 'payment_failed', payload: { nextTryOn: '2027-01-13' } },
      {
        kind: 'subscription_ending',
        on: '2027-01-11',
        payload: { payUntil: '2027-01-12', lastTryOn: '2027-01-13', reason: 'insufficient_fund' },
      },
      { kind: 'subscription_inactive', payload: { points: 33, reason: 'insufficient_fund' } },
    ]);
    for (const day of ['2027-01-31', '2027-02-28', '2027-06-30', '2029-01-01']) {
      await goTo(world, day, '09:00');
      expect(await run()).toMatchObject({ planned: 0, charged: 0, declined: 0 });
    }
    expect(await attemptsOf(world, accountId)).toHaveLength(7);
  });

  deepTest('that has funds again on day 3 is charged then; the next payment dates stay', async () => {
    const { accountId } = await subscriber();
    await injectFault(world, {
      op: 'POST /charges',
      kind: 'status',
      args: { status: 400, code: 'insufficient_fund' },
      times: 2,
    });
    expect(await liveThrough(accountId, everyDayTo(4))).toEqual([0, 1, 3]);
    expect((await ordersOf(world, accountId)).map((row) => [row.status, row.date, row.paidOn])).toEqual([
      ['paid', '2026-11-20', '2026-11-20'],
      ['paid', '2026-12-31', '2027-01-03'],
      ['upcoming', '2027-01-31', null],
      ['upcoming', '2027-02-28', null],
      ['upcoming', '2027-03-31', null],
    ]);
  });
});

describe('a card with a hard decline', () => {
  test('is charged once; the subscriber is asked for another card, and without it the order ends on day 13', async () => {
    const { accountId } = await subscriber({ ...GOOD_CARD, expiryMonth: 11, expiryYear: 2026 });
    // The days on which a soft decline is charged again, and the one before the last.
    expect(await liveThrough(accountId, [0, 1, 3, 5, 7, 12])).toEqual([0]);
    expect((await ordersOf(world, accountId))[1]).toMatchObject({
      status: 'charging',
      payment: 'failed',
      reason: 'expired_card',
    });
    expect(await statusOf(world, accountId)).toBe('active');
    await goTo(world, addDays(DUE, 13), '08:59');
    await run();
    expect(await statusOf(world, accountId)).toBe('active');
    await goTo(world, addDays(DUE, 13), '09:00');
    await Promise.all([run(), run()]);
    expect(await statusOf(world, accountId)).toBe('inactive');
    expect((await ordersOf(world, accountId))[1]).toMatchObject({
      status: 'unpaid',
      payment: 'suspended',
      reason: 'expired_card',
    });
    expect(await attemptsOf(world, accountId)).toHaveLength(2);
    expect(await toldOfRenewal()).toMatchObject([
      { kind: 'payment_failed', payload: { needsCard: true, final: false } },
      { kind: 'subscription_ending', payload: { payUntil: '2027-01-12', lastTryOn: null } },
      { kind: 'subscription_inactive', payload: { reason: 'expired_card' } },
    ]);
  });
});

test('without a card the gateway is not called; the subscriber is asked for a card, and the order ends on day 13', async () => {
  const { accountId } = await subscriber();
  await transaction(world.db, (tx) => tx.update(cards).set({ isDefault: false, removedAt: world.now() }));
  await goTo(world, DUE, '09:00');
  expect(await run()).toMatchObject({ declined: 1 });
  expect((await ordersOf(world, accountId))[1]).toMatchObject({
    status: 'charging',
    payment: 'failed',
    reason: 'no_card',
  });
  expect(await gatewayCharges(world, accountId)).toHaveLength(1);
  await rest();
  await goTo(world, addDays(DUE, 13), '09:00');
  await run();
  expect(await statusOf(world, accountId)).toBe('inactive');
});

describe('an outage', () => {
  test('of 35 days leads to one charge of the newest order; the older one is missed', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2027-02-04', '11:00');
    await Promise.all([run(), run(), run()]);
    await rest();
    await goTo(world, '2027-02-04', '18:00');
    await run();
    expect((await ordersOf(world, accountId)).map((row) => [row.status, row.date, row.paidOn])).toEqual([
      ['paid', '2026-11-20', '2026-11-20'],
      ['missed', '2026-12-31', null],
      ['paid', '2027-01-31', '2027-02-04'],
      ['upcoming', '2027-02-28', null],
      ['upcoming', '2027-03-31', null],
      ['upcoming', '2027-04-30', null],
    ]);
    expect(await gatewayCharges(world, accountId)).toHaveLength(2);
  });

  deepTest('of a year leads to one charge and three planned orders', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2027-12-15', '11:00');
    for (let n = 0; n < 4; n++) await run();
    const rows = await ordersOf(world, accountId);
    expect(await gatewayCharges(world, accountId)).toHaveLength(2);
    expect(rows.filter((row) => row.status === 'upcoming').map((row) => row.date)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
    ]);
  });

  deepTest(
    'of three days delays the charge; after a decline the next retry follows the schedule',
    async () => {
      const { accountId } = await subscriber(DECLINES_RENEWALS);
      await goTo(world, '2027-01-03', '10:00');
      await run();
      const [, order] = await ordersOf(world, accountId);
      expect(order).toMatchObject({ status: 'charging', payment: 'failed' });
      expect(order?.dueAt?.toISOString()).toBe('2027-01-05T02:00:00.000Z');
    },
  );
});

describe('a payment date that begins while an older order is open', () => {
  test('closes the older order as unpaid and charges the newer one only', async () => {
    const { accountId } = await subscriber();
    await goTo(world, DUE, '09:00');
    await withGatewayUnreachable(run);
    await goTo(world, '2027-01-31', '00:00');
    await withGatewayUnreachable(run);
    expect((await ordersOf(world, accountId)).map((row) => row.status).slice(0, 3)).toEqual([
      'paid',
      'unpaid',
      'charging',
    ]);
    await goTo(world, '2027-01-31', '09:00');
    await Promise.all([run(), run()]);
    expect((await ordersOf(world, accountId)).map((row) => [row.status, row.payment]).slice(0, 3)).toEqual([
      ['paid', 'succeeded'],
      ['unpaid', 'failed'],
      ['paid', 'succeeded'],
    ]);
    expect(await gatewayCharges(world, accountId)).toHaveLength(2);
    expect(await statusOf(world, accountId)).toBe('active');
  });
});

test('an order is not charged before 09:00 of its payment date, and its box is fixed from 00:00', async () => {
  const { accountId } = await subscriber();
  await goTo(world, '2026-12-30', '23:59');
  await run();
  expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'upcoming' });
  await goTo(world, DUE, '00:00');
  expect(await run()).toMatchObject({ planned: 1, charged: 0 });
  expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'charging', payment: 'pending' });
  await goTo(world, DUE, '08:59');
  expect(await run()).toMatchObject({ charged: 0 });
  await goTo(world, DUE, '09:00');
  expect(await run()).toMatchObject({ charged: 1 });
  expect(await messageKindsOf(world, accountId)).toContain('order_paid');
});

test.each(firstOrAll([2, 3]))(
  'every %i months, dates are computed from the first month, not from the previous date',
  async (frequency) => {
    const { accountId } = await subscriber(GOOD_CARD, { frequency });
    for (let n = 0; n < 3; n++) {
      const next = (await ordersOf(world, accountId)).find((row) => row.status === 'upcoming');
      await goTo(world, next?.date ?? '', '09:00');
      await run();
      await rest();
    }
    expect((await ordersOf(world, accountId)).map((row) => row.date)).toEqual(
      frequency === 2
        ? ['2026-11-20', '2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31', '2027-09-30', '2027-11-30']
        : ['2026-11-20', '2027-02-28', '2027-05-31', '2027-08-31', '2027-11-30', '2028-02-29', '2028-05-31'],
    );
  },
);
