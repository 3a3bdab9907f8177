import { sql } from 'drizzle-orm';
import { Logger, runOnce } from 'graphile-worker';
import { Pool } from 'pg';
import { database, jobQueueUrl, transaction } from '@/server/db';
import { billingTasks, QUEUE_TASKS } from '@/worker/queue-tasks';

const CONCURRENCY = 4;
let sessions: Pool | undefined;

/** Opens the connection pool for all job runs of a test file. Dropping the database ends its sessions. */
function openPool(): Pool {
  const ignore = () => undefined;
  const pool = new Pool({
    connectionString: jobQueueUrl(),
    max: CONCURRENCY + 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
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
