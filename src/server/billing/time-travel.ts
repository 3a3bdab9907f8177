import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { settings } from '@/env';
import { AppError } from '@/domain/errors';
import { clockOffset, setClockOffset, systemNow } from '../clock';
import type { Ctx } from '../context';
import { transaction, type Db } from '../db/client';
import { addCounts, NOTHING, type Counts } from './counts';
import { runBilling } from './run';
import { SWEEPS } from './sweeps';

const STEPS_MAX = 100_000;
const DRAIN_MS = 60_000;
const POLL_MS = 15;
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
 * @throws AppError DATE_OUT_OF_RANGE for a moment before now; NOT_FOUND in production
 */
export async function travel(db: Db, target: Date): Promise<Journey> {
  if (settings().production) throw new AppError('NOT_FOUND');
  if (target < systemNow()) throw new AppError('DATE_OUT_OF_RANGE');
  const sentBefore = await countSent(db);
  let counts = await settleInstant(db, ON_THE_WAY);
  let steps = 0;
  for (; steps < STEPS_MAX; steps++) {
    const at = await nextInstant({ db, now: systemNow() });
    if (!at || at > target) break;
    await moveTo(db, at);
    counts = addCounts(counts, await settleInstant(db, ON_THE_WAY));
  }
  if (target > systemNow()) await moveTo(db, target);
  counts = addCounts(counts, await settleInstant(db));
  return { now: systemNow().toISOString(), steps, ...counts, messages: (await countSent(db)) - sentBefore };
}

async function nextInstant(ctx: Ctx): Promise<Date | null> {
  const instants = await Promise.all(SWEEPS.map((sweep) => sweep.nextAt(ctx, ctx.now)));
  const ahead = [...instants, await sandboxNext()].filter((at): at is Date => at !== null && at > ctx.now);
  return ahead.length === 0 ? null : new Date(Math.min(...ahead.map((at) => at.getTime())));
}

/** Runs what is due now, jobs included, until a further run finds nothing. */
async function settleInstant(db: Db, sweeps = SWEEPS): Promise<Counts> {
  let counts = NOTHING;
  for (let round = 0; round < 5; round++) {
    const did = await runBilling({ db, now: systemNow() }, undefined, sweeps);
    counts = addCounts(counts, did);
    await drainJobs(db);
    if (did.planned + did.charged + did.declined === 0) break;
  }
  return counts;
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

/** Waits until the worker has no job that could run now. */
async function drainJobs(db: Db): Promise<void> {
  for (let waited = 0; waited < DRAIN_MS; waited += POLL_MS) {
    const [row] = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from graphile_worker._private_jobs
      where (run_at <= now() or locked_at is not null) and attempts < max_attempts`);
    if (!row || row.n === 0) return;
    await sleep(POLL_MS);
  }
}

async function countSent(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from messages where status = 'sent'`,
  );
  return row?.n ?? 0;
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
