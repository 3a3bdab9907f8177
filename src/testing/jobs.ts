import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Logger, runOnce, type RunnerOptions } from 'graphile-worker';
import type { Pool } from 'pg';
import { database, transaction } from '@/server/db';
import { openJobPool } from '@/worker/job-pool';
import { billingTasks, QUEUE_TASKS } from '@/worker/queue-tasks';
import { processState } from '@/process-state';

const CONCURRENCY = 4;
const RELEASE_TRIES = 100;
const RELEASE_MS = 10;
const sessions = (): Pool => processState('jobPool', openTestJobPool);

/** Opens the connection pool for all job runs of a test file. Dropping the database ends its sessions. */
export function openTestJobPool(): Pool {
  const pool = openJobPool(CONCURRENCY + 1);
  Object.assign(pool.options, { idleTimeoutMillis: 0, allowExitOnIdle: true });
  return pool;
}

/** Returns the time if a job is due. The queue itself asks a dozen statements before it finds none. */
async function timeIfJobDue(): Promise<string | undefined> {
  const due = await database().execute<{ now: string }>(
    sql`select now()::text from graphile_worker._private_jobs where is_available and run_at <= now() limit 1`,
  );
  return due[0]?.now;
}

/** Whether a job that was taken since then is not released yet. */
async function isJobHeld(since: string): Promise<boolean> {
  const held = await database().execute(
    sql`select 1 from graphile_worker._private_jobs where locked_at >= ${since}::timestamptz limit 1`,
  );
  return held.length > 0;
}

/** Runs the production job queue until no job is due. */
export async function runJobs(): Promise<void> {
  const since = await timeIfJobDue();
  if (since === undefined) return;
  await runOnce(processState('jobOptions', queueOptions));
  // The queue does not wait until the end of a job is written. A worker of the world may hold a job for longer.
  for (let tries = 0; tries < RELEASE_TRIES && (await isJobHeld(since)); tries += 1) await sleep(RELEASE_MS);
}

/** Made once per test file: the queue resolves its options and registers its tasks for each new object. */
const queueOptions = (): RunnerOptions => ({
  pgPool: sessions(),
  taskList: { ...QUEUE_TASKS, ...billingTasks(new AbortController().signal) },
  concurrency: CONCURRENCY,
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
});

/** Makes all waiting jobs due. A minute ago, because the system clock may step back between two statements. */
export async function makeJobsDue(): Promise<void> {
  await transaction(database(), (tx) =>
    tx.execute(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`),
  );
}
