import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { messages } from '@/server/db/schema';
import { listPreviousOrders } from '@/server/shop/orders/queries';
import { changePaymentDay, skipOrder } from './plan-commands';
import { runJobs } from '@/testing/jobs';
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

/**
 * Creates a subscriber who paid on 20 November (default), with orders on 31 December, 31 January and 28
 * February.
 */
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
const skip = (accountId: string, orderId: string, isSkipped = true) =>
  skipOrder(world.ctx(), accountId, { orderId, skip: isSkipped });
const listUpcoming = async (accountId: string) =>
  (await getSubscriptionView(world.ctx(), accountId)).upcomingOrders.map(
    (order) =>
      `${order.paymentDate}${order.skipped ? ' skipped' : ''}${order.freeProduct ? ' with a free product' : ''}`,
  );

describe('a change of the payment day', () => {
  test('can move an order to the date of the next order', async () => {
    const { accountId, ids } = await subscriber();
    await runPaymentDates(world, '2026-12-31', '2027-01-31', '2027-02-28');
    await goTo(world, '2027-03-30', '10:00');
    expect(await listUpcoming(accountId)).toEqual(['2027-03-31', '2027-04-30', '2027-05-31']);
    // 30 March is today, so every order moves to the next month.
    await change(accountId, 30);
    expect(await listUpcoming(accountId)).toEqual(['2027-04-30', '2027-05-30', '2027-06-30']);
    expect(await ordersOf(world, accountId)).toHaveLength(ids.length + 3);
  });

  test('keeps the skip and the free product of each order', async () => {
    const { accountId, ids } = await subscriber();
    await skip(accountId, ids[2]!);
    await holdFreeProduct(world, accountId, ids[2]!, 'night-pads');
    await holdFreeProduct(world, accountId, ids[3]!, 'day-pads');
    await change(accountId, 15);
    expect(await listUpcoming(accountId)).toEqual([
      '2026-12-15',
      '2027-01-15 skipped with a free product',
      '2027-02-15 with a free product',
    ]);
  });

  test('closes a skipped order whose new date is past, lists it as previous and refuses to unskip it', async () => {
    const { accountId, ids } = await subscriber();
    await skip(accountId, ids[1]!);
    await goTo(world, '2026-12-20', '10:00');
    await change(accountId, 15);
    expect(await listUpcoming(accountId)).toEqual(['2027-01-15', '2027-02-15', '2027-03-15']);
    const { orders: previous } = await listPreviousOrders(world.ctx(), accountId, 1);
    expect(previous[0]).toMatchObject({ orderId: ids[1], paymentDate: '2026-12-15', status: 'skipped' });
    expect(await refusalOf(skip(accountId, ids[1]!, false))).toBe('ORDER_NOT_UPCOMING');
    await runBilling(world.ctx());
    expect(await ordersOf(world, accountId)).toHaveLength(5);
  });

  test('removes a skipped order that would fall on a paid date and moves its free product to the next order', async () => {
    const { accountId, ids } = await subscriber('2027-01-01');
    expect(await listUpcoming(accountId)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    await skip(accountId, ids[1]!);
    await holdFreeProduct(world, accountId, ids[1]!, 'night-pads');
    await goTo(world, '2027-01-02', '10:00');
    await change(accountId, 1);
    expect(await listUpcoming(accountId)).toEqual([
      '2027-02-01 with a free product',
      '2027-03-01',
      '2027-04-01',
    ]);
    const { orders: previous } = await listPreviousOrders(world.ctx(), accountId, 1);
    expect(previous.map((order) => order.paymentDate)).toEqual(['2027-01-01']);
  });

  test('moves the later orders if made on a payment date', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-31', '00:00');
    await change(accountId, 21);
    expect(await listUpcoming(accountId)).toEqual(['2027-01-21', '2027-02-21', '2027-03-21']);
    await change(accountId, 20);
    expect(await listUpcoming(accountId)).toEqual(['2027-02-20', '2027-03-20', '2027-04-20']);
    await runPaymentDates(world, '2026-12-31');
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid', date: '2026-12-31' });
    expect(await listUpcoming(accountId)).toEqual(['2027-02-20', '2027-03-20', '2027-04-20']);
  });
});

describe('the reminder of a changed payment day', () => {
  const reminders = async () =>
    (await world.db.select().from(messages).where(eq(messages.kind, 'order_reminder'))).map(
      (message) => message.payload.paymentDate as string,
    );

  test('is queued at once, and once, if an order moves near', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-11', '10:00');
    await change(accountId, 16);
    expect(await reminders()).toEqual(['2026-12-16']);
    await runBilling(world.ctx());
    expect(await reminders()).toEqual(['2026-12-16']);
  });

  test('is queued again for the new date of an order that moves away', async () => {
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

  test('is withdrawn before delivery if its date changes', async () => {
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

  test('is not queued for a preview', async () => {
    const { accountId } = await subscriber();
    await goTo(world, '2026-12-11', '10:00');
    await changePaymentDay(world.ctx(), accountId, { paymentDay: 16, preview: true });
    expect(await reminders()).toEqual([]);
  });
});
