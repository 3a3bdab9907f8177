import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { moveOrder, skipOrder } from '@/server/subscriber/plan/plan-commands';
import { createSubscriber } from '@/testing/browser';
import { plantSubscriber, ordersOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { addDays } from '@/domain/day';
import { findOrder } from './queries';

const world = withWorld();

const numbersOf = async (accountId: string) =>
  (await ordersOf(world, accountId)).map(({ orderNumber }) => orderNumber);

test('orders that are planned at the same time have different numbers, above 10000', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => createSubscriber(world)));
  const rows = await world.db.execute<{ number: number; planned: string }>(
    sql`select order_number as number from orders`,
  );
  const numbers = rows.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThanOrEqual(4 * people.length);
  expect(Math.min(...numbers)).toBeGreaterThan(10_000);
});

test('the number of a transaction that fails is not given again', async () => {
  const next = async () => {
    const [row] = await transaction(world.db, (tx) =>
      tx.execute<{ number: string }>(sql`select nextval('order_numbers') as number`),
    );
    return Number(row?.number);
  };
  const before = await next();
  const failed = transaction(world.db, async (tx) => {
    await tx.execute(sql`select nextval('order_numbers')`);
    throw new Error(randomUUID());
  });
  await expect(failed).rejects.toThrow();
  expect(await next()).toBe(before + 2);
});

test('an order keeps its number when it is skipped, unskipped and moved', async () => {
  const { accountId } = await plantSubscriber(world);
  const before = await numbersOf(accountId);
  const [, next] = await ordersOf(world, accountId);
  const orderId = next?.id ?? '';
  for (const skip of [true, false]) await skipOrder(world.ctx(), accountId, { orderId, skip });
  await moveOrder(world.ctx(), accountId, { orderId, date: addDays(next!.date, 2) });
  expect(await numbersOf(accountId)).toEqual(before);
  expect((await findOrder(world.ctx(), accountId, orderId))?.orderNumber).toBe(next?.orderNumber);
});

test('the number of an order is no key: no account reads an order by it', async () => {
  const { accountId } = await plantSubscriber(world);
  const [order] = await ordersOf(world, accountId);
  for (const key of [`${order?.orderNumber}`, `#${order?.orderNumber}`])
    expect(await findOrder(world.ctx(), accountId, key)).toBeNull();
});
