import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { BoxItem } from '@/domain/box';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { orderItems, orders, productPrices } from '@/server/db/schema';
import { changeBox, changeOrderBox, skipOrder, updateAddress } from './plan-commands';
import { DELIVERY } from '@/testing/browser';
import { holdFreeProduct, goTo, ordersOf, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { getSubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check' });

const LINERS: BoxItem[] = [{ productCode: 'panty-liners', quantity: 3 }];
const REGULAR: BoxItem[] = [
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];

/**
 * Creates a subscriber with 2 packs of day pads and 1 pack of night pads. The subscriber paid ฿335.25 + ฿40
 * on 20 November. Three orders are upcoming.
 */
async function subscriber() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world);
  const ids = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, ids };
}

const change = (accountId: string, items: BoxItem[]) => changeBox(world.ctx(), accountId, { items });
/** Returns the items and prices of each upcoming order. */
const pricesOf = async (accountId: string) =>
  (await getSubscriptionView(world.ctx(), accountId)).upcomingOrders.map((order) => [
    order.items.map((item) => `${item.quantity} ${item.productCode}`).join(', '),
    order.boxPrice,
    order.deliveryFee,
    order.total,
    order.points,
  ]);

const OLD = ['2 day-pads, 1 night-pads', 33525, 4000, 37525, 33];
const NEW = ['3 panty-liners', 26775, 4000, 30775, 26];

