import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/server/db/migrate';
import { openTemporary } from '../start/temporary.mjs';
import { startPgBouncer, type PgBouncer } from '../campaigns/drill/pgbouncer-server';
import { clusterDir, startPostgres, type Cluster } from '../start/postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The PostgreSQL cluster of this test run: the URL of its admin database, the name of the template, the
     * path of its log.
     */
    databaseServer: { url: string; template: string; log: string };
    /** The URL of a pooler in front of the cluster, with TEST_POOLER=pgbouncer; otherwise null. */
    pooler: string | null;
    /** Whether the tests run in their long version (`npm run test:deep`). */
    isDeep: boolean;
    /** The number of subscribers in each race between a command and the billing run. */
    races: number;
  }
}

const TEMPLATE = 'ira_template';
// The cluster is deleted after the run, so it need not survive a power failure.
const OPTIONS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'max_wal_size=256MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  // Uses generic plans at once. By default PostgreSQL plans the first five executions of a statement again.
  'plan_cache_mode=force_generic_plan',
  // The one statement with all invariants looks expensive, and always finds next to nothing.
  'jit=off',
];

const MEMORY = '/dev/shm';
const MEMORY_MIN_BYTES = 3 * 2 ** 30;

/**
 * Returns a folder in memory if it has enough space. On some disks, copying the template's thousand files
 * takes ten times as long.
 */
function chooseBaseDir(): string {
  if (!isWritable(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_MIN_BYTES ? MEMORY : tmpdir();
}

function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function makeTemplate(adminUrl: string, templateUrl: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1 });
  try {
    await admin`create database ${admin(TEMPLATE)}`;
    await migrate(templateUrl);
    await allowPastTimes(templateUrl);
    await putOffChecks(templateUrl);
    await admin`alter database ${admin(TEMPLATE)} with is_template true allow_connections false`;
    // PostgreSQL copies a template only if no session uses it.
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${TEMPLATE}`;
  } finally {
    await admin.end();
  }
}

/** Allows tests to set the product's clock behind the system clock. Production forbids this. */
async function allowPastTimes(templateUrl: string): Promise<void> {
  const sql = postgres(templateUrl, { max: 1 });
  try {
    await sql`alter table clock_offset drop constraint clock_offset_forward`;
  } finally {
    await sql.end();
  }
}

const NEVER = '9999-12-31T00:00:00Z';
const PUT_OFF = {
  invariants: { at: null, asked: 0, violated: [], unchecked: [], dueAt: NEVER },
  reconciliation: {
    dueAt: NEVER,
    startedAt: null,
    finishedAt: null,
    list: 'charges',
    since: NEVER,
    from: NEVER,
    offset: 0,
    read: 0,
    found: 0,
    failed: 0,
    unknownRefunds: [],
    leaseUntil: null,
  },
};

/**
 * Puts off the hourly check of the invariants and the nightly reconciliation, which together take as long as the rest of
 * a billing run. A test of money asks the invariants and compares with the gateway at its end; a test of these jobs
 * deletes the row.
 */
async function putOffChecks(templateUrl: string): Promise<void> {
  const sql = postgres(templateUrl, { max: 1 });
  try {
    for (const [name, value] of Object.entries(PUT_OFF))
      await sql`insert into flags (name, value) values (${name}, ${JSON.stringify(value)})`;
  } finally {
    await sql.end();
  }
}

const POOLED_ROLE = 'ira_pooled';

/** Starts pgBouncer in front of the cluster. The worlds of the tests then reach PostgreSQL through it. */
async function startPooler(cluster: Cluster, home: string): Promise<PgBouncer> {
  const admin = postgres(cluster.url('postgres'), { max: 1 });
  const { password } = new URL(cluster.url('postgres'));
  await admin.unsafe(`create role ${POOLED_ROLE} superuser login password '${password}'`);
  await admin.end();
  return startPgBouncer({ home, serverPort: cluster.port, role: POOLED_ROLE, password });
}

/**
 * Starts a PostgreSQL cluster with a migrated template database for the test run.
 * @returns a function that deletes it
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { path: home, remove } = await openTemporary('test', chooseBaseDir());
  const log = join(home, 'postgres.log');
  const cluster = await startPostgres({
    dir: clusterDir(join(home, 'postgres')),
    log,
    options: OPTIONS,
  });
  let pooler: PgBouncer | null = null;
  const teardown = async () => {
    await pooler?.stop();
    await cluster.stop();
    await remove();
  };
  try {
    await makeTemplate(cluster.url('postgres'), cluster.url(TEMPLATE));
    if (process.env.TEST_POOLER === 'pgbouncer') pooler = await startPooler(cluster, join(home, 'pgbouncer'));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseServer', { url: cluster.url('postgres'), template: TEMPLATE, log });
  project.provide('pooler', pooler?.url('postgres') ?? null);
  return teardown;
}
