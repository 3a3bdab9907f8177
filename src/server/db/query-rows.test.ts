import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { openDatabase, transaction, type Db } from '.';
import { queryRows, typedSql } from './query-rows';
import { columnShape, rowShape } from './row-shapes';
import { accounts, orders } from './schema';
import { selectList } from './select-list';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 2);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const AT = '2026-11-20T03:00:00Z';
const count = sql`select count(*) as n from accounts where created_at > ${AT}`;
const prepared = { text: 'select count(*) as n from accounts where created_at > $1', params: [AT] };
const wrong = z.object({ n: z.number() });

test.each([
  ['a template', count],
  ['prepared text', prepared],
])('a statement from %s whose rows have another type fails in tests only', async (_, statement) => {
  expect(await queryRows(db, z.object({ n: z.string() }), statement)).toEqual([{ n: '0' }]);
  await expect(queryRows(db, wrong, statement)).rejects.toThrow(/another type[^]*at \[0\]\.n/);
  await expect(transaction(db, (tx) => queryRows(tx, wrong, statement))).rejects.toThrow(/another type/);
  vi.stubEnv('NODE_ENV', 'production');
  expect(await queryRows(db, wrong, statement)).toEqual([{ n: '0' }]);
  vi.unstubAllEnvs();
});

test('an expression of the query builder whose value has another type fails', async () => {
  const names = (shape: z.ZodType<unknown, unknown>) =>
    db.select({ names: typedSql(shape, sql`array['a']`) }).from(sql`(select) nothing`);
  await expect(names(z.array(z.string()))).rejects.toThrow(/another type/);
  expect(await names(z.string())).toEqual([{ names: '{a}' }]);
});

test('the shape of a column follows the schema: text for an instant, null only where the column has it', () => {
  const shape = rowShape(accounts, ['firstName', 'createdAt', 'deletedAt']);
  const row = { firstName: 'Malee', createdAt: AT, deletedAt: null };
  expect(shape.safeParse(row).success).toBe(true);
  expect(shape.safeParse({ ...row, createdAt: new Date(AT) }).success).toBe(false);
  expect(shape.safeParse({ ...row, createdAt: null }).success).toBe(false);
  expect(columnShape(orders.total).safeParse('52900').success).toBe(false);
});

test('a select list reads money as numbers and has the shape of its columns', async () => {
  const keys = ['id', 'total', 'paidAt'] as const;
  const text = `select ${selectList(orders, 'o', keys)} from (values ('ord_1', 52900::bigint, now())) o(id, total, paid_at)`;
  const rows = await queryRows(db, rowShape(orders, keys), { text, params: [] });
  expect(rows).toEqual([{ id: 'ord_1', total: 52_900, paidAt: expect.any(String) as string }]);
});
