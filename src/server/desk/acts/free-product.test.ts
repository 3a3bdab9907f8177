import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { orders } from '@/server/db/schema';
import { skipOrder } from '@/server/subscriber/plan/plan-commands';
import { goTo, holdFreeProduct, ordersOf, plantSubscriber, pointsOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { moveFreeProduct } from './free-product';

const world = withWorld({ cleanup: 'check' });

const move = (orderId: string) => moveFreeProduct({ ...world.ctx(), operator: 'operator' }, orderId);

/** Plants a subscriber with a free product in the first upcoming order. @returns the ids of the three upcoming orders */
async function holder(): Promise<{ accountId: string; ids: [string, string, string] }> {
  const { accountId } = await plantSubscriber(world);
  const [, ...ahead] = await ordersOf(world, accountId);
  const ids = ahead.map(({ id }) => id) as [string, string, string];
  await holdFreeProduct(world, accountId, ids[0]);
  return { accountId, ids };
}

const skip = (accountId: string, orderId: string) =>
  skipOrder(world.ctx(), accountId, { orderId, skip: true });

async function products(accountId: string): Promise<(string | null)[]> {
  const rows = await world.db
    .select()
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(orders.cycleIndex);
  return rows.slice(1, 4).map((row) => row.freeProductCode);
}

test('moves the free product of a skipped order to the next upcoming one once; its points stay held and are spent there', async () => {
  const { accountId, ids } = await holder();
  await skip(accountId, ids[0]);
  const before = await pointsOf(world, accountId);
  const answers = await Promise.allSettled([move(ids[0]), move(ids[0]), move(ids[0])]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await products(accountId)).toEqual([null, 'day-pads', null]);
  expect(await pointsOf(world, accountId)).toBe(before);
  await goTo(world, '2026-12-31', '09:00');
  await runBilling(world.ctx());
  expect(await pointsOf(world, accountId)).toBe(before);
  await goTo(world, '2027-01-31', '09:00');
  await runBilling(world.ctx());
  expect((await ordersOf(world, accountId))[2]).toMatchObject({ status: 'paid' });
  expect(await products(accountId)).toEqual([null, 'day-pads', null]);
});

test('skips target orders that have a free product or are skipped', async () => {
  const { accountId, ids } = await holder();
  await holdFreeProduct(world, accountId, ids[1], 'night-pads');
  await skip(accountId, ids[0]);
  expect((await move(ids[0])).to.orderId).toBe(ids[2]);
  expect(await products(accountId)).toEqual([null, 'night-pads', 'day-pads']);
});

test('refuses when every upcoming order has a free product', async () => {
  const { accountId, ids } = await holder();
  await holdFreeProduct(world, accountId, ids[1], 'night-pads');
  await skip(accountId, ids[0]);
  await skip(accountId, ids[2]);
  await expect(move(ids[0])).rejects.toThrow('Every upcoming order');
  expect(await products(accountId)).toEqual(['day-pads', 'night-pads', null]);
});

test('refuses an order that is not skipped, has no free product, has begun or does not exist', async () => {
  const { accountId, ids } = await holder();
  await expect(move(ids[0])).rejects.toThrow('Only the free product');
  await skip(accountId, ids[1]);
  await expect(move(ids[1])).rejects.toThrow('no free product');
  await expect(move('ord_nothing')).rejects.toThrow('There is no order');
  await skip(accountId, ids[0]);
  await goTo(world, '2026-12-31', '00:01');
  await runBilling(world.ctx());
  await expect(move(ids[0])).rejects.toThrow('no free product');
});
