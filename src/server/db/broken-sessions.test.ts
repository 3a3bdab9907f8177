import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { firstOrAll } from '@/testing/deep';
import { openRelay, type Relay } from '@/testing/relay';
import { openDatabase, transaction, type Db, type Tx } from '.';
import { sessionSockets } from './socket';

let database: TestDatabase;
let admin: postgres.Sql;
let relay: Relay;
let securedRelay: Relay;
let db: Db;
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);

const listening = (made: Server) =>
  new Promise<Server>((resolve) => made.listen(0, '127.0.0.1', () => resolve(made)));

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.url, { max: 1 });
  await admin`create table leak (note text primary key)`;
  const { url, pooledUrl = url } = database;
  if (pooledUrl !== url) vi.stubEnv('DATABASE_DIRECT_URL', url);
  relay = await openRelay(pooledUrl);
  securedRelay = await openRelay(pooledUrl, { tls: true });
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('uncaughtException', note);
  process.off('unhandledRejection', note);
  vi.unstubAllEnvs();
  relay.server.close();
  securedRelay.server.close();
  await admin.end();
  await database.drop();
});
beforeEach(async () => {
  await admin`truncate leak`;
});
afterEach(async () => {
  relay.setHandsOn(() => true);
  securedRelay.setHandsOn(() => true);
  await db.$client.end({ timeout: 0.1 });
  expect(uncaught.splice(0)).toEqual([]);
});

const write = (tx: Tx, text: string) => tx.execute(sql`insert into leak values (${text})`);
const written = async () =>
  (await admin<{ note: string }[]>`select note from leak order by 1`).map((row) => row.note);
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      const { code } = (error instanceof Error && error.cause ? error.cause : error) as { code?: string };
      // The driver's own connect limit of five seconds ends a call that would hang without it.
      if (code === 'CONNECT_TIMEOUT') throw error;
      return 'refused';
    },
  );

/** How often all sessions break while queries are asked. */
const ROUNDS = inject('isDeep') ? 30 : 10;

const TRANSPORTS = [
  ['in plain text', () => relay],
  ['over TLS', () => securedRelay],
] as const;

