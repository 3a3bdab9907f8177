import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { openRelay, type Relay } from '@/testing/relay';
import { openDatabase, transaction } from '.';
import { directUrl, SESSION_DEFAULTS, storeSessionDefaults } from './sessions';

const ROLE = `pooled_${process.pid}`;

let database: TestDatabase;
let owner: postgres.Sql;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = postgres(database.url, { max: 1 });
  const { password } = new URL(database.url);
  await owner.unsafe(`create role ${ROLE} login password '${password}'`);
  url = Object.assign(new URL(database.url), { username: ROLE }).href;
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  const server = postgres(database.url.replace(/[^/]+$/, 'postgres'), { max: 1 });
  await server.unsafe(`drop role ${ROLE}`);
  await server.end();
});

/** Returns the session defaults of a new session of a URL. */
async function defaultsOf(at: string): Promise<Record<string, string>> {
  const session = postgres(at, { max: 1 });
  const rows = await session`select name, current_setting(name) as value
    from unnest(${Object.keys(SESSION_DEFAULTS)}::text[]) name`;
  await session.end();
  return Object.fromEntries(rows.map(({ name, value }) => [name as string, value as string]));
}

/**
 * Counts the statements that pass a relay, and those that are sent to a session that has not answered the one before.
 * A statement begins with Query or Parse, and its answer ends with ReadyForQuery.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function watchPipelining(relay: Relay): () => { statements: number; early: number } {
  const open = new Map<unknown, number>();
  const seen = { statements: 0, early: 0 };
  relay.setHandsOn((from, bytes, session) => {
    for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
      const kind = String.fromCharCode(bytes[at] ?? 0);
      const before = open.get(session) ?? 0;
      if (from === 'server' && kind === 'Z') open.set(session, before - 1);
      if (from === 'server' || !'QP'.includes(kind)) continue;
      seen.statements += 1;
      if (before > 0) seen.early += 1;
      open.set(session, before + 1);
    }
    return true;
  });
  return () => seen;
}

test('a role without privileges stores its session defaults, and only for itself and its database', async () => {
  const before = await defaultsOf(database.url);
  await storeSessionDefaults(url);
  expect(await defaultsOf(url)).toEqual({
    default_transaction_read_only: 'on',
    statement_timeout: '30s',
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '1min',
    TimeZone: 'UTC',
  });
  expect(await defaultsOf(database.url)).toEqual(before);
  await storeSessionDefaults(url);
});

test('a direct session of a role with stored defaults may write and has no time limit', async () => {
  await storeSessionDefaults(url);
  const direct = directUrl({ DATABASE_URL: 'postgres://pooler/ira', DATABASE_DIRECT_URL: url });
  expect(await defaultsOf(direct)).toMatchObject({
    default_transaction_read_only: 'off',
    statement_timeout: '0',
    lock_timeout: '10s',
  });
});

test('options of the given direct URL are kept', () => {
  const direct = directUrl({
    DATABASE_URL: 'postgres://pooler/ira',
    DATABASE_DIRECT_URL: 'postgres://ira:a+b@db/ira?options=-c%20work_mem%3D8MB',
  });
  const { password, searchParams } = new URL(direct);
  expect(password).toBe('a+b');
  expect(searchParams.get('options')).toMatch(/^-c work_mem=8MB -c default_transaction_read_only=off/);
  expect(directUrl({ DATABASE_URL: 'postgres://db/ira' })).toBe('postgres://db/ira');
});

test('a session gets no statement before the answer to the one before', async () => {
  vi.stubEnv('DATABASE_DIRECT_URL', database.url);
  const relay = await openRelay(database.url);
  const db = openDatabase(relay.url, 2);
  const pause = () => db.execute<{ value: string }>(sql`select pg_sleep(0.01)`);
  const read = (value: string) => db.execute<{ value: string }>(sql`select ${value}::text as value`);
  try {
    await Promise.all([pause(), pause()]);
    const seen = watchPipelining(relay);
    const values = Array.from({ length: 10 }, (_, at) => String(at));
    const answers = values.flatMap((value) => [pause(), read(value)]);
    const changed = transaction(db, (tx) => tx.execute(sql`select 1`));
    expect((await Promise.all(answers)).flatMap(([row]) => row?.value ?? [])).toEqual(values);
    await changed;
    expect(seen()).toEqual({ statements: 23, early: 0 });
  } finally {
    await db.$client.end({ timeout: 1 });
    relay.server.close();
  }
});
