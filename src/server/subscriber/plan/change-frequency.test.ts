import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import type { Frequency } from '@/domain/subscription';
import { runBilling } from '@/server/work/jobs/run';
import { orders, scheduleEpochs } from '@/server/db/schema';
import { listPreviousOrders } from '@/server/shop/orders/queries';
import { changeBox, changeFrequency, skipOrder } from './plan-commands';
import {
  holdFreeProduct,
  goTo,
  ordersOf,
  plantSubscriber,
  refusalOf,
  runPaymentDates,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { getSubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check' });

/** Creates a subscriber who paid on 20 November, with payment day 31. */
async function subscriber(frequency: Frequency = 1) {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world, { frequency });
  const ids = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, ids };
}

const change = (accountId: string, frequency: Frequency, after: string) =>
  changeFrequency(world.ctx(), accountId, { frequency, after: parseDay(after) });
const skip = (accountId: string, orderId: string) =>
  skipOrder(world.ctx(), accountId, { orderId, skip: true });
const listUpcoming = async (accountId: string) =>
  (await getSubscriptionView(world.ctx(), accountId)).upcomingOrders.map(
    (order) =>
      `${order.paymentDate}${order.skipped ? ' skipped' : ''}${order.freeProduct ? ' with a free product' : ''}`,
  );

describe('a change of the frequency', () => {
  test('starts after the chosen order', async () => {
    const { accountId } = await subscriber();
    const { subscription, upcomingOrders } = await change(accountId, 3, '2026-12-31');
    expect(subscription.frequency).toBe(3);
    expect(upcomingOrders.map((order) => order.paymentDate)).toEqual([
      '2026-12-31',
      '2027-03-31',
      '2027-06-30',
    ]);
    await runPaymentDates(world, '2026-12-31', '2027-03-31');
    expect(await listUpcoming(accountId)).toEqual(['2027-06-30', '2027-09-30', '2027-12-31']);
  });

  test('takes a payment day with it, saves both, and bills on the new days', async () => {
    const { accountId } = await subscriber();
    const request = { frequency: 2 as const, after: parseDay('2026-12-31'), paymentDay: 15 };
    const preview = await changeFrequency(world.ctx(), accountId, { ...request, preview: true });
    const { subscription, upcomingOrders } = await changeFrequency(world.ctx(), accountId, request);
    expect(subscription).toMatchObject({ frequency: 2, paymentDay: 15 });
    const dates = upcomingOrders.map((order) => order.paymentDate);
    expect(dates).toEqual(['2026-12-31', '2027-02-15', '2027-04-15']);
    expect(preview.upcomingOrders.map((order) => order.paymentDate)).toEqual(dates);
    await runPaymentDates(world, '2026-12-31', '2027-02-15');
    expect(await listUpcoming(accountId)).toEqual(['2027-04-15', '2027-06-15', '2027-08-15']);
  });

  test('keeps skip, price and free product of an order whose date stays', async () => {
    const { accountId, ids } = await subscriber();
    await skip(accountId, ids[3]!);
    await holdFreeProduct(world, accountId, ids[3]!, 'night-pads');
    await changeBox(world.ctx(), accountId, { items: [{ productCode: 'panty-liners', quantity: 3 }] });
    const { upcomingOrders } = await change(accountId, 2, '2026-12-31');
    expect(upcomingOrders.map((order) => [order.orderId === ids[3], order.total])).toEqual([
      [false, 30775],
      [true, 37525],
      [false, 30775],
    ]);
    expect(await listUpcoming(accountId)).toEqual([
      '2026-12-31',
      '2027-02-28 skipped with a free product',
      '2027-04-30',
    ]);
  });

  test('moves the free product of a removed order to the next order', async () => {
    const { accountId, ids } = await subscriber();
    await holdFreeProduct(world, accountId, ids[2]!, 'night-pads');
    await change(accountId, 3, '2026-12-31');
    expect(await listUpcoming(accountId)).toEqual([
      '2026-12-31',
      '2027-03-31 with a free product',
      '2027-06-30',
    ]);
    const held = await world.db.select().from(orders).where(eq(orders.freeProductPoints, 150));
    expect(held).toHaveLength(1);
  });

  test('keeps the skip of an order that is no longer one of the next three', async () => {
    const { accountId, ids } = await subscriber(3);
    await skip(accountId, ids[2]!);
    await change(accountId, 1, '2027-02-28');
    expect(await listUpcoming(accountId)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
    await runPaymentDates(world, '2027-02-28');
    expect(await listUpcoming(accountId)).toEqual(['2027-03-31', '2027-04-30', '2027-05-31 skipped']);
    await runPaymentDates(world, '2027-03-31', '2027-04-30', '2027-05-31');
    const [, passed] = await ordersOf(world, accountId).then((rows) => rows.slice(-5));
    expect(passed).toMatchObject({ date: '2027-05-31', status: 'skipped', payment: null });
  });

  test('never lists removed orders as previous', async () => {
    const { accountId } = await subscriber();
    await change(accountId, 3, '2026-12-31');
    await goTo(world, '2027-03-01', '10:00');
    await runBilling(world.ctx());
    const { orders: previous } = await listPreviousOrders(world.ctx(), accountId, 1);
    expect(previous.map((order) => order.paymentDate)).toEqual(['2026-12-31', '2026-11-20']);
  });

  test('and back restores the dates, adds epochs and never reuses an order index', async () => {
    const { accountId, ids } = await subscriber();
    const before = await listUpcoming(accountId);
    await change(accountId, 3, '2026-12-31');
    await change(accountId, 1, '2026-12-31');
    expect(await listUpcoming(accountId)).toEqual(before);
    const rows = await ordersOf(world, accountId);
    expect(new Set(rows.map((row) => row.index)).size).toBe(rows.length);
    expect(rows.find((row) => row.id === ids[2])?.status).toBe('void');
    expect(await world.db.select().from(scheduleEpochs)).toHaveLength(3);
  });
});

describe('the date of a frequency change', () => {
  test('is refused from 00:00 of that date on, also before the billing run', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-31', '00:20');
    expect(await refusalOf(change(accountId, 2, '2026-12-31'))).toBe('DATE_OUT_OF_RANGE');
    await runBilling(world.ctx());
    expect(await refusalOf(change(accountId, 2, '2026-12-31'))).toBe('DATE_OUT_OF_RANGE');
  });

  test('is accepted at 00:00 of an earlier order, and three orders are upcoming before the billing run', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-31', '00:00');
    await change(accountId, 2, '2027-01-31');
    expect(await listUpcoming(accountId)).toEqual(['2027-01-31', '2027-03-31', '2027-05-31']);
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    expect(await listUpcoming(accountId)).toEqual(['2027-01-31', '2027-03-31', '2027-05-31']);
  });
});
