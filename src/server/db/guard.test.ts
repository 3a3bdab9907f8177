import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { openDatabase, transaction, type Db, type Tx } from '.';

let database: TestDatabase;
let admin: postgres.Sql;
let db: Db;
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.url, { max: 1 });
  await admin`create table leak (note text primary key)`;
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('uncaughtException', note);
  process.off('unhandledRejection', note);
  await admin.end();
  await database.drop();
});
beforeEach(async () => {
  await admin`truncate leak`;
});
afterEach(async () => {
  await db.$client.end({ timeout: 1 });
  expect(uncaught.splice(0)).toEqual([]);
});

const write = (tx: Tx | Db, note: string) => tx.execute(sql`insert into leak values (${note})`);
const written = async () =>
  (await admin<{ note: string }[]>`select note from leak order by 1`).map((row) => row.note);
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      const { code } = (error instanceof Error && error.cause ? error.cause : error) as { code?: string };
      return code ?? 'refused without a code';
    },
  );

async function killOwnBackend(tx: Tx): Promise<void> {
  const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  await admin`select pg_terminate_backend(${row?.pid ?? 0})`;
  await sleep(100);
}

/** Rejects after 30 seconds, because the driver's defect causes queries that never end. */
function promptly<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    sleep(30_000, undefined, { ref: false }).then(() => Promise.reject(new Error('it hangs'))),
  ]);
}

describe('a transaction whose backend is killed while it waits for something else', () => {
  test.each([1, 4])('writes nothing, neither before nor after, in a pool of %i', async (poolMax) => {
    db = openDatabase(database.url, poolMax);
    let later = '';
    const outcome = refused(
      transaction(db, async (tx) => {
        await write(tx, 'before');
        await killOwnBackend(tx);
        // Another caller makes the pool connect again.
        db.execute(sql`select 1`).catch(() => undefined);
        await sleep(100);
        later = await refused(promptly(write(tx, 'after')));
      }),
    );
    expect(await promptly(outcome)).not.toBe('accepted');
    await sleep(150);
    expect(later).not.toBe('accepted');
    expect(later).not.toBe('refused without a code');
    expect(await written()).toEqual([]);
  });

  test("does not commit the transaction of the connection's next user", async () => {
    db = openDatabase(database.url, 1);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const zombie = refused(
      transaction(db, async (tx) => {
        await write(tx, 'zombie');
        await killOwnBackend(tx);
        await gate;
      }),
    );
    await sleep(250);
    const next = refused(
      transaction(db, async (tx) => {
        await write(tx, 'must roll back');
        release();
        await sleep(200);
        throw new Error('no');
      }),
    );
    expect(await promptly(zombie)).not.toBe('accepted');
    expect(await promptly(next)).not.toBe('accepted');
    expect(await written()).toEqual([]);
  });

  test('leaves a working pool', async () => {
    db = openDatabase(database.url, 2);
    const killed = [1, 2, 3].map(() => refused(transaction(db, killOwnBackend)));
    await promptly(Promise.all(killed));
    await promptly(transaction(db, (tx) => write(tx, 'alive')));
    expect(await written()).toEqual(['alive']);
  });
});

test('a transaction begins behind any number of statements that wait for the same sessions', async () => {
  db = openDatabase(database.url, 2);
  const read = async (seconds: number) => await db.execute(sql`select pg_sleep(${seconds})`);
  await Promise.all([read(0.05), read(0.05)]);
  // The driver lets 100 statements wait for one session (`max_pipeline`).
  for (let waiting = 195; waiting <= 205; waiting++) {
    const reads = Array.from({ length: waiting }, (_, at) => read(at < 2 ? 0.05 : 0));
    await sleep(10);
    await promptly(Promise.all([...reads, transaction(db, (tx) => write(tx, String(waiting)))]));
  }
  expect(await written()).toHaveLength(11);
});

describe('killed backends under parallel writers', () => {
  test('lose no acknowledged transaction and leave no partial one', async () => {
    db = openDatabase(database.url, 4);
    let storming = true;
    const storm = (async () => {
      while (storming) {
        await admin`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%' limit 1`;
        await sleep(20);
      }
    })();
    const acknowledged: string[] = [];
    let lost = 0;
    const writer = async (name: number) => {
      for (let n = 0; n < 15; n++) {
        const outcome = await refused(
          transaction(db, async (tx) => {
            await write(tx, `${name}-${n}-a`);
            await sleep(10);
            await write(tx, `${name}-${n}-b`);
          }),
        );
        if (outcome === 'accepted') acknowledged.push(`${name}-${n}-a`, `${name}-${n}-b`);
        else lost += 1;
      }
    };
    await promptly(Promise.all([1, 2, 3, 4].map(writer)));
    storming = false;
    await storm;
    expect(lost).toBeGreaterThan(0);
    const kept = new Set(await written());
    expect(acknowledged.filter((row) => !kept.has(row))).toEqual([]);
    const other = (row: string) => row.replace(/[ab]$/, (half) => (half === 'a' ? 'b' : 'a'));
    expect([...kept].filter((row) => !kept.has(other(row)))).toEqual([]);
  });
});

test('sessions killed while they connect reject their queries, without an uncaught error', async () => {
  db = openDatabase(database.url, 8);
  const ask = async () => {
    for (let n = 0; n < 12; n++) await refused(db.execute(sql`select 1`));
  };
  const asking = Promise.all(Array.from({ length: 8 }, ask));
  for (let n = 0; n < 40; n++) {
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    await sleep(5);
  }
  // The driver waits longer after each connection that failed.
  await asking;
  await refused(db.execute(sql`select 1`));
  await transaction(db, (tx) => write(tx, 'alive'));
  expect(await written()).toEqual(['alive']);
});

describe('a write', () => {
  test('outside a transaction is refused as read-only', async () => {
    db = openDatabase(database.url, 2);
    expect(await refused(write(db, 'stray'))).toBe('25006');
    expect(await written()).toEqual([]);
  });

  test('inside one is committed, also in a nested one; a nested failure rolls back only itself', async () => {
    db = openDatabase(database.url, 2);
    await transaction(db, async (tx) => {
      await write(tx, 'outer');
      await tx.transaction((inner) => write(inner, 'nested'));
      await refused(
        tx.transaction(async (inner) => {
          await write(inner, 'nested and failed');
          throw new Error('no');
        }),
      );
    });
    expect(await written()).toEqual(['nested', 'outer']);
  });

  test('is repeated for the victim of a deadlock, so that both succeed', async () => {
    db = openDatabase(database.url, 4);
    await transaction(db, async (tx) => {
      await write(tx, 'one');
      await write(tx, 'two');
    });
    let runs = 0;
    let holding = 0;
    let go = () => {};
    const bothHold = new Promise<void>((resolve) => (go = resolve));
    const lockBoth = (first: string, second: string) =>
      transaction(db, async (tx) => {
        runs += 1;
        await tx.execute(sql`select 1 from leak where note = ${first} for update`);
        if ((holding += 1) === 2) go();
        await bothHold;
        await tx.execute(sql`select 1 from leak where note = ${second} for update`);
      });
    await Promise.all([lockBoth('one', 'two'), lockBoth('two', 'one')]);
    expect(runs).toBeGreaterThan(2);
  });
});
