import { sql } from 'drizzle-orm';
import { Logger, runOnce, type RunnerOptions } from 'graphile-worker';
import type { Pool } from 'pg';
import { database, transaction } from '@/server/db';
import { openJobPool } from '@/worker/job-pool';
import { billingTasks, QUEUE_TASKS } from '@/worker/queue-tasks';
import { processState } from '@/process-state';

const CONCURRENCY = 4;
const sessions = (): Pool => processState('jobPool', openTestJobPool);

/** Opens the connection pool for all job runs of a test file. Dropping the database ends its sessions. */
export function openTestJobPool(): Pool {
  const pool = openJobPool(CONCURRENCY + 1);
  Object.assign(pool.options, { idleTimeoutMillis: 0, allowExitOnIdle: true });
  return pool;
}

/** Whether a job is due. The queue itself asks a dozen statements before it finds none. */
async function isJobDue(): Promise<boolean> {
  const due = await database().execute(
    sql`select 1 from graphile_worker._private_jobs where is_available and run_at <= now() limit 1`,
  );
  return due.length > 0;
}

/** Runs the production job queue until no job is due. */
export async function runJobs(): Promise<void> {
  if (!(await isJobDue())) return;
  await runOnce(processState('jobOptions', queueOptions));
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