describe('a change of the box', () => {
  test('changes the subscription and every upcoming order, and no paid order', async () => {
    const { accountId, ids } = await subscriber();
    const { subscription } = await change(accountId, LINERS);
    expect(subscription).toMatchObject({
      items: LINERS,
      boxPrice: 26775,
      deliveryFee: 4000,
      pointsPerOrder: 26,
    });
    expect(await pricesOf(accountId)).toEqual([NEW, NEW, NEW]);
    expect((await ordersOf(world, accountId))[0]?.total).toBe(37525);
    expect(await world.db.select().from(orderItems).where(eq(orderItems.orderId, ids[0]!))).toHaveLength(2);
  });

  test('makes delivery free while the box contains a free-delivery plan', async () => {
    const { accountId } = await subscriber();
    const free = ['1 day-pads, 1 night-pads, 1 panty-liners', 31275, 0, 31275, 31];
    await change(accountId, REGULAR);
    expect(await pricesOf(accountId)).toEqual([free, free, free]);
    await change(accountId, LINERS);
    expect(await pricesOf(accountId)).toEqual([NEW, NEW, NEW]);
  });

  test('changes a skipped order, which stays skipped', async () => {
    const { accountId, ids } = await subscriber();
    await skipOrder(world.ctx(), accountId, { orderId: ids[2]!, skip: true });
    const { upcomingOrders } = await change(accountId, LINERS);
    expect(upcomingOrders.map((order) => order.skipped)).toEqual([false, true, false]);
    expect(await pricesOf(accountId)).toEqual([NEW, NEW, NEW]);
  });

  test('does not change an order with a free product', async () => {
    const { accountId, ids } = await subscriber();
    await holdFreeProduct(world, accountId, ids[1]!, 'night-pads');
    const before = await world.db.select().from(orders).where(eq(orders.id, ids[1]!));
    const { upcomingOrders } = await change(accountId, LINERS);
    expect(upcomingOrders[0]?.freeProduct).toBe('night-pads');
    expect(await pricesOf(accountId)).toEqual([OLD, NEW, NEW]);
    expect(await world.db.select().from(orders).where(eq(orders.id, ids[1]!))).toEqual(before);
  });

  test('uses the prices of today, while earlier orders keep their prices', async () => {
    const { accountId } = await subscriber();
    await transaction(world.db, (tx) =>
      tx.insert(productPrices).values({
        productCode: 'panty-liners',
        version: 2,
        listPrice: 20000,
        validFrom: new Date('2026-12-01T00:00:00+07:00'),
      }),
    );
    await change(accountId, LINERS);
    await goTo(world, '2026-12-01', '00:00');
    expect(await pricesOf(accountId)).toEqual([NEW, NEW, NEW]);
    await change(accountId, [{ productCode: 'panty-liners', quantity: 2 }]);
    expect((await pricesOf(accountId))[0]).toEqual(['2 panty-liners', 30000, 4000, 34000, 30]);
    const versions = (await world.db.select().from(orderItems)).map((item) => item.priceVersion);
    expect(versions.filter((version) => version === 2)).toHaveLength(3);
    await transaction(world.db, (tx) => tx.delete(productPrices).where(eq(productPrices.version, 2)));
  });

  test('is refused at another total than was shown, after a price rise since its preview', async () => {
    const { accountId, ids } = await subscriber();
    await transaction(world.db, (tx) =>
      tx.insert(productPrices).values({
        productCode: 'panty-liners',
        version: 2,
        listPrice: 20_000,
        validFrom: new Date('2026-12-01T00:00:00+07:00'),
      }),
    );
    const { version } = (await getSubscriptionView(world.ctx(), accountId)).subscription;
    const ask = (wish: { preview?: boolean; expectedTotal?: number }) =>
      changeBox(world.ctx(), accountId, { items: LINERS, version, ...wish });
    const askForOne = (expectedTotal: number) =>
      changeOrderBox(world.ctx(), accountId, { orderId: ids[1]!, items: LINERS, expectedTotal });
    expect((await ask({ preview: true })).upcomingOrders[0]?.total).toBe(30_775);
    await goTo(world, '2026-12-01', '00:00');
    for (const preview of [true, false])
      expect(await refusalOf(ask({ preview, expectedTotal: 30_775 }))).toBe('TOTAL_CHANGED');
    expect(await refusalOf(askForOne(30_775))).toBe('TOTAL_CHANGED');
    const moved = { ...DELIVERY, address: '7 Nimman Road', province: 'Chiang Mai', postalCode: '50200' };
    const move = (expectedTotal: number) =>
      updateAddress(world.ctx(), accountId, { ...moved, expectedTotal });
    expect(await refusalOf(move(37_525))).toBe('TOTAL_CHANGED');
    expect(await pricesOf(accountId)).toEqual([OLD, OLD, OLD]);
    // Only the first order has the new contents, at ฿450 + ฿40. The box of the others does not matter.
    expect(await refusalOf(askForOne(49_000))).toMatch(/^accepted/);
    expect(await refusalOf(move(51_000))).toMatch(/^accepted/);
    await transaction(world.db, (tx) => tx.delete(productPrices).where(eq(productPrices.version, 2)));
  });

  test.each([
    ['changes the order of a payment date one minute before 00:00', '2026-12-30', '23:59', [30775, 30775]],
    [
      'does not change the order of a payment date from 00:00 on, before the billing run',
      '2026-12-31',
      '00:00',
      [37525, 30775],
    ],
  ])('%s', async (_name, day, time, totals) => {
    const { accountId } = await subscriber();
    await goTo(world, day, time);
    await change(accountId, LINERS);
    const rows = await ordersOf(world, accountId);
    expect(rows.slice(1, 3).map((row) => row.total)).toEqual(totals);
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    const paid = (await ordersOf(world, accountId))[1];
    expect(paid).toMatchObject({ status: 'paid', total: totals[0] });
    expect(await pricesOf(accountId)).toEqual([NEW, NEW, NEW]);
  });

  test('changes nothing for the same items in another order', async () => {
    const { accountId } = await subscriber();
    const before = await getSubscriptionView(world.ctx(), accountId);
    const same: BoxItem[] = [
      { productCode: 'night-pads', quantity: 1 },
      { productCode: 'day-pads', quantity: 2 },
    ];
    expect(await change(accountId, same)).toEqual(before);
  });
});
