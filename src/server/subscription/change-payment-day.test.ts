import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { runBilling } from '@/server/jobs/run';
import { messages } from '@/server/db/schema';
import { listPreviousOrders } from '@/server/orders/queries';
import { skipOrder } from '@/server/orders/skip';
import { runJobs } from '@/testing/jobs';
import { withMoneyWorld } from '@/testing/money-world';
import { holdFreeProduct, goTo, ordersOf, plantSubscriber, refusalOf } from '@/testing/subscribers';
import type { World } from '@/testing/world';
import { changePaymentDay } from './change-payment-day';
import { viewSubscription } from './shown';

let world: World;
withMoneyWorld((opened) => (world = opened));

/** Paid on 20 November unless said otherwise; 31 December, 31 January and 28 February follow. */
async function subscriber(paid = '2026-11-20', paymentDay = 31) {
  await goTo(world, paid, '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay });
  await world.sandbox.settled();
  await runJobs();
  const ids = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, ids };
}

const change = (accountId: string, paymentDay: number) =>
  changePaymentDay(world.ctx(), accountId, { paymentDay });
const skip = (accountId: string, orderId: string, wish = true) =>
  skipOrder(world.ctx(), accountId, { orderId, skip: wish });
const shown = async (accountId: string) =>
  (await viewSubscription(world.ctx(), accountId)).upcomingOrders.map(
    (order) =>
      `${order.paymentDate}${order.skipped ? ' skipped' : ''}${order.freeProduct ? ' with a free product' : ''}`,
  );

async function liveThrough(days: string[]): Promise<void> {
  for (const day of days) {
    for (const time of ['00:00', '09:00']) {
      await goTo(world, day, time);
      await runBilling(world.ctx());
    }
  }
}

