import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { forgetProcessState } from '@/process-state';
import { transaction } from '@/server/db';
import { isUnderMaintenance } from '@/server/platform/current-switches';
import { writeFlag } from '@/server/platform/flags';
import { listProducts } from '@/server/shop/catalogue/queries';
import { settings } from '@/settings/settings';
import { createTestDatabase } from './database';
import { runJobs } from './jobs';
import { KeptDatabase } from './kept-database';
import { attemptsOf, plantSubscriber } from './subscribers';
import { openWorld, type World } from './world';

const START = '2026-11-20T10:00:00+07:00';

const change = (world: World, statement: string) =>
  transaction(world.db, (tx) => tx.execute(sql.raw(statement)));

/** The number of sessions of the database that were killed. A session counts once it has ended. */
const KILLED = 'select sessions_killed::int as n from pg_stat_database where datname = current_database()';

/** Ends one of several idle sessions of the pool. The others still answer. */
async function killSession(world: World): Promise<void> {
  const killed = async () => Number((await change(world, KILLED))[0]?.n);
  const before = await killed();
  await Promise.all([1, 2, 3].map(() => change(world, 'select pg_sleep(0.1)')));
  await change(
    world,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and state = 'idle' and pid <> pg_backend_pid() and application_name = current_setting('application_name')
      and pid in (select pid from pg_stat_activity where datname = current_database() and query ilike 'commit%'
        order by state_change desc limit 2)
      limit 1`,
  );
  await expect.poll(killed, { timeout: 20_000 }).toBeGreaterThan(before);
}

/** Opens a world after another one was changed and closed. */
async function openAfter(work: (world: World) => Promise<unknown>) {
  const earlier = await openWorld(START);
  const { DATABASE_URL } = settings();
  await work(earlier);
  await earlier.close();
  forgetProcessState();
  const world = await openWorld(START);
  return { world, isSame: settings().DATABASE_URL === DATABASE_URL };
}

/** Returns the rows of all tables and the sequences. The queue keeps its list of tasks. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = postgres(url, { max: 1 });
  const tables = await client<{ name: string }[]>`select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'graphile_worker') and tablename <> '_private_tasks'`;
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await client.unsafe(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows from ${name} t`,
    );
    content[name] = String(row?.rows);
  }
  const [{ next } = {}] = await client`select nextval('order_numbers') as next`;
  await client.end();
  return { ...content, next: String(next) };
}

// The files before may have used up a database.
beforeAll(() => KeptDatabase.dropIdle());

let opened: World | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  forgetProcessState();
});

test('a world has a database as new after an earlier one added, changed and deleted rows', async () => {
  const { world, isSame } = await openAfter(async (earlier) => {
    await plantSubscriber(earlier);
    await runJobs();
    await change(earlier, `update products set name_en = 'Other' where code = 'day-pads'`);
    await change(earlier, 'delete from delivery_zones');
  });
  opened = world;
  expect(isSame).toBe(true);
  const fresh = await createTestDatabase();
  const [found, expected] = [await contentOf(settings().DATABASE_URL), await contentOf(fresh.url)];
  await fresh.drop();
  // Each world writes its clock.
  expect({ ...found, 'public.clock_offset': '' }).toEqual({ ...expected, 'public.clock_offset': '' });
});

test('a world on the same database finds nothing that the process of an earlier one had cached', async () => {
  const nameOf = async (world: World) => (await listProducts(world.ctx()))[0]?.name.en;
  const { world, isSame } = await openAfter(async (earlier) => {
    await change(earlier, `update products set name_en = 'Other'`);
    await transaction(earlier.db, (tx) => writeFlag(tx, 'maintenance', { on: true }));
    expect([await nameOf(earlier), await isUnderMaintenance(earlier.db)]).toEqual(['Other', true]);
  });
  opened = world;
  expect([isSame, await nameOf(world), await isUnderMaintenance(world.db)]).toEqual([
    true,
    'Day pads',
    false,
  ]);
});

test('a copy of a subscriber of an earlier world has its own ids and a charge of this gateway', async () => {
  const earlier: string[] = [];
  const { world } = await openAfter(async (before) => {
    earlier.push((await plantSubscriber(before)).accountId);
  });
  opened = world;
  const { accountId } = await plantSubscriber(world);
  expect(earlier).not.toContain(accountId);
  const [attempt] = await attemptsOf(world, accountId);
  expect(world.sandbox.gateway.charges.get(attempt?.chargeId ?? '')).toMatchObject({ status: 'successful' });
});

test.each([
  ['a table was added', (world: World) => change(world, 'create table left_behind (id int)')],
  ['a large table was changed', (world: World) => change(world, 'delete from thai_addresses')],
  ['a session is still listening', (world: World) => world.db.$client.listen('left', () => undefined)],
  ['one of its sessions was killed', killSession],
  ['its sessions were ended', (world: World) => world.db.$client.end({ timeout: 1 })],
])('a world gets another database than an earlier one after %s', async (_why, work) => {
  const { world, isSame } = await openAfter(work);
  opened = world;
  expect(isSame).toBe(false);
});
