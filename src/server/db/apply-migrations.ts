import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';

/** How a migration waits for the locks of its tables. */
export interface LockWaits {
  /** The longest wait of one statement. Other statements on the table wait behind it for the same time. */
  lockTimeoutMs: number;
  /** The number of tries of one migration. */
  tries: number;
  /** The pause between two tries. */
  pauseMs: number;
}

/** About ten minutes: longer than a billing run or a dump of a small table holds its locks. */
const WAITS: LockWaits = { lockTimeoutMs: 1_000, tries: 100, pauseMs: 5_000 };

/** Lock timeout, deadlock, and a concurrent index build that was cancelled by a deadlock. */
const RETRYABLE = new Set(['55P03', '40P01']);

interface Migration {
  tag: string;
  hash: string;
  when: number;
  statements: readonly string[];
}

/**
 * Applies the migrations of a folder that drizzle-kit wrote, each in a transaction of its own. A file with `CONCURRENTLY`
 * runs without a transaction, because PostgreSQL requires that; such a file must be repeatable.
 * @param client a session without a pooler that holds the lock of migrations
 * @returns the tags of the applied migrations
 * @throws PostgresError 55P03 if a table stays locked
 */
export async function applyMigrations(
  client: postgres.Sql,
  folder: string,
  { waits = WAITS }: { waits?: LockWaits } = {},
): Promise<string[]> {
  await client`create schema if not exists drizzle`;
  await client`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
  const [last] = await client<{ at: string | null }[]>`
    select max(created_at) as at from drizzle.__drizzle_migrations`;
  const pending = readMigrations(folder).filter(({ when }) => when > Number(last?.at ?? -1));
  for (const migration of pending) await applyPatiently(client, migration, waits);
  return pending.map(({ tag }) => tag);
}

function readMigrations(folder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }, at) => ({
    tag: entries[at]?.tag ?? '',
    hash,
    when: folderMillis,
    statements: sql,
  }));
}

/** Applies one migration. Repeats it while another session holds the lock of a table. */
async function applyPatiently(
  client: postgres.Sql,
  migration: Migration,
  { lockTimeoutMs, tries, pauseMs }: LockWaits,
): Promise<void> {
  const apply = isConcurrent(migration) ? applyConcurrently : applyAtOnce;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, migration, lockTimeoutMs);
    } catch (error) {
      const isOver = attempt >= tries || !RETRYABLE.has((error as { code?: string }).code ?? '');
      if (isOver) throw Object.assign(error as Error, { migration: migration.tag });
      await sleep(pauseMs);
    }
  }
}

const isConcurrent = ({ statements }: Migration) => statements.some((text) => /\bconcurrently\b/i.test(text));

async function applyAtOnce(client: postgres.Sql, migration: Migration, lockTimeoutMs: number): Promise<void> {
  await client.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`;
    for (const statement of migration.statements) await tx.unsafe(statement);
    await record(tx, migration);
  });
}

/** A concurrent build waits for older transactions without blocking others, so it has no lock timeout. */
async function applyConcurrently(client: postgres.Sql, migration: Migration): Promise<void> {
  for (const statement of migration.statements) await client.unsafe(statement);
  await record(client, migration);
}

const record = (client: postgres.ISql, { hash, when }: Migration) =>
  client`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
