import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { dayOf, parseDay } from '@/domain/day';
import { sendableFrom } from '@/domain/quiet-hours';
import type { PriceChange } from '@/domain/price-change';
import { transaction } from '@/server/db';
import { orders, priceNotices } from '@/server/db/schema';
import {
  changeOrderBox,
  pauseSubscription,
  skipOrder,
  updateAddress,
} from '@/server/subscriber/plan/plan-commands';
import { runBilling } from '@/server/work/jobs/run';
import { BILLING_JOBS } from '@/server/work/jobs/scheduled-jobs';
import { getSubscriptionView } from '@/server/subscriber/plan/queries';
import { firstOrAll } from '@/testing/deep';
import { changePrices, forgetPriceChanges, rehearsePrices } from '@/testing/price-changes';
import { DELIVERY } from '@/testing/browser';
import { goTo, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });
afterEach(() => forgetPriceChanges(world));

const box = (packs: Record<string, number>) =>
  Object.entries(packs).map(([productCode, quantity]) => ({
    productCode: productCode as 'day-pads',
    quantity,
  }));
const LINERS = box({ 'panty-liners': 2 });
const FREE = box({ 'day-pads': 1, 'night-pads': 1, 'panty-liners': 1 });
const FAR = { ...DELIVERY, province: 'Chiang Mai', postalCode: '50000' };

/** Subscribers whose orders a price change treats differently. */
async function plantSeveral(): Promise<string[]> {
  const people = [
    await plantSubscriber(world),
    await plantSubscriber(world),
    await plantSubscriber(world, { frequency: 3 }),
    await plantSubscriber(world, { frequency: 2, paymentDay: 10 }),
    await plantSubscriber(world, { items: LINERS }),
    await plantSubscriber(world, { items: FREE, paymentDay: 5 }),
    await plantSubscriber(world, { paymentDay: 5 }),
    await plantSubscriber(world),
    await plantSubscriber(world, { paymentDay: 14 }),
    await plantSubscriber(world, { paymentDay: 15 }),
  ];
  const ids = people.map(({ accountId }) => accountId);
  await updateAddress(world.ctx(), ids[6] ?? '', FAR);
  const [paused, skipping, own] = ids.slice(-3) as [string, string, string];
  await pauseSubscription(world.ctx(), paused, { until: parseDay('2027-04-15') });
  const order = async (id: string, at: number) =>
    (await getSubscriptionView(world.ctx(), id)).upcomingOrders[at]!.orderId;
  await skipOrder(world.ctx(), skipping, { orderId: await order(skipping, 1), skip: true });
  await changeOrderBox(world.ctx(), own, { orderId: await order(own, 0), items: LINERS });
  return ids;
}

/** Failed payments do not change what is planned, so that nothing has to be charged. */
const PLANNING = BILLING_JOBS.filter(({ name }) => name === 'beginPaymentDates');

/** Begins the orders of every payment date up to a day. */
async function live(until: string): Promise<void> {
  for (;;) {
    const [next] = await world.db.execute<{ day: string | null }>(sql`select min(payment_date)::text as day
      from orders where begun_at is null and status in ('upcoming','skipped')`);
    if (!next?.day || next.day > until) return;
    await goTo(world, next.day, '00:00');
    await runBilling(world.ctx(), 100, PLANNING);
  }
}

type Sums = Record<'total' | 'orders', number>;

/** Returns the sums of the orders that will be sent, by month. */
async function sumsByMonth(): Promise<Map<string, Sums>> {
  const rows = await world.db.execute<Sums & { month: string }>(sql`
    select to_char(payment_date, 'YYYY-MM') as month, sum(box_price + delivery_fee)::int as total, count(*)::int as orders
    from orders where status not in ('void','skipped','missed') group by 1`);
  return new Map([...rows].map(({ month, ...sums }) => [month, sums]));
}

