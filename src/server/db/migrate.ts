import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { runMigrations as migrateJobs } from 'graphile-worker';
import { Pool } from 'pg';
import type postgres from 'postgres';
import { productFile } from '@/product-files';
import journal from '../../../drizzle/meta/_journal.json';
import { applyMigrations } from './apply-migrations';
import { flags, thaiAddresses } from './schema';
import { openClient } from './socket';
import { readThaiPlaces } from './thai-places';
import { jobConnection } from './tls';

const MIGRATION_LOCK = 7_420_011;
const LOCK_POLL_MS = 200;
const BASELINE = journal.entries[0]?.when ?? 0;

/** Thrown for a database with migrations that the baseline replaced. Such a database cannot be migrated. */
export class ReplacedMigrationsError extends Error {
  constructor() {
    super(
      'The database was made by migrations that this version replaced: `npm start -- --reset` empties it and makes it anew.',
    );
  }
}

/**
 * Migrates a database: the schema, the tables of the job queue and the Thai addresses. Can run repeatedly,
 * and in several processes at once.
 * @param databaseUrl a URL without a pooler
 * @throws ReplacedMigrationsError
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = openClient(databaseUrl, { max: 1 });
  try {
    await lockMigrations(client);
    if (await isBeforeBaseline(client)) throw new ReplacedMigrationsError();
    await applyMigrations(client, productFile('drizzle'));
    await migrateJobQueue(databaseUrl);
    await loadThaiAddresses(drizzle(client));
  } finally {
    await client.end();
  }
}

async function migrateJobQueue(databaseUrl: string): Promise<void> {
  const pgPool = new Pool({ ...jobConnection(databaseUrl), max: 1 });
  // A lost session rejects its statement; without listeners it would end the process as well.
  const ignore = () => undefined;
  pgPool.on('error', ignore).on('connect', (client) => void client.on('error', ignore));
  try {
    await migrateJobs({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/**
 * Waits until no other process migrates. Polls, because a session that waits in PostgreSQL holds a snapshot, and a
 * concurrent index build of the other process would wait for that snapshot.
 */
async function lockMigrations(client: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await client`select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`;
    if (row?.locked === true) return;
    await sleep(LOCK_POLL_MS);
  }
}

async function isBeforeBaseline(client: postgres.Sql): Promise<boolean> {
  const [table] =
    await client`select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`;
  if (!table) return false;
  const older =
    await client`select 1 from drizzle.__drizzle_migrations where created_at < ${BASELINE} limit 1`;
  return older.length > 0;
}

/**
 * Releases the locked jobs of all workers. All workers must have stopped before the call. Otherwise the jobs of a killed
 * worker stay locked for four hours, and time travel waits for these jobs.
 */
export async function releaseJobs(databaseUrl: string): Promise<void> {
  const client = openClient(databaseUrl, { max: 1 });
  try {
    await client`select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union select locked_by from graphile_worker._private_job_queues where locked_by is not null))`;
  } finally {
    await client.end();
  }
}

/** Replaces the rows of the address table if the places have changed. Addresses of subscribers stay as they are. */
async function loadThaiAddresses(db: ReturnType<typeof drizzle>): Promise<void> {
  const rows = readThaiPlaces();
  const fingerprint = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  const name = 'thai_addresses';
  const [stored] = await db.select({ value: flags.value }).from(flags).where(eq(flags.name, name));
  if (stored?.value === fingerprint) return;
  await db.transaction(async (tx) => {
    await tx.delete(thaiAddresses);
    for (let from = 0; from < rows.length; from += 1000)
      await tx.insert(thaiAddresses).values(rows.slice(from, from + 1000));
    await tx
      .insert(flags)
      .values({ name, value: fingerprint })
      .onConflictDoUpdate({ target: flags.name, set: { value: fingerprint } });
  });
}
