import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import { processState } from '@/process-state';
import { clockOffset, setClockOffset, systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction, type Db } from '../../db';
import { clockOffset as storedOffset } from '../../db/schema';
import { queryRows } from '../../db/query-rows';
import { withLease } from '../../platform/lease';
import { log } from '../../platform/log';
import type { Counts } from '../../platform/run-counts';
import { countsBetween, readProgress } from './time-travel-progress';
import { readNextInstant } from './due-instants';
import { purgeExpired } from './purge';
import { runBilling } from './run';
import { SCHEDULED_JOBS, type ScheduledJob } from './scheduled-jobs';

const STEPS_MAX = 100_000;
const DRAIN_MS = 60_000;
const POLL_MS = 5;
const TRIES_MAX = 5;
const RETRY_MS = 600;
/** How long to wait for the lease of another run: longer than the lease of a killed process. */
const LEASE_WAIT_MS = 120_000;
const JOBS_SEEN = 100;
/** The jobs that run before the target is reached. The invariants are checked only at the target. */
const JOBS_BEFORE_TARGET = SCHEDULED_JOBS.filter(({ name }) => name !== 'checkInvariants');

export interface TravelResult extends Counts {
  now: string;
  steps: number;
  messages: number;
}

/**
 * Moves the product clock and the sandbox's clock to `target`. Stops at every instant at which a row is due.
 * There it runs the scheduled jobs and waits until the worker is idle. A step that fails is tried again.
 * @param now the instant from which the caller computed `target`
 * @param stop ends the move at the instant that was reached; another move continues from there
 * @throws AppError DATE_OUT_OF_RANGE before now; NOT_FOUND in production; BILLING_RUNNING
 */
export async function travel(
  db: Db,
  target: Date,
  now = systemNow(),
  stop?: AbortSignal,
): Promise<TravelResult> {
  if (settings().production) throw new AppError('NOT_FOUND');
  if (target < now) throw new AppError('DATE_OUT_OF_RANGE');
  const before = await readProgress(db);
  // The ids of jobs that did not end in time, such as jobs of a killed worker. The function waits only once
  // for each.
  const abandonedJobs: string[] = [];
  const settle = (jobs?: readonly ScheduledJob[]) => again(() => settleInstant(db, abandonedJobs, jobs));
  let failed = await settle(JOBS_BEFORE_TARGET);
  let steps = 0;
  for (; steps < STEPS_MAX && !stop?.aborted; steps++) {
    const at = await again(() => nextInstant({ db, now: systemNow() }));
    if (!at || at > target) break;
    await again(() => moveTo(db, at));
    failed += await settle(JOBS_BEFORE_TARGET);
  }
  if (!stop?.aborted) {
    await again(() => moveTo(db, target));
    failed += await settle();
  }
  await purgeExpired({ db, now: systemNow() });
  const counts = countsBetween(before, await readProgress(db), failed);
  return { now: systemNow().toISOString(), steps, ...counts };
}

/**
 * Does a step of the move. Tries it again, at most five times within about ten seconds, because a lost
 * connection to the database or the sandbox must not end a move half way. Each step may be done twice.
 * @throws the error of the last try; an AppError at once
 */
async function again<T>(step: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await step();
    } catch (error) {
      if (error instanceof AppError || tried > TRIES_MAX) throw error;
      log.warn('clock.step_failed', { count: tried, error });
      await sleep(tried * RETRY_MS);
    }
  }
}