const terminateSessions = () =>
  admin`select pg_terminate_backend(pid, 1000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;

interface Break {
  moment: 'asked' | 'answered';
  /** By a reset, as a crash of the machine; in order, as a restart of the database; by an administrator of the database. */
  how: 'reset' | 'end' | 'terminated';
}

/**
 * Breaks all sessions the first time that `text` is sent, before it arrives or right after its response.
 * @returns when all sessions are broken
 */
function breakAt(through: Relay, text: string, { moment, how }: Break): Promise<void> {
  let speaker: Socket | null = null;
  let isOver = false;
  return new Promise((broken) => {
    through.setHandsOn(async (from, bytes, near) => {
      if (isOver) return true;
      if (from === 'client' && bytes.includes(text)) speaker ??= near;
      // A response belongs to its own session: for another one it would have no query.
      if (speaker !== near || (moment === 'answered' && from === 'client')) return true;
      isOver = true;
      if (how === 'terminated') await terminateSessions();
      else if (moment === 'asked') through.breakAll(how);
      else near.write(bytes, () => through.breakAll(how));
      broken();
      return how === 'terminated';
    });
  });
}

describe.each(TRANSPORTS)('a session %s that breaks at any moment of a transaction', (_, through) => {
  const texts = [
    'begin',
    'insert into',
    'commit',
    'select pg_backend_pid',
    'savepoint',
    'select 1 as nested',
  ];
  const moments = firstOrAll(texts, 3).flatMap((text) => [
    [text, 'asked', 'reset', 1] as const,
    [text, 'answered', 'reset', 1] as const,
    [text, 'asked', 'end', 3] as const,
    [text, 'answered', 'reset', 3] as const,
    [text, 'asked', 'terminated', 3] as const,
    [text, 'answered', 'terminated', 3] as const,
  ]);
  test.each(moments)(
    'leaves no caller waiting: at %s, when %s, by a %s, in a pool of %i',
    { timeout: 30_000 },
    async (text, moment, how, max) => {
      db = openDatabase(through().url, max);
      const add = (name: string) =>
        transaction(db, async (tx) => {
          await write(tx, `${name}-a`);
          await tx.execute(sql`select pg_backend_pid()`);
          await tx.transaction((inner) => inner.execute(sql`select 1 as nested`)).catch(() => undefined);
          await write(tx, `${name}-b`);
        });
      const broken = breakAt(through(), text, { moment, how });
      const names = ['one', 'two', 'three', 'four', 'five'];
      const outcomes = await Promise.all(names.map((name) => outcomeOf(add(name))));
      await broken;
      // Later calls, over new sessions, work as before.
      for (let n = 0; n < 2 * max; n++) await outcomeOf(add(`after-${n}`));
      await add('last');
      const rows = await written();
      const kept = new Set(rows);
      for (const [n, name] of names.entries()) {
        expect(kept.has(`${name}-a`)).toBe(kept.has(`${name}-b`));
        if (outcomes[n] === 'accepted') expect(kept).toContain(`${name}-a`);
      }
      expect(rows).toContain('last-b');
      expect(outcomes).toContain('refused');
    },
  );

  test('refuses what the callback sends at the moment of the loss', { timeout: 30_000 }, async () => {
    db = openDatabase(through().url, 1);
    void breakAt(through(), 'select 1 as first', { moment: 'asked', how: 'reset' });
    let second = '';
    const lost = db.$client.begin(async (tx) => {
      await tx.unsafe('select 1 as first').catch(async () => {
        second = await outcomeOf(Promise.resolve().then(() => tx.unsafe('select 2 as second')));
      });
    });
    expect(await outcomeOf(lost)).toBe('refused');
    expect(second).not.toBe('accepted');
    for (let n = 0; n < 2; n++) await outcomeOf(db.execute(sql`select 1`));
    expect([...(await db.execute(sql`select 3 as n`))]).toEqual([{ n: 3 }]);
  });

  test(
    'rejects or answers a query sent meanwhile, never with the result of another',
    { timeout: 60_000 },
    async () => {
      db = openDatabase(through().url, 2);
      const numberOf = async (n: number) => {
        const rows = await db.execute<{ n: number }>(sql`select ${n}::int as n`);
        return rows[0]?.n;
      };
      let asked = 0;
      const answers: [number, unknown][] = [];
      const ask = async () => {
        const n = (asked += 1);
        answers.push([n, await numberOf(n).catch(() => 'rejected')]);
      };
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all([ask(), ask()]);
        const asking = Promise.all([1, 2, 3, 4].map(() => ask().then(ask).then(ask)));
        if (round % 2) await Promise.resolve();
        through().breakAll();
        await asking;
      }
      expect(answers.filter(([n, answer]) => answer !== n && answer !== 'rejected')).toEqual([]);
      expect(answers.filter(([, answer]) => answer === 'rejected').length).toBeGreaterThan(0);
    },
  );

  test('that is silent is closed, and its queries are rejected', { timeout: 30_000 }, async () => {
    db = openDatabase(through().url, 1, 1000);
    await db.execute(sql`select 1`);
    through().setHandsOn(() => false);
    expect(await outcomeOf(transaction(db, (tx) => write(tx, 'unheard')))).toBe('refused');
    through().setHandsOn(() => true);
    await outcomeOf(db.execute(sql`select 1`));
    await transaction(db, (tx) => write(tx, 'heard'));
    expect(await written()).toEqual(['heard']);
  });

  test('keeps the order of what arrives late and in pieces', { timeout: 60_000 }, async () => {
    db = openDatabase(through().url, 3);
    let piece = 0;
    through().setHandsOn(async (from, bytes, near) => {
      piece += 1;
      await sleep((piece * 7) % 20);
      if (from === 'client' || bytes.length < 2) return true;
      near.write(bytes.subarray(0, bytes.length / 2));
      await sleep(piece % 5);
      near.write(bytes.subarray(bytes.length / 2));
      return false;
    });
    const names = Array.from({ length: 12 }, (_none, n) => `late-${String(n).padStart(2, '0')}`);
    const own = names.map((name) =>
      transaction(db, async (tx) => {
        await write(tx, name);
        return (await tx.execute(sql`select ${name} as own`))[0];
      }),
    );
    expect(await Promise.all(own)).toEqual(names.map((name) => ({ own: name })));
    expect(await written()).toEqual(names);
  });

  test('reads answers that arrive byte by byte', async () => {
    db = openDatabase(through().url, 1);
    through().setHandsOn((from, bytes, near) => {
      if (from === 'client') return true;
      for (let at = 0; at < bytes.length; at++) near.write(bytes.subarray(at, at + 1));
      return false;
    });
    await transaction(db, (tx) => write(tx, 'in pieces'));
    expect([...(await db.execute(sql`select note from leak`))]).toEqual([{ note: 'in pieces' }]);
  });
});

test('a query that fails in the middle of its rows does not corrupt the next result', async () => {
  db = openDatabase(relay.url, 1);
  const failing = sql`select repeat('x', 3000), 1 / (30 - n) from generate_series(1, 50) n`;
  const ask = async (from: Pick<Db, 'execute'>) => [...(await from.execute(sql`select 7 as n`))];
  expect(await outcomeOf(db.execute(failing))).toBe('refused');
  expect(await ask(db)).toEqual([{ n: 7 }]);
  expect(await outcomeOf(transaction(db, (tx) => tx.execute(failing)))).toBe('refused');
  expect(await ask(db)).toEqual([{ n: 7 }]);
  await transaction(db, async (tx) => {
    expect(await outcomeOf(tx.transaction((inner) => inner.execute(failing)))).toBe('refused');
    expect(await ask(tx)).toEqual([{ n: 7 }]);
  });
});

describe('an unresponsive database server', () => {
  test('that hangs up at once is not called again without end', { timeout: 30_000 }, async () => {
    const mute = await listening(createServer((socket) => socket.end()));
    const muteUrl = new URL(database.url);
    muteUrl.host = `127.0.0.1:${(mute.address() as AddressInfo).port}`;
    db = openDatabase(muteUrl.href, 1);
    expect(await outcomeOf(db.execute(sql`select 1`))).toBe('refused');
    mute.close();
  });

  test('without queries keeps its sessions', { timeout: 30_000 }, async () => {
    db = openDatabase(relay.url, 1, 1500);
    const pid = async () => (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;
    const before = await pid();
    const [near] = [...relay.pairs].map((pair) => pair.near);
    const quiet = postgres(relay.url, { max: 1, ...sessionSockets(false, 1500) });
    await quiet`select pg_backend_pid()`;
    await admin`select pg_sleep(2.5)`;
    await quiet.end();
    expect(near?.destroyed).toBe(false);
    expect(await pid()).toBe(before);
  });
});
