import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { applyMigrations } from './apply-migrations';
import { migrate } from './migrate';

const WAITS = { lockTimeoutMs: 100, tries: 30, pauseMs: 50 };

let database: TestDatabase;
let migrating: postgres.Sql;
let others: postgres.Sql;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  migrating = postgres(database.url, { max: 1, onnotice: () => undefined });
  others = postgres(database.url, { max: 3, onnotice: () => undefined });
});
afterAll(async () => {
  await migrating.end();
  await others.end();
  await database.drop();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ira-migrations-'));
  await others`drop table if exists things`;
  await others`create table things as select g as n from generate_series(1, 1000) g`;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let clock = 2_000_000_000_000;

/** Writes migrations as drizzle-kit does, each newer than all before. Returns their tags. */
function write(...files: string[]): string[] {
  mkdirSync(join(folder, 'meta'));
  const entries = files.map((text, idx) => {
    const tag = `${String(idx).padStart(4, '0')}_test`;
    writeFileSync(join(folder, `${tag}.sql`), text);
    return { idx, tag, version: '7', when: (clock += 1), breakpoints: true };
  });
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  return entries.map(({ tag }) => tag);
}

const columns = async () =>
  (
    await others`select column_name as name from information_schema.columns where table_name = 'things' order by 1`
  ).map(({ name }) => name as string);

const indexes = async () =>
  others`select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'things'::regclass`;

/** Holds a lock of the table in an open transaction until the returned function is called. */
async function hold(statement: string): Promise<() => Promise<void>> {
  const session = await others.reserve();
  await session.unsafe('begin');
  await session.unsafe(statement);
  return async () => {
    await session.unsafe('commit');
    session.release();
  };
}

test('a migration that fails keeps the migrations before it and changes nothing itself', async () => {
  const [first] = write(
    'alter table things add column a int',
    'alter table things add column b int;--> statement-breakpoint\nselect 1/0',
  );
  await expect(applyMigrations(migrating, folder, { waits: WAITS })).rejects.toMatchObject({
    code: '22012',
    migration: '0001_test',
  });
  expect(await columns()).toEqual(['a', 'n']);
  writeFileSync(join(folder, '0001_test.sql'), 'alter table things add column b int');
  expect(await applyMigrations(migrating, folder, { waits: WAITS })).toEqual(['0001_test']);
  expect(first).toBe('0000_test');
  expect(await columns()).toEqual(['a', 'b', 'n']);
  expect(await applyMigrations(migrating, folder, { waits: WAITS })).toEqual([]);
});

test('a migration waits for a locked table, and queries of the table continue meanwhile', async () => {
  write('alter table things add column a int');
  const release = await hold('select count(*) from things');
  const done = applyMigrations(migrating, folder, { waits: WAITS });
  const until = performance.now() + 500;
  let slowestMs = 0;
  while (performance.now() < until) {
    const asked = performance.now();
    await others`select count(*) from things`;
    slowestMs = Math.max(slowestMs, performance.now() - asked);
    await sleep(5);
  }
  await release();
  expect(await done).toEqual(['0000_test']);
  expect(slowestMs).toBeLessThan(450);
  expect(await columns()).toEqual(['a', 'n']);
});

test('a migration of a table that stays locked is given up after its last try', async () => {
  write('alter table things add column a int');
  const release = await hold('select count(*) from things');
  try {
    const given = applyMigrations(migrating, folder, { waits: { ...WAITS, tries: 2 } });
    await expect(given).rejects.toMatchObject({ code: '55P03', migration: '0000_test' });
  } finally {
    await release();
  }
  expect(await columns()).toEqual(['n']);
});

test('an index is built concurrently while a transaction that wrote to its table is open', async () => {
  write(
    'drop index concurrently if exists by_n;--> statement-breakpoint\ncreate index concurrently by_n on things (n)',
  );
  const release = await hold('insert into things values (0)');
  const done = applyMigrations(migrating, folder, { waits: WAITS });
  await expect.poll(indexes).toMatchObject([{ name: 'by_n', valid: false }]);
  await others`insert into things values (-1)`;
  await release();
  await done;
  expect(await indexes()).toMatchObject([{ name: 'by_n', valid: true }]);
});

test('an index build that was interrupted is repeated from its beginning', async () => {
  write(
    'drop index concurrently if exists once;--> statement-breakpoint\ncreate unique index concurrently once on things (n)',
  );
  await others`insert into things values (1)`;
  await expect(applyMigrations(migrating, folder, { waits: WAITS })).rejects.toMatchObject({ code: '23505' });
  expect(await indexes()).toMatchObject([{ name: 'once', valid: false }]);
  await others`delete from things where n = 1`;
  expect(await applyMigrations(migrating, folder, { waits: WAITS })).toEqual(['0000_test']);
  expect(await indexes()).toMatchObject([{ name: 'once', valid: true }]);
});

test('a process that waits to migrate does not block a concurrent index build of the first one', async () => {
  await migrating`select pg_advisory_lock(7420011)`;
  let isDone = false;
  const second = migrate(database.url).then(() => (isDone = true));
  const isWaiting = async () =>
    (
      await others`select 1 from pg_stat_activity where query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`
    ).length > 0;
  await expect.poll(isWaiting).toBe(true);
  await migrating`create index concurrently by_n on things (n)`;
  expect(isDone).toBe(false);
  await migrating`select pg_advisory_unlock(7420011)`;
  await second;
});
