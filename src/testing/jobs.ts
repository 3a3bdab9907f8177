import { sql } from 'drizzle-orm';
import { Logger, runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import { database, transaction } from '@/server/db';
import { openJobPool } from '@/worker/job-pool';
import { billingTasks, QUEUE_TASKS } from '@/worker/queue-tasks';

const CONCURRENCY = 4;
let sessions: Pool | undefined;

/** Opens the connection pool for all job runs of a test file. Dropping the database ends its sessions. */
function openPool(): Pool {
  const pool = openJobPool(CONCURRENCY + 1);
  Object.assign(pool.options, { idleTimeoutMillis: 0, allowExitOnIdle: true });
  return pool;
}

/** Runs the production job queue until no job is due. */
export async function runJobs(): Promise<void> {
  sessions ??= openPool();
  await runOnce({
    pgPool: sessions,
    taskList: { ...QUEUE_TASKS, ...billingTasks(new AbortController().signal) },
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
}

/** Makes all waiting jobs due. A minute ago, because the system clock may step back between two statements. */
export async function makeJobsDue(): Promise<void> {
  await transaction(database(), (tx) =>
    tx.execute(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`),
  );
}
