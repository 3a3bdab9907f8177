import { and, asc, eq, gt } from 'drizzle-orm';
import { afterEach, expect, inject, test } from 'vitest';
import { addMonths, parseDay } from '@/domain/day';
import type { OrderAhead } from '@/domain/year-ahead';
import { orders, productPrices } from '@/server/db/schema';
import { transaction } from '@/server/db';
import { runBilling } from '@/server/work/jobs/run';
import {
  changeBox,
  changeFrequency,
  changePaymentDay,
  moveOrder,
  pauseSubscription,
  skipOrder,
} from './plan-commands';
import { runJobs } from '@/testing/jobs';
import { goTo, ordersOf, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { cancelSubscription } from './cancel';
import { getYearAhead } from './queries';

const world = withWorld({ cleanup: 'check' });
const TODAY = '2026-11-20';
afterEach(() => transaction(world.db, (tx) => tx.delete(productPrices).where(gt(productPrices.version, 1))));

/** Creates a subscriber who paid on 20 November, with orders on 31 December, 31 January and 28 February. */
async function subscriber() {
  await goTo(world, TODAY, '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  const [, next = '', second = ''] = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, next, second };
}

const read = async (accountId: string) => (await getYearAhead(world.ctx(), accountId)).orders;

/** Runs billing through all payment dates of a list, and returns what was paid and skipped after today. */
async function billThrough(accountId: string, ahead: readonly OrderAhead[]) {
  for (const { paymentDate } of ahead) {
    for (const time of ['00:00', '09:00']) {
      await goTo(world, paymentDate, time);
      await runBilling(world.ctx());
      await world.sandbox.settled();
    }
  }
  const last = addMonths(parseDay(TODAY), 12);
  const rows = await world.db
    .select({ paymentDate: orders.paymentDate, status: orders.status, total: orders.total })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), gt(orders.paymentDate, parseDay(TODAY))))
    .orderBy(asc(orders.paymentDate));
  return rows.filter(({ paymentDate }) => paymentDate <= last);
}

test('the next twelve months are those that billing charges and skips, with a skip, a moved order and a pause', async () => {
  const { accountId, next, second } = await subscriber();
  await skipOrder(world.ctx(), accountId, { orderId: second, skip: true });
  await moveOrder(world.ctx(), accountId, { orderId: next, date: parseDay('2026-12-24') });
  await pauseSubscription(world.ctx(), accountId, { until: parseDay('2027-04-15') });
  const ahead = await read(accountId);
  expect(ahead.map(({ paymentDate, state }) => `${paymentDate} ${state}`)).toEqual([
    '2026-12-24 paused',
    '2027-01-31 skipped',
    '2027-02-28 paused',
    '2027-03-31 paused',
    '2027-04-30 planned',
    '2027-05-31 planned',
    '2027-06-30 planned',
    '2027-07-31 planned',
    '2027-08-31 planned',
    '2027-09-30 planned',
    '2027-10-31 planned',
  ]);
  const lived = inject('isDeep') ? ahead : ahead.slice(0, 5);
  const billed = await billThrough(accountId, lived);
  expect(billed.slice(0, lived.length)).toEqual(
    lived.map(({ paymentDate, state, total }) => ({
      paymentDate,
      total,
      status: state === 'planned' ? 'paid' : 'skipped',
    })),
  );
});

test('the preview of each change shows its twelve months, which are those after the change', async () => {
  const { accountId, next } = await subscriber();
  const ctx = world.ctx();
  const items = [{ productCode: 'night-pads' as const, quantity: 4 }];
  const changes = [
    (more = {}) => changeBox(ctx, accountId, { items, ...more }),
    (more = {}) => moveOrder(ctx, accountId, { orderId: next, date: parseDay('2026-12-24'), ...more }),
    (more = {}) => changeFrequency(ctx, accountId, { frequency: 2, after: parseDay('2027-01-31'), ...more }),
    (more = {}) => changePaymentDay(ctx, accountId, { paymentDay: 5, ...more }),
    (more = {}) => pauseSubscription(ctx, accountId, { until: parseDay('2027-03-01'), ...more }),
  ];
  for (const change of changes) {
    const before = await read(accountId);
    const previewed = (await change({ preview: true })).yearAhead;
    expect(previewed).not.toEqual(before);
    expect(await read(accountId)).toEqual(before);
    expect((await change()).yearAhead).toBeUndefined();
    expect(await read(accountId)).toEqual(previewed);
  }
});

test('a higher price counts from the first order that billing will charge with it', async () => {
  const { accountId } = await subscriber();
  const old = await read(accountId);
  await goTo(world, TODAY, '10:01');
  await transaction(world.db, (tx) =>
    tx
      .insert(productPrices)
      .values({ productCode: 'day-pads', version: 2, listPrice: 16900, validFrom: world.now() }),
  );
  const ahead = await read(accountId);
  expect(ahead.map(({ total }, at) => total - (old[at]?.total ?? 0))).toEqual([
    0,
    0,
    0,
    ...Array<number>(8).fill(3000),
  ]);
  // The fourth order is the first one with the higher price.
  const lived = inject('isDeep') ? ahead : ahead.slice(0, 4);
  const billed = await billThrough(accountId, lived);
  expect(billed.slice(0, lived.length).map(({ paymentDate, total }) => [paymentDate, total])).toEqual(
    lived.map(({ paymentDate, total }) => [paymentDate, total]),
  );
});

test('is empty for a cancelled subscription, and refused without one', async () => {
  const { accountId } = await subscriber();
  await cancelSubscription(world.ctx(), accountId, { reason: 'buyWhenNeed' });
  expect(await read(accountId)).toEqual([]);
  await expect(getYearAhead(world.ctx(), 'nobody')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});