async function nextInstant(ctx: Ctx): Promise<Date | null> {
  const [own, ofSandbox] = await Promise.all([readNextInstant(ctx, SCHEDULED_JOBS), readSandboxNext()]);
  const ahead = [own, ofSandbox].flatMap((at) => (at && at > ctx.now ? at.getTime() : []));
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

/**
 * Runs the scheduled jobs and waits for the queued jobs. Repeats both, at most five times, until the
 * scheduled jobs find no work and the worker runs no billing.
 * @returns the number of failed rows
 */
async function settleInstant(
  db: Db,
  abandonedJobs: string[],
  jobs: readonly ScheduledJob[] = SCHEDULED_JOBS,
): Promise<number> {
  let failed = 0;
  for (let round = 0; round < 5; round++) {
    const did = await runWithLease(db, jobs);
    failed += did.failed;
    const { metRun } = await drainJobs(db, abandonedJobs);
    if (did.planned + did.charged + did.declined === 0 && !metRun) break;
  }
  return failed;
}

/**
 * Runs the scheduled jobs with the lease of billing.
 * @throws AppError BILLING_RUNNING if another run does not end within two minutes
 */
async function runWithLease(db: Db, jobs: readonly ScheduledJob[]): Promise<Counts> {
  const run = await withLease(db, { name: 'billing', waitMs: LEASE_WAIT_MS }, () =>
    runBilling({ db, now: systemNow() }, undefined, jobs),
  );
  if (!run) throw new AppError('BILLING_RUNNING');
  return run.done;
}

async function moveTo(db: Db, at: Date): Promise<void> {
  const ahead = at.getTime() - systemNow().getTime();
  if (ahead <= 0) return;
  const offset = clockOffset() + ahead;
  await transaction(db, async (tx) => {
    await tx.update(storedOffset).set({ offsetMs: offset });
    await tx.execute(sql`select pg_notify('ira_clock', ${String(offset)})`);
    // Retried jobs are scheduled on the product clock, not the system clock.
    await tx.execute(sql`update graphile_worker._private_jobs set run_at = run_at - ${`${ahead} milliseconds`}::interval
      where run_at > now() and locked_at is null`);
  });
  setClockOffset(offset);
  await setSandboxClock(at);
}

const jobRow = z.object({ id: z.string(), task: z.string() });

/**
 * Waits until no queued job is running or ready to run, including the worker's billing run.
 * @param abandonedJobs ids of jobs to ignore; the function adds jobs that do not end in time
 * @returns `metRun`: whether a billing run of the worker was in progress
 */
async function drainJobs(db: Db, abandonedJobs: string[]): Promise<{ metRun: boolean }> {
  let metRun = false;
  let waiting: string[] = [];
  for (let waited = 0; waited < DRAIN_MS; waited += POLL_MS) {
    const found = await queryRows(
      db,
      jobRow,
      sql`
      select j.id::text, t.identifier as task from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where j.locked_at is not null or (j.run_at <= now() and j.attempts < j.max_attempts)
      limit ${JOBS_SEEN + abandonedJobs.length}`,
    );
    const rows = found.filter(({ id }) => !abandonedJobs.includes(id));
    if (rows.length === 0) return { metRun };
    metRun ||= rows.some(({ task }) => task === 'run_billing');
    waiting = rows.map(({ id }) => id);
    await sleep(POLL_MS);
  }
  abandonedJobs.push(...waiting);
  return { metRun };
}

const sandboxClock = () => processState('sandboxClock', (): { nextAt: Date | null } => ({ nextAt: null }));

/**
 * Returns when the sandbox's next event is due; null without one. Each call reads the sandbox again, because
 * calls of the product can schedule events there.
 */
async function readSandboxNext(): Promise<Date | null> {
  await setSandboxClock(systemNow());
  return sandboxClock().nextAt;
}

/** Sets the sandbox's clock, which decides when its QR codes expire and its webhooks are sent. */
export async function setSandboxClock(now: Date): Promise<void> {
  const { SANDBOX_URL, SANDBOX_TOKEN } = settings();
  if (!SANDBOX_URL) return;
  const response = await fetch(`${SANDBOX_URL}/_control/time`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-sandbox-token': SANDBOX_TOKEN ?? '' },
    body: JSON.stringify({ now: now.toISOString() }),
  });
  const body = (await response.json()) as { data?: { next?: string | null } };
  sandboxClock().nextAt = body.data?.next ? new Date(body.data.next) : null;
}
