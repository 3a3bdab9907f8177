import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '@/server/db/migrate';
import { isAlive, know } from '../../scripts/launch/processes.mjs';
import { clusterDir, endLeftover, startPostgres } from '../../scripts/postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this test run: the address of a database on it, and the name of the migrated template. */
    databaseServer: { url: string; template: string; log: string };
    /** Subscribers in each race between a command and the billing run. */
    races: number;
  }
}

const PREFIX = 'ira-test-';
const TEMPLATE = 'ira_template';
// A cluster that lives for one test run need not survive a power cut.
const OPTIONS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'max_wal_size=256MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  // A file runs each statement a few times only; PostgreSQL would plan it anew for the first five of each session.
  'plan_cache_mode=force_generic_plan',
];

const MEMORY = '/dev/shm';
const MEMORY_MIN_BYTES = 3 * 2 ** 30;

/** In memory if it is large enough: copying the template creates a thousand small files, ten times slower on some disks. */
function base(): string {
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

/** Ends and removes the clusters of test runs that were killed; their directories are named after the process that owned them. */
async function removeLeftovers(place: string): Promise<void> {
  for (const name of readdirSync(place)) {
    const [, pid, identity] = new RegExp(`^${PREFIX}(\\d+)\\.([\\w-]+)$`).exec(name) ?? [];
    const dir = join(place, name);
    if (pid === undefined || identity === undefined || isAlive({ pid: Number(pid), identity })) continue;
    if (statSync(dir).uid !== process.getuid?.()) continue;
    await endLeftover(join(dir, 'postgres'));
    rmSync(dir, { recursive: true, force: true });
  }
}

async function makeTemplate(adminUrl: string, templateUrl: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1 });
  try {
    await admin`create database ${admin(TEMPLATE)}`;
    await migrate(templateUrl);
    await letTimeBePast(templateUrl);
    await admin`alter database ${admin(TEMPLATE)} with is_template true allow_connections false`;
    // A session still closing would make the first copies fail.
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${TEMPLATE}`;
  } finally {
    await admin.end();
  }
}

/** The product's clock never runs behind; tests live on days of their own, whatever today is. */
async function letTimeBePast(templateUrl: string): Promise<void> {
  const sql = postgres(templateUrl, { max: 1 });
  try {
    await sql`alter table clock_offset drop constraint clock_offset_forward`;
  } finally {
    await sql.end();
  }
}

/** Starts one PostgreSQL for the whole run with one migrated template database in it, and takes it away afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = base();
  await removeLeftovers(place);
  const self = know(process.pid);
  const home = join(place, `${PREFIX}${process.pid}.${self?.identity ?? ''}`);
  mkdirSync(home, { mode: 0o700 });
  const log = join(home, 'postgres.log');
  const cluster = await startPostgres({
    dir: clusterDir(join(home, 'postgres')),
    log,
    options: OPTIONS,
  });
  const teardown = async () => {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await makeTemplate(cluster.url('postgres'), cluster.url(TEMPLATE));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseServer', { url: cluster.url('postgres'), template: TEMPLATE, log });
  return teardown;
}
