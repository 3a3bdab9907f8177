import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { clockOffset } from '@/server/platform/clock';
import { transaction } from '@/server/db';
import type { World } from '../world';
import type { TestProcess } from './child-process';

/** The longest wait in ms for jobs. A run with thousands of orders takes minutes. */
const DRAIN_MS = 900_000;
const POLL_MS = 15;

/** Sets the product's clock in every process. Stores the offset and notifies the processes. */
export async function setAllClocks(world: World, instant: Date): Promise<void> {
  const ahead = instant.getTime() - world.now().getTime();
  await world.setNow(instant);
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`update clock_offset set offset_ms = ${clockOffset()}`);
    await tx.execute(sql`select pg_notify('ira_clock', ${String(clockOffset())})`);
    await tx.execute(sql`update graphile_worker._private_jobs set run_at = run_at - ${`${ahead} milliseconds`}::interval
      where run_at > now() and locked_at is null`);
  });
}

/** Waits until every process has received the clock offset, because a process may receive a job earlier. */
export async function waitForClock(processes: readonly TestProcess[]): Promise<void> {
  for (const one of processes) while ((await one.clockOffset()) !== clockOffset()) await sleep(5);
}

/** Adds the job of a billing run, as the crontab does every minute. */
export async function requestBillingRun(world: World): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.execute(
      sql`select graphile_worker.add_job('run_billing', job_key => 'run_billing', max_attempts => 1)`,
    ),
  );
}

/** A lock of a job: the job's id and the time of the lock. A job that is released and locked again has another lock. */
const LOCK = sql`j.id || ' ' || j.locked_at`;

/**
 * Lists the locks of jobs that killed processes hold. Such jobs stay locked for hours. First waits until the
 * database sessions of `killed` have ended, because their last statement may still lock a job.
 */
export async function listLockedJobs(
  world: World,
  killed?: Pick<TestProcess, 'sessionName'>,
): Promise<string[]> {
  const hasSessions = async () => {
    const [row] = await world.db.execute<{ any: boolean }>(sql`select exists (
      select 1 from pg_stat_activity where application_name = ${killed?.sessionName ?? ''}) as any`);
    return row?.any === true;
  };
  while (killed && (await hasSessions())) await sleep(POLL_MS);
  const rows = await world.db.execute<{ lock: string }>(
    sql`select ${LOCK} as lock from graphile_worker._private_jobs j where j.locked_at is not null`,
  );
  return rows.map(({ lock }) => lock);
}

/**
 * Waits until no job is running or due, except `lockedJobs`.
 * @returns false if `until.isOver` returned true before
 */
export async function waitForJobs(
  world: World,
  lockedJobs: readonly string[] = [],
  until: { isOver: () => boolean } = { isOver: () => false },
): Promise<boolean> {
  let left: { lock: string | null; task: string }[] = [];
  for (let waited = 0; waited < DRAIN_MS; waited += POLL_MS) {
    if (until.isOver()) return false;
    const rows = await world.db.execute<(typeof left)[number]>(sql`
      select ${LOCK} as lock, t.identifier as task
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.locked_at is not null or (j.run_at <= now() and j.attempts < j.max_attempts)`);
    left = rows.filter(({ lock }) => lock === null || !lockedJobs.includes(lock));
    if (left.length === 0) return true;
    await sleep(POLL_MS);
  }
  throw new Error(`the worker did not become idle: ${JSON.stringify({ left, lockedJobs })}`);
}
