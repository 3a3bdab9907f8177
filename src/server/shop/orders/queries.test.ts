import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Day } from '@/domain/day';
import { orderPageAnswer } from '@/schemas/answers/orders';
import { transaction } from '@/server/db';
import { orderItems, orders, shipments } from '@/server/db/schema';
import { queriesOf } from '@/testing/queries';
import {
  goTo,
  ordersOf,
  plantRegistration,
  walkSubscriber,
  refusalOf,
  type Planted,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { listPreviousOrders, listShipments } from './queries';

const world = withWorld({ cleanup: 'empty' });

const parcelsOf = ({ accountId }: Planted, page = 1) => listShipments(world.ctx(), accountId, page);

/** Copies the first paid order with its parcel. The copies are one day apart. */
async function payMore(person: Planted, count: number): Promise<void> {
  const [first] = await world.db.select().from(orders).where(eq(orders.accountId, person.accountId)).limit(1);
  const items = await world.db.select().from(orderItems).where(eq(orderItems.orderId, first!.id));
  await transaction(world.db, async (tx) => {
    for (let n = 1; n <= count; n++) {
      const id = `${first!.id}_${n}`;
      const paymentDate = `2026-10-${String(n).padStart(2, '0')}` as Day;
      await tx.insert(orders).values({
        ...first!,
        id,
        // A number of its own.
        orderNumber: undefined,
        cycleIndex: 100 + n,
        status: 'paid',
        paymentDate,
        paidOn: paymentDate,
        paidAt: world.now(),
        begunAt: world.now(),
      });
      await tx.insert(orderItems).values(items.map((item) => ({ ...item, orderId: id })));
      await tx.insert(shipments).values({ orderId: id, status: 'delivered', updatedAt: world.now() });
    }
  });
}

describe('the parcels of an account', () => {
  test('are those of its paid orders, with courier and tracking after shipping', async () => {
    const person = await walkSubscriber(world);
    expect(await parcelsOf(person)).toMatchObject({
      orders: [
        {
          paymentDate: '2026-11-20',
          payment: { status: 'success', reason: null },
          shipment: { status: 'preparing', courier: null, trackingNumber: null, trackingUrl: null },
        },
      ],
      page: 1,
      pages: 1,
    });
    const [paid] = await ordersOf(world, person.accountId);
    const sent = {
      status: 'shipped',
      courier: 'Flash',
      trackingNumber: 'TH01',
      trackingUrl: 'https://courier.test/TH01',
    } as const;
    await transaction(world.db, (tx) =>
      tx.update(shipments).set(sent).where(eq(shipments.orderId, paid!.id)),
    );
    expect((await parcelsOf(person)).orders[0]?.shipment).toEqual(sent);
  });

  test('are stopped by a refund before fulfilment has the parcel, not after', async () => {
    const person = await walkSubscriber(world);
    const [paid] = await ordersOf(world, person.accountId);
    expect((await parcelsOf(person)).orders[0]?.isStopped).toBe(false);
    await transaction(world.db, (tx) =>
      tx.update(orders).set({ status: 'refunded', refunded: paid!.total }).where(eq(orders.id, paid!.id)),
    );
    expect((await parcelsOf(person)).orders[0]?.isStopped).toBe(true);
    await transaction(world.db, (tx) =>
      tx.update(shipments).set({ requestedAt: world.now() }).where(eq(shipments.orderId, paid!.id)),
    );
    expect((await parcelsOf(person)).orders[0]?.isStopped).toBe(false);
  });

  test('come ten per page, latest first; a page past the last is empty and has the number of pages', async () => {
    const person = await walkSubscriber(world);
    await payMore(person, 11);
    const [one, two, three] = [
      await parcelsOf(person),
      await parcelsOf(person, 2),
      await parcelsOf(person, 3),
    ];
    expect([one.orders.length, two.orders.length, three.orders.length]).toEqual([10, 2, 0]);
    expect([one.pages, two.pages, three.pages]).toEqual([2, 2, 2]);
    expect(orderPageAnswer.parse(one)).toEqual(one);
    const dates = [...one.orders, ...two.orders].map((order) => order.paymentDate);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(new Set([...one.orders, ...two.orders].map((order) => order.orderId)).size).toBe(12);
  });

  test('are never those of another account', async () => {
    const [person, other] = [await walkSubscriber(world), await walkSubscriber(world)];
    const own = (await ordersOf(world, person.accountId)).map((order) => order.id);
    expect((await parcelsOf(person)).orders.every((order) => own.includes(order.orderId))).toBe(true);
    expect((await parcelsOf(other)).orders.some((order) => own.includes(order.orderId))).toBe(false);
  });

  test.each(['charging', 'unpaid', 'void'] as const)(
    'include an order that is %s, from its payment date on',
    async (status) => {
      const person = await walkSubscriber(world);
      const [, next] = await ordersOf(world, person.accountId);
      await transaction(world.db, (tx) =>
        tx.update(orders).set({ status, begunAt: world.now() }).where(eq(orders.id, next!.id)),
      );
      expect((await parcelsOf(person)).orders).toHaveLength(1);
      await goTo(world, next!.date);
      const { orders: listed } = await parcelsOf(person);
      expect(listed.map(({ orderId }) => orderId)).toContain(next!.id);
      expect(listed).toEqual((await listPreviousOrders(world.ctx(), person.accountId, 1)).orders);
      await goTo(world, '2026-11-20', '10:00');
    },
  );

  test('are refused for a registration in progress', async () => {
    expect(await refusalOf(parcelsOf(await plantRegistration(world)))).toBe('NOT_ALLOWED');
    expect(await refusalOf(listShipments(world.ctx(), 'acc_nobody', 1))).toBe('NOT_ALLOWED');
  });

  test('take one query', async () => {
    const person = await walkSubscriber(world);
    await payMore(person, 11);
    await parcelsOf(person);
    expect(await queriesOf(world.db, () => parcelsOf(person))).toHaveLength(1);
  });
});

test('a void order whose payment date never began is not a previous order', async () => {
  const person = await walkSubscriber(world);
  const [, ...ahead] = await ordersOf(world, person.accountId);
  const ids = ahead.map((order) => order.id);
  await transaction(world.db, (tx) =>
    tx.update(orders).set({ status: 'void' }).where(inArray(orders.id, ids)),
  );
  await goTo(world, '2027-06-01');
  const { orders: previous } = await listPreviousOrders(world.ctx(), person.accountId, 1);
  expect(previous.map((order) => order.paymentDate)).toEqual(['2026-11-20']);
  expect((await parcelsOf(person)).orders).toEqual(previous);
  await goTo(world, '2026-11-20', '10:00');
});
