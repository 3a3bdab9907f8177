import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { clockOffset } from '@/server/platform/clock';
import { transaction } from '@/server/db';
import type { World } from '../world';
import type { FiredProcess } from './process';

/** Long enough for thousands of orders in one run. */
const DRAIN_MS = 900_000;
const POLL_MS = 15;

/** Sets the product's clock in every process: stored and told, as the control call does, but backwards too. */
export async function setEverybodysClock(world: World, instant: Date): Promise<void> {
  const ahead = instant.getTime() - world.now().getTime();
  await world.setNow(instant);
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`update clock_offset set offset_ms = ${clockOffset()}`);
    await tx.execute(sql`select pg_notify('ira_clock', ${String(clockOffset())})`);
    await tx.execute(sql`update graphile_worker._private_jobs set run_at = run_at - ${`${ahead} milliseconds`}::interval
      where run_at > now() and locked_at is null`);
  });
}

/** Waits until processes have been told what time it is: messages and jobs come to them by different ways. */
export async function waitForClock(processes: readonly FiredProcess[]): Promise<void> {
  for (const one of processes) while ((await one.clockOffset()) !== clockOffset()) await sleep(5);
}

/** Asks for a billing run, as the crontab does every minute. */
export async function askForBillingRun(world: World): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.execute(
      sql`select graphile_worker.add_job('run_billing', job_key => 'run_billing', max_attempts => 1)`,
    ),
  );
}

/**
 * Jobs that a dead process holds; nobody takes them up for hours, and nothing may depend on them. PostgreSQL carries out
 * the last statement of a killed process, which may take a job: waits until the sessions of `dead` have ended.
 */
export async function heldJobs(world: World, dead?: Pick<FiredProcess, 'sessionName'>): Promise<string[]> {
  const hasSessions = async () => {
    const [row] = await world.db.execute<{ any: boolean }>(sql`select exists (
      select 1 from pg_stat_activity where application_name = ${dead?.sessionName ?? ''}) as any`);
    return row?.any === true;
  };
  while (dead && (await hasSessions())) await sleep(POLL_MS);
  const rows = await world.db.execute<{ id: string }>(
    sql`select id::text from graphile_worker._private_jobs where locked_at is not null`,
  );
  return rows.map(({ id }) => id);
}

/** Waits until no job could run now or is running, those of the dead left out. @returns false when `until` came first */
export async function waitForJobs(
  world: World,
  ofTheDead: readonly string[] = [],
  until: { isOver: () => boolean } = { isOver: () => false },
): Promise<boolean> {
  let left: { id: string; task: string; since: string | null }[] = [];
  for (let waited = 0; waited < DRAIN_MS; waited += POLL_MS) {
    if (until.isOver()) return false;
    const rows = await world.db.execute<(typeof left)[number]>(sql`
      select j.id::text, t.identifier as task, j.locked_at::text as since
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.locked_at is not null or (j.run_at <= now() and j.attempts < j.max_attempts)`);
    left = rows.filter(({ id }) => !ofTheDead.includes(id));
    if (left.length === 0) return true;
    await sleep(POLL_MS);
  }
  throw new Error(`the worker never came to rest: ${JSON.stringify({ left, ofTheDead })}`);
}
