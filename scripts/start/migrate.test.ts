import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { deepTest } from '@/testing/deep';
import { spawnProgram } from '@/testing/spawning';
import { bundleOf, ensureBundles } from './bundle.mjs';
import { migrateDatabase } from './database.mjs';
import { root } from './terminal.mjs';

let dir: string;
let mark: string;
let url: string;
let name: string;
beforeAll(() => ensureBundles(root));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ira-migrate-'));
  mark = join(dir, 'seeding-of-this-database');
  name = `test_${randomUUID().replaceAll('-', '')}`;
  url = Object.assign(new URL(inject('databaseServer').url), { pathname: `/${name}` }).href;
});
afterEach(async () => {
  rmSync(dir, { recursive: true, force: true });
  await withClient(
    inject('databaseServer').url,
    (sql) => sql`drop database if exists ${sql(name)} with (force)`,
  );
});

async function withClient<T>(at: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(at, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function migrate(...args: string[]) {
  const program = spawnProgram([...bundleOf(root, 'migrate'), ...args], { DATABASE_URL: url });
  const { code } = await program.ended();
  if (code !== 0) throw new Error(program.said());
  return JSON.parse(program.said()) as { fresh: boolean; emptied: boolean };
}

const register = (email: string) =>
  withClient(
    url,
    (
      sql,
    ) => sql`insert into accounts (id, email, email_norm, first_name, last_name, phone, locale, consent_at, created_at)
      values (${email}, ${email}, ${email}, 'Mali', 'Suk', '0812345678', 'en', now(), now())`,
  );

const emails = () =>
  withClient(url, async (sql) =>
    (await sql<{ email: string }[]>`select email from accounts order by 1`).map(({ email }) => email),
  );

deepTest(
  'deletes and seeds again a database whose first seeding was killed, unless it has other accounts',
  async () => {
    expect(await migrate('--mark', mark)).toEqual({ fresh: true, emptied: false });
    expect(existsSync(mark)).toBe(true);
    await register('active@demo.test');
    expect(await migrate('--again', '--mark', mark)).toEqual({ fresh: true, emptied: true });
    expect(await emails()).toEqual([]);

    await register('active@demo.test');
    await register('somebody@example.test');
    expect(await migrate('--again', '--mark', mark)).toEqual({ fresh: false, emptied: false });
    expect(await emails()).toEqual(['active@demo.test', 'somebody@example.test']);
  },
);

test('never marks or deletes a database with tables of another program', async () => {
  await withClient(inject('databaseServer').url, (sql) => sql`create database ${sql(name)}`);
  await withClient(url, (sql) => sql`create table invoices as select 7 as n`);
  expect(await migrate('--mark', mark)).toEqual({ fresh: true, emptied: false });
  expect(existsSync(mark)).toBe(false);
  expect(await migrate('--again', '--mark', mark)).toEqual({ fresh: false, emptied: false });
  expect(await withClient(url, (sql) => sql`select n from invoices`)).toEqual([{ n: 7 }]);
});

test('refuses in one line a database that was made before the baseline, until it is emptied', async () => {
  await migrate();
  await register('somebody@example.test');
  await withClient(url, (sql) => sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  await expect(migrate()).rejects.toThrow(/^[^\n]+`npm start -- --reset`[^\n]+\n$/);
  const env = { ...process.env, DATABASE_URL: url };
  const start = { root, dataDir: dir, env, signal: AbortSignal.timeout(60_000) };
  await expect(migrateDatabase(start, {})).rejects.toThrow(/^[^\n]+`npm start -- --reset`[^\n]+$/);
  expect(await emails()).toEqual(['somebody@example.test']);
  expect(await migrate('--empty')).toEqual({ fresh: true, emptied: true });
});
