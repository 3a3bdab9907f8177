import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type PostgresJsDatabase, type PostgresJsTransaction } from 'drizzle-orm/postgres-js';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import postgres from 'postgres';
import { settings } from '@/settings/settings';
import { processState } from '@/process-state';
import { guardTransactions } from './guard';
import { prepareStatements } from './prepared';
import * as schema from './schema';
import { directUrl, SESSION_DEFAULTS } from './sessions';
import { LONG_STARTUP, openClient, sessionSockets } from './socket';
import { jobConnection, readTls } from './tls';

export type Db = PostgresJsDatabase<typeof schema> & { $client: postgres.Sql };
export type Tx = PostgresJsTransaction<typeof schema, ExtractTablesWithRelations<typeof schema>>;

const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS_MAX = 3;
/** The victim of a deadlock waits this long, so that the other transaction gets the lock before the victim asks again. */
const RETRY_AFTER_MS = 50;

/**
 * Opens a connection pool. Its sessions are read-only by default, so that PostgreSQL refuses a write outside
 * `transaction()` (error 25006). guard.ts and socket.ts handle lost sessions. With `DATABASE_DIRECT_URL` the URL is of a
 * pooler in transaction mode: sessions.ts has stored the defaults, and LISTEN goes to the direct URL.
 */
export function openDatabase(url: string, poolMax: number, silenceMaxMs?: number): Db {
  const { DATABASE_DIRECT_URL, DATABASE_NAMED_STATEMENTS } = settings();
  const isPooled = DATABASE_DIRECT_URL !== undefined;
  const isNamed = DATABASE_NAMED_STATEMENTS ?? !isPooled;
  const { url: address, tls } = readTls(url);
  const client = postgres(address, {
    max: poolMax,
    onnotice: () => undefined,
    connect_timeout: 5,
    idle_timeout: 0,
    // Prevents a query of array types after each connect: a killed backend during that query stops the process.
    fetch_types: false,
    // The driver counts failures of the whole pool: with its default delays, ten lost sessions cause a wait of 20 s. A new
    // primary is used within a quarter of a second.
    backoff: (failures) => Math.min(0.02 * 2 ** failures, 0.25) * (0.5 + Math.random() / 2),
    prepare: isNamed,
    ...sessionSockets(tls, silenceMaxMs),
    connection: { ...(isPooled ? {} : SESSION_DEFAULTS), options: LONG_STARTUP },
  });
  if (isPooled) listenDirectly(client, directUrl({ DATABASE_URL: url, DATABASE_DIRECT_URL }));
  return drizzle(guardTransactions(prepareStatements(client, isNamed)), { schema });
}

/** Moves LISTEN to another URL, because a pooler in transaction mode loses notifications. */
function listenDirectly(client: postgres.Sql, url: string): void {
  const direct = openClient(url, { max: 1 });
  const end = client.end.bind(client);
  client.listen = direct.listen.bind(direct);
  client.end = async (options) => void (await Promise.all([end(options), direct.end(options)]));
}

/**
 * Returns the pool of the process, and opens it on the first call. Does not open it at import, because a build has no
 * database.
 */
export function database(): Db {
  const { DATABASE_URL, DATABASE_POOL } = settings();
  return processState('database', () => openDatabase(DATABASE_URL, DATABASE_POOL));
}

/** Returns the connection for the sessions of the job queue, which waits for notifications. */
export const jobQueueConnection = () => jobConnection(directUrl(settings()));

/** Whether PostgreSQL requires a transaction to be repeated: serialization failure or deadlock. */
function isRetryable(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return RETRYABLE.has((cause as { code?: string } | null)?.code ?? '');
}

/** What each transaction still has to write before it commits. */
const lastWrites = new WeakMap<Tx, (() => Promise<unknown>)[]>();

/**
 * Has a transaction write something as its last statement, for example what several of its parts collect.
 * @throws Error outside `transaction()`, which would not run it
 */
export function writeLast(tx: Tx, write: () => Promise<unknown>): void {
  const writes = lastWrites.get(tx);
  if (!writes) throw new Error('a last write needs `transaction()`');
  writes.push(write);
}

async function runWithLastWrites<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const writes: (() => Promise<unknown>)[] = [];
  lastWrites.set(tx, writes);
  const result = await work(tx);
  for (const write of writes) await write();
  return result;
}

/**
 * Runs `work` in one read-write transaction. Repeats `work` after a deadlock or a serialization failure, after a short
 * pause and up to three runs in total. `work` must be repeatable and must not make external calls such as HTTP or mail.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => runWithLastWrites(tx, work));
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isRetryable(error)) throw error;
      await sleep(RETRY_AFTER_MS * attempt * (0.5 + Math.random()));
    }
  }
}

/** Runs `work` in a transaction that is rolled back, and returns its result: a preview of the same command. */
export async function rehearse<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  // Compared by identity: development loads two copies of the database library, so a class check would fail.
  const rollback = new Error('the preview is rolled back');
  const results: T[] = [];
  try {
    await transaction(db, async (tx) => {
      results[0] = await work(tx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return results[0] as T;
}

/** Returns the name of the violated unique index or check constraint; null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  const cause = (error instanceof Error && error.cause ? error.cause : error) as {
    code?: string;
    constraint_name?: string;
  } | null;
  return cause?.code === '23505' || cause?.code === '23514' ? (cause.constraint_name ?? null) : null;
}
