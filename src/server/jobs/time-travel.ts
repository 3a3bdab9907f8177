import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { settings } from '@/env';
import { AppError } from '@/domain/errors';
import { clockOffset, setClockOffset, systemNow } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { transaction, type Db } from '../db';
import { withLease } from '../platform/lease';
import type { Counts } from '../platform/run-counts';
import { countsBetween, readBooks } from './time-travel-progress';
import { runBilling } from './run';
import { SWEEPS, type Sweep } from './due-work';

const STEPS_MAX = 100_000;
const DRAIN_MS = 60_000;
const POLL_MS = 15;
/** Longer than a process that was killed keeps its lease. */
const LEASE_WAIT_MS = 120_000;
/** Enough to know that some are left. */
const JOBS_SEEN = 100;
/** The promises are asked at the end of a journey, not at each of its instants. */
const ON_THE_WAY = SWEEPS.filter(({ name }) => name !== 'watchInvariants');

export interface Journey extends Counts {
  now: string;
  steps: number;
  messages: number;
}

/**
 * Moves the whole product forward: steps through every due instant in order, does all that falls due there, waits
 * until the worker has nothing left to do, and ends at `target`. The sandbox's clock is moved along.
 * @param now the moment from which `target` was reckoned.
 * @throws AppError DATE_OUT_OF_RANGE for a moment before now; NOT_FOUND in production; BILLING_RUNNING
 */
export async function travel(db: Db, target: Date, now = systemNow()): Promise<Journey> {
  if (settings().production) throw new AppError('NOT_FOUND');
  if (target < now) throw new AppError('DATE_OUT_OF_RANGE');
  const before = await readBooks(db);
  // Jobs that were waited for in vain, such as those a killed worker holds: once is enough.
  const givenUp: string[] = [];
  let failed = await settleInstant(db, givenUp, ON_THE_WAY);
  let steps = 0;
  for (; steps < STEPS_MAX; steps++) {
    const at = await nextInstant({ db, now: systemNow() });
    if (!at || at > target) break;
    await moveTo(db, at);
    failed += await settleInstant(db, givenUp, ON_THE_WAY);
  }
  if (target > systemNow()) await moveTo(db, target);
  failed += await settleInstant(db, givenUp);
  const counts = countsBetween(before, await readBooks(db), failed);
  return { now: systemNow().toISOString(), steps, ...counts };
}

async function nextInstant(ctx: Ctx): Promise<Date | null> {
  const instants = await Promise.all(SWEEPS.map((sweep) => sweep.nextAt(ctx, ctx.now)));
  const ahead = [...instants, await sandboxNext()].filter((at): at is Date => at !== null && at > ctx.now);
  return ahead.length === 0 ? null : new Date(Math.min(...ahead.map((at) => at.getTime())));
}

/**
 * Runs what is due now, jobs included, until a further run finds nothing and none of the worker's was under way.
 * @returns how many rows failed.
 */
async function settleInstant(db: Db, givenUp: string[], sweeps: readonly Sweep[] = SWEEPS): Promise<number> {
  let failed = 0;
  for (let round = 0; round < 5; round++) {
    const did = await runAlone(db, sweeps);
    failed += did.failed;
    const { metRun } = await drainJobs(db, givenUp);
    if (did.planned + did.charged + did.declined === 0 && !metRun) break;
  }
  return failed;
}

/** @throws AppError BILLING_RUNNING while another run goes on for minutes */
async function runAlone(db: Db, sweeps: readonly Sweep[]): Promise<Counts> {
  const run = await withLease(db, { name: 'billing', waitMs: LEASE_WAIT_MS }, () =>
    runBilling({ db, now: systemNow() }, undefined, sweeps),
  );
  if (!run) throw new AppError('BILLING_RUNNING');
  return run.done;
}

async function moveTo(db: Db, at: Date): Promise<void> {
  const ahead = at.getTime() - systemNow().getTime();
  if (ahead <= 0) return;
  const offset = clockOffset() + ahead;
  await transaction(db, async (tx) => {
    await tx.execute(sql`update clock_offset set offset_ms = ${offset}`);
    await tx.execute(sql`select pg_notify('ira_clock', ${String(offset)})`);
    // Jobs that wait for another try wait in the product's time.
    await tx.execute(sql`update graphile_worker._private_jobs set run_at = run_at - ${`${ahead} milliseconds`}::interval
      where run_at > now() and locked_at is null`);
  });
  setClockOffset(offset);
  await tellSandbox(at);
}

/**
 * Waits until the worker has no job that could run now or is running, its own billing run included (which has one try).
 * @param givenUp jobs that are waited for no longer; those that take too long are added.
 */
async function drainJobs(db: Db, givenUp: string[]): Promise<{ metRun: boolean }> {
  let metRun = false;
  let waiting: string[] = [];
  for (let waited = 0; waited < DRAIN_MS; waited += POLL_MS) {
    const found = await db.execute<{ id: string; task: string }>(sql`
      select j.id::text, t.identifier as task from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where j.locked_at is not null or (j.run_at <= now() and j.attempts < j.max_attempts)
      limit ${JOBS_SEEN + givenUp.length}`);
    const rows = found.filter(({ id }) => !givenUp.includes(id));
    if (rows.length === 0) return { metRun };
    metRun ||= rows.some(({ task }) => task === 'run_billing');
    waiting = rows.map(({ id }) => id);
    await sleep(POLL_MS);
  }
  givenUp.push(...waiting);
  return { metRun };
}

let sandboxAhead: Date | null = null;

/** What happens outside by itself, asked anew: what was just done here may have begun something there. */
async function sandboxNext(): Promise<Date | null> {
  await tellSandbox(systemNow());
  return sandboxAhead;
}

/** Sets the sandbox's clock, on which its QR codes expire and its webhooks are due. */
export async function tellSandbox(now: Date): Promise<void> {
  const { SANDBOX_URL, SANDBOX_TOKEN } = settings();
  if (!SANDBOX_URL) return;
  const response = await fetch(`${SANDBOX_URL}/_control/time`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-sandbox-token': SANDBOX_TOKEN ?? '' },
    body: JSON.stringify({ now: now.toISOString() }),
  });
  const answer = (await response.json()) as { data?: { next?: string | null } };
  sandboxAhead = answer.data?.next ? new Date(answer.data.next) : null;
}
