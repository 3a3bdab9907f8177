import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { purgeExpired } from '@/server/work/jobs/purge';
import { runBilling } from '@/server/work/jobs/run';
import { refund } from '@/server/desk/acts/refund';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { createSubscriber } from '@/testing/browser';
import { runJobs } from '@/testing/jobs';
import { goTo } from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';
import { transaction } from '.';
import { grantToRole, KEPT_TABLES } from './grants';

const DAY_MS = 86_400_000;
const ROLE = `app_${process.pid}`;
let database: TestDatabase;
let owner: postgres.Sql;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = postgres(database.url, { max: 1, onnotice: () => undefined });
  const { password } = new URL(database.url);
  await owner.unsafe(`create role ${ROLE} login password '${password}'`);
  await grantToRole(owner, ROLE);
  await grantToRole(owner, ROLE);
  const url = Object.assign(new URL(database.url), { username: ROLE }).href;
  world = await openWorld('2026-11-20T10:00:00+07:00', {}, { ...database, url });
});
afterAll(async () => {
  await world.close();
  await owner.end();
  const server = postgres(inject('databaseServer').url, { max: 1 });
  await server.unsafe(`drop role ${ROLE}`);
  await server.end();
});

test('the role registers, bills, refunds, erases and purges', async () => {
  const { browser, email, orderId } = await createSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await goTo(world, '2026-12-31');
  await runBilling(world.ctx());
  await runJobs();
  const operator = { ...world.ctx(), operator: 'operator' };
  const { status } = await refund(operator, { target: orderId, amount: 10_00 });
  expect(status).toBe('succeeded');
  await browser.post('/api/login', { email, password: 'correct horse' });
  await browser.post('/api/subscriptions/cancel', { reason: 'other' });
  const erased = await browser.post('/api/trpc/account.delete', { json: { password: 'correct horse' } });
  expect(erased.status).toBe(200);
  await world.setNow(new Date(world.now().getTime() + 40 * DAY_MS));
  await purgeExpired(world.ctx());
  const [sum] = await world.db.execute<{ paid: number }>(
    sql`select count(*)::int as paid from orders where status = 'paid'`,
  );
  expect(sum?.paid).toBe(2);
});

test.each([
  ...KEPT_TABLES.map((table) => `delete from ${table}`),
  'update audit_events set actor = actor',
  'update points_entries set kind = kind',
  'update schedule_epochs set from_index = from_index',
  'truncate orders',
  'alter table orders add column more text',
  'create table more (id text)',
  'drop index orders_one_open',
  'update drizzle.__drizzle_migrations set hash = hash',
])('the role may not: %s', async (statement) => {
  const attempt = transaction(world.db, (tx) => tx.execute(sql.raw(statement)));
  await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
});

test.each([
  ['delete', KEPT_TABLES],
  ['update', ['audit_events', 'points_entries', 'schedule_epochs']],
])(
  'the tables without the right to %s are exactly these, also after another grant',
  async (right, tables) => {
    const rows = await owner<{ name: string }[]>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not has_table_privilege(${ROLE}, oid, ${right})`;
    expect(rows.map(({ name }) => name).sort()).toEqual([...tables]);
  },
);