describe('another payment day', () => {
  test('moves the orders themselves, and the ones after them', async () => {
    const { accountId, ids } = await subscriber();
    const { subscription, upcomingOrders } = await change(accountId, 30);
    expect(subscription.paymentDay).toBe(30);
    expect(upcomingOrders.map((order) => order.orderId)).toEqual(ids.slice(1));
    expect(await shown(accountId)).toEqual(['2026-12-30', '2027-01-30', '2027-02-28']);
    await liveThrough(['2026-12-30', '2027-01-30']);
    expect(await shown(accountId)).toEqual(['2027-02-28', '2027-03-30', '2027-04-30']);
  });

  test('may put an order on the date that the next one had', async () => {
    const { accountId, ids } = await subscriber();
    await liveThrough(['2026-12-31', '2027-01-31', '2027-02-28']);
    await goTo(world, '2027-03-30', '10:00');
    expect(await shown(accountId)).toEqual(['2027-03-31', '2027-04-30', '2027-05-31']);
    // 30 March is today, so all move a month on.
    await change(accountId, 30);
    expect(await shown(accountId)).toEqual(['2027-04-30', '2027-05-30', '2027-06-30']);
    expect(await ordersOf(world, accountId)).toHaveLength(ids.length + 3);
  });

  test('keeps every skip and free product with its order', async () => {
    const { accountId, ids } = await subscriber();
    await skip(accountId, ids[2]!);
    await holdFreeProduct(world, accountId, ids[2]!, 'night-pads');
    await holdFreeProduct(world, accountId, ids[3]!, 'day-pads');
    await change(accountId, 15);
    expect(await shown(accountId)).toEqual([
      '2026-12-15',
      '2027-01-15 skipped with a free product',
      '2027-02-15 with a free product',
    ]);
  });

  test('closes a skipped order whose new date is past: listed as previous, and not to be put back', async () => {
    const { accountId, ids } = await subscriber();
    await skip(accountId, ids[1]!);
    await goTo(world, '2026-12-20', '10:00');
    await change(accountId, 15);
    expect(await shown(accountId)).toEqual(['2027-01-15', '2027-02-15', '2027-03-15']);
    const { orders: previous } = await listPreviousOrders(world.ctx(), accountId, 1);
    expect(previous[0]).toMatchObject({ orderId: ids[1], paymentDate: '2026-12-15', status: 'skipped' });
    expect(await refusalOf(skip(accountId, ids[1]!, false))).toBe('ORDER_NOT_UPCOMING');
    await runBilling(world.ctx());
    expect(await ordersOf(world, accountId)).toHaveLength(5);
  });

  test('closes one whose new date is today', async () => {
    const { accountId, ids } = await subscriber();
    await skip(accountId, ids[1]!);
    await goTo(world, '2026-12-20', '10:00');
    await change(accountId, 20);
    expect(await shown(accountId)).toEqual(['2027-01-20', '2027-02-20', '2027-03-20']);
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ date: '2026-12-20', status: 'skipped' });
  });

  test('with all three skipped begins with the one planned after them', async () => {
    const { accountId, ids } = await subscriber();
    for (const id of ids.slice(1)) await skip(accountId, id);
    await change(accountId, 15);
    expect(await shown(accountId)).toEqual([
      '2026-12-15 skipped',
      '2027-01-15 skipped',
      '2027-02-15 skipped',
    ]);
    await liveThrough(['2026-12-15', '2027-01-15']);
    expect(await shown(accountId)).toEqual(['2027-02-15 skipped', '2027-03-15', '2027-04-15']);
  });

  test('a skipped order that would fall on a day paid for disappears, its free product moves on', async () => {
    const { accountId, ids } = await subscriber('2027-01-01');
    expect(await shown(accountId)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    await skip(accountId, ids[1]!);
    await holdFreeProduct(world, accountId, ids[1]!, 'night-pads');
    await goTo(world, '2027-01-02', '10:00');
    await change(accountId, 1);
    expect(await shown(accountId)).toEqual(['2027-02-01 with a free product', '2027-03-01', '2027-04-01']);
    const { orders: previous } = await listPreviousOrders(world.ctx(), accountId, 1);
    expect(previous.map((order) => order.paymentDate)).toEqual(['2027-01-01']);
  });

  test('on the payment date itself moves the orders after it', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-31', '00:00');
    await change(accountId, 21);
    expect(await shown(accountId)).toEqual(['2027-01-21', '2027-02-21', '2027-03-21']);
    await change(accountId, 20);
    expect(await shown(accountId)).toEqual(['2027-02-20', '2027-03-20', '2027-04-20']);
    await liveThrough(['2026-12-31']);
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid', date: '2026-12-31' });
    expect(await shown(accountId)).toEqual(['2027-02-20', '2027-03-20', '2027-04-20']);
  });
});

describe('the reminder', () => {
  const reminders = async () =>
    (await world.db.select().from(messages).where(eq(messages.kind, 'order_reminder'))).map(
      (message) => message.payload.paymentDate as string,
    );

  test('of an order that moves near is sent at once, and once', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-11', '10:00');
    await change(accountId, 16);
    expect(await reminders()).toEqual(['2026-12-16']);
    await runBilling(world.ctx());
    expect(await reminders()).toEqual(['2026-12-16']);
  });

  test('of an order that moves away after its reminder is sent for the new date too', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-26', '09:00');
    await runBilling(world.ctx());
    await runJobs();
    expect(await reminders()).toEqual(['2026-12-31']);
    await change(accountId, 10);
    await runBilling(world.ctx());
    expect(await reminders()).toEqual(['2026-12-31']);
    await goTo(world, '2027-01-05', '09:00');
    await runBilling(world.ctx());
    expect((await reminders()).sort()).toEqual(['2026-12-31', '2027-01-10']);
  });

  test('that waits for the morning is taken back when its date no longer holds', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-11', '22:00');
    await change(accountId, 16);
    expect(await reminders()).toEqual(['2026-12-16']);
    await change(accountId, 15);
    expect(await reminders()).toEqual(['2026-12-15']);
    await change(accountId, 30);
    expect(await reminders()).toEqual([]);
    await change(accountId, 16);
    expect(await reminders()).toEqual(['2026-12-16']);
  });

  test('of a preview is not', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-11', '10:00');
    await changePaymentDay(world.ctx(), accountId, { paymentDay: 16, preview: true });
    expect(await reminders()).toEqual([]);
  });
});