async function noticeDays(): Promise<Map<string, number>> {
  const days = new Map<string, number>();
  for (const { createdAt } of await world.db.select().from(priceNotices)) {
    const day = dayOf(sendableFrom(createdAt));
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return days;
}

const HIGHER = {
  products: [
    { code: 'day-pads', listPrice: 16_900 },
    { code: 'night-pads', listPrice: 15_900 },
  ],
} as const satisfies Partial<PriceChange>;
const MIXED = {
  products: [
    { code: 'day-pads', listPrice: 17_900 },
    { code: 'panty-liners', listPrice: 9_900 },
  ],
  fees: [
    { zone: 'bangkok', fee: 5_000 },
    { zone: 'standard', fee: 5_500 },
  ],
} as const satisfies Partial<PriceChange>;

/** The last month in which every subscriber's orders are planned at the end of the walk. */
const LAST = '2027-10';
const WALK = '2027-08-10';

describe('a rehearsal', () => {
  test.each(
    firstOrAll<[string, Partial<PriceChange>]>([
      ['of prices and fees in both directions from now', { ...MIXED }],
      ['of prices and fees in both directions from a later day', { ...MIXED, from: parseDay('2027-02-01') }],
      ['of higher prices from now', { ...HIGHER }],
    ]),
  )('%s names exactly the totals and notices that follow', async (_, change) => {
    await plantSeveral();
    await goTo(world, '2026-12-01', '12:00');
    const { result } = await changePrices(world, change);
    const before = await noticeDays();
    await live(WALK);
    const sums = await sumsByMonth();
    const notices = [...(await noticeDays())].filter(([day]) => !before.has(day));
    expect(result.subscriptions).toBe(10);
    expect(result.notices.map(({ day, count }) => [day, count])).toEqual(notices.toSorted());
    const rehearsed = result.months.filter(({ month }) => month <= LAST);
    expect(rehearsed.some(({ orders }) => orders > 0)).toBe(true);
    const expected = await baseline();
    for (const { month, difference } of rehearsed)
      expect([month, difference]).toEqual([
        month,
        (sums.get(month)?.total ?? 0) - (expected.get(month) ?? 0),
      ]);
  });

  test('of a second change counts the notices of both, and those that leave without it', async () => {
    await plantSeveral();
    await goTo(world, '2026-12-01', '12:00');
    await changePrices(world, HIGHER);
    await live('2026-12-20');
    await goTo(world, '2026-12-20', '12:00');
    const before = await noticeDays();
    expect(before.size).toBeGreaterThan(0);
    const alone = await rehearsePrices(world, { fees: [{ zone: 'remote_surcharge', fee: 2_500 }] });
    const { result } = await changePrices(world, MIXED);
    await live(WALK);
    const notices = [...(await noticeDays())].filter(([day]) => !before.has(day));
    expect(result.notices.map(({ day, count }) => [day, count])).toEqual(notices.toSorted());
    expect(result.noticesAnyway).toBe(alone.result.notices.reduce((sum, { count }) => sum + count, 0));
    expect(result.noticesAnyway).toBeGreaterThan(0);
  });

  test('of a change after a planned one names what both do, and what the planned one does alone', async () => {
    await plantSeveral();
    await goTo(world, '2026-12-01', '12:00');
    const first = await changePrices(world, { ...HIGHER, from: parseDay('2027-01-15') });
    const { result } = await changePrices(world, { ...MIXED, from: parseDay('2027-03-01') });
    expect(result.noticesAnyway).toBe(first.result.notices.reduce((sum, { count }) => sum + count, 0));
    const before = await noticeDays();
    await live(WALK);
    const notices = [...(await noticeDays())].filter(([day]) => !before.has(day));
    expect(result.notices.map(({ day, count }) => [day, count])).toEqual(notices.toSorted());
    expect(result.boxes[0]?.oldTotal).toBe(first.result.boxes[0]?.newTotal);
  });

  test('names the orders that keep their prices, the boxes that cost more, and the change of a month', async () => {
    const [regular, seldom] = [await plantSubscriber(world), await plantSubscriber(world, { frequency: 3 })];
    await plantSubscriber(world, { items: LINERS });
    const planned = await world.db.select().from(orders).where(eq(orders.status, 'upcoming'));
    const theirs = planned.filter(({ accountId }) =>
      [regular, seldom].some((one) => one.accountId === accountId),
    );
    const { result } = await rehearsePrices(world, { products: [{ code: 'day-pads', listPrice: 16_900 }] });
    const last = theirs
      .map(({ paymentDate }) => paymentDate)
      .sort()
      .at(-1);
    expect(result).toMatchObject({
      subscriptions: 3,
      higher: 2,
      lower: 0,
      same: 1,
      monthly: 3_000 + 1_000,
      kept: { orders: 6, last },
      moreBoxes: 0,
      noticesAnyway: 0,
    });
    const raised = { oldTotal: 37_525, newTotal: 40_525, oldFee: 4_000, newFee: 4_000, subscriptions: 2 };
    expect(result.boxes[0]).toMatchObject(raised);
    expect(result.boxes).toHaveLength(2);
    expect(result.months.filter(({ starts }) => starts > 0).map(({ month }) => month)).toEqual([
      '2027-03',
      '2027-11',
    ]);
  });
});

describe('a rehearsal does not take two subscriptions for one', () => {
  test('of which only one was notified of the new price', async () => {
    const [notified] = [await plantSubscriber(world), await plantSubscriber(world)];
    await transaction(world.db, (tx) =>
      tx.insert(priceNotices).values({
        subscriptionId: notified.subscriptionId,
        number: 1,
        firstDate: parseDay('2027-03-31'),
        prices: 'day-pads@2 night-pads@2 delivery=4000',
        oldTotal: 37_525,
        newTotal: 41_275,
        createdAt: world.now(),
      }),
    );
    const { result } = await rehearsePrices(world, HIGHER);
    expect(result.notices.map(({ count }) => count)).toEqual([1]);
  });

  test('of which one skipped its orders, and the other one is paused for longer', async () => {
    const [skipping, paused] = [await plantSubscriber(world), await plantSubscriber(world)];
    for (const { orderId } of (await getSubscriptionView(world.ctx(), skipping.accountId)).upcomingOrders)
      await skipOrder(world.ctx(), skipping.accountId, { orderId, skip: true });
    await pauseSubscription(world.ctx(), paused.accountId, { until: parseDay('2027-04-15') });
    const { result } = await rehearsePrices(world, HIGHER);
    const ordersOf = (wanted: string) => result.months.find(({ month }) => month === wanted)?.orders;
    expect([ordersOf('2027-03'), ordersOf('2027-04')]).toEqual([1, 2]);
  });
});

/** Returns the totals by month as if every order had the prices of the first versions. */
async function baseline(): Promise<Map<string, number>> {
  const rows = await world.db.execute<{ month: string; total: number }>(sql`
    select to_char(o.payment_date, 'YYYY-MM') as month, sum(o.total)::int as total from (
      select payment_date, delivery_fee, box_price,
        (select sum(round(i.quantity * p.list_price * 0.75)) from order_items i join product_prices p
          on p.product_code = i.product_code and p.version = 1 where i.order_id = o.id)
        + case when delivery_fee = 0 then 0 when a.postal_code = '50000' then 6000 else 4000 end as total
      from orders o join accounts a on a.id = o.account_id
      where o.status not in ('void','skipped','missed')) o group by 1`);
  return new Map([...rows].map(({ month, total }) => [month, total]));
}
