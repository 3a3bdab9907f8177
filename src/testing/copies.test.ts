import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { expectInvariants } from './invariants';
import { gatewayCharges } from './providers';
import { attemptsOf, ordersOf, plantSubscriber, pointsOf, runPaymentDates } from './subscribers';
import { withWorld } from './with-world';

const world = withWorld({ cleanup: 'empty' });

const change = (fault: ReturnType<typeof sql>) => transaction(world.db, (tx) => tx.execute(fault));
const withoutIds = (rows: Awaited<ReturnType<typeof ordersOf>>) =>
  rows.map(({ id: _id, orderNumber: _number, paymentId: _paymentId, ...row }) => row);

test('a copied subscriber has the rows of the first one under other ids, and is charged like it', async () => {
  const [first, copy] = [await plantSubscriber(world), await plantSubscriber(world)];
  expect(copy.accountId).not.toBe(first.accountId);
  expect(copy.email).not.toBe(first.email);
  await runPaymentDates(world, '2026-12-31');
  const [expected, orders] = [await ordersOf(world, first.accountId), await ordersOf(world, copy.accountId)];
  expect(orders.map(({ status }) => status)).toEqual(['paid', 'paid', 'upcoming', 'upcoming', 'upcoming']);
  expect(withoutIds(orders)).toEqual(withoutIds(expected));
  expect(new Set([...orders, ...expected].map(({ id }) => id)).size).toBe(10);
  expect(new Set([...orders, ...expected].map(({ orderNumber }) => orderNumber)).size).toBe(10);
  expect(await pointsOf(world, copy.accountId)).toBe(await pointsOf(world, first.accountId));
  const charged = (await gatewayCharges(world, copy.accountId)).map(({ id }) => id).sort();
  expect((await attemptsOf(world, copy.accountId)).map(({ chargeId }) => chargeId).sort()).toEqual(charged);
  expect(charged).toHaveLength(2);
  await world.sandbox.settled();
  await expectInvariants(world);
});

test('a subscriber who comes after a price change pays the new price', async () => {
  const before = await ordersOf(world, (await plantSubscriber(world)).accountId);
  await change(sql`insert into product_prices values ('day-pads', 9, 16900, '2026-11-01T00:00:00Z')`);
  try {
    const [after] = await ordersOf(world, (await plantSubscriber(world)).accountId);
    expect(after?.total).toBeGreaterThan(before[0]?.total ?? 0);
  } finally {
    await change(sql`delete from product_prices where version = 9`);
  }
});

test('the check at the end of a test names every violated invariant', async () => {
  const { accountId } = await plantSubscriber(world);
  await expectInvariants(world);
  await change(sql`update points_balances set balance = balance + 1 where account_id = ${accountId}`);
  await change(sql`update money_received set amount = amount - 1`);
  const refused = await expectInvariants(world).catch((error: unknown) => error as { actual?: unknown });
  const found = JSON.stringify(refused?.actual);
  expect(found).toContain('a points balance is the sum of its entries');
  expect(found).toContain('recorded with another amount');
});
