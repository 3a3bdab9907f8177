import { sql } from 'drizzle-orm';
import { settings } from '@/env';
import { dayOf, hourOf, parseDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { CHARGE_HOUR } from '@/domain/payment';
import { createTurns } from '../turns';
import { systemNow } from '../clock';
import type { Ctx } from '../context';
import { transaction } from '../db/client';
import { log } from '../log';
import { NOTHING, addCounts, type Counts } from './counts';
import { createPace } from './pace';
import { SWEEPS, type Sweep } from './sweeps';

const BATCH = 100;
/** How many rows are handled at once, and how many of a run may be in the database at once. */
const AT_ONCE = 8;
/**
 * A charge takes a bank a second: so many are on their way at once, and hold no connection meanwhile. A batch is long
 * enough for its end, when the last ones are waited for, to be a small part of it.
 */
const CHARGES = { atOnce: 64, batch: 2000, refusedPauseMs: 1000 };
const HANDLED_MAX = 100_000;

/**
 * Does everything that is due at `ctx.now`: every sweep in order, batch by batch. One failing row is logged, left
 * for the next run, and holds up nobody. Safe with many runs at once.
 * @param limit the most rows that one sweep handles.
 */
export async function runBilling(
  ctx: Ctx,
  limit = HANDLED_MAX,
  sweeps: readonly Sweep[] = SWEEPS,
): Promise<Counts> {
  let counts = NOTHING;
  for (const sweep of sweeps) counts = addCounts(counts, await runSweep(ctx, sweep, limit));
  await keepHouse(ctx);
  return counts;
}

async function runSweep(ctx: Ctx, sweep: Sweep, limit: number): Promise<Counts> {
  let counts = NOTHING;
  let handled = 0;
  const stuck = new Set<string>();
  const batch = sweep.waitsOutside ? CHARGES.batch : BATCH;
  while (handled < limit) {
    // Handled rows leave the set, so the question is always asked from its beginning; the ones that stay are passed over.
    const found = await sweep.find(ctx, Math.min(batch, limit - handled) + stuck.size);
    const fresh = found.filter((row) => !stuck.has(row.id));
    if (fresh.length === 0) break;
    for (const row of fresh) stuck.add(row.id);
    handled += fresh.length;
    counts = addCounts(counts, await handleAll(ctx, sweep, fresh));
    const left = new Set((await sweep.find(ctx, stuck.size)).map((row) => row.id));
    for (const id of stuck) if (!left.has(id)) stuck.delete(id);
  }
  if (handled > 0) log.info('billing.sweep', { sweep: sweep.name, count: handled });
  return counts;
}

async function handleAll(ctx: Ctx, sweep: Sweep, rows: { id: string }[]): Promise<Counts> {
  let counts = NOTHING;
  const queue = rows.values();
  const lanes = sweep.waitsOutside ? CHARGES.atOnce : AT_ONCE;
  const pace = createPace(sweep.waitsOutside ? (settings().CHARGES_PER_SECOND ?? null) : null);
  const inTurn = createTurns(AT_ONCE, Infinity);
  const lane = async () => {
    for (const row of queue) {
      await pace.wait();
      try {
        const did = await sweep.handle(ctx, row, inTurn);
        counts = addCounts(counts, did ?? {});
        if (sweep.waitsOutside && did?.failed) pace.holdFor(CHARGES.refusedPauseMs);
      } catch (error) {
        counts = addCounts(counts, { failed: 1 });
        log.error('billing.row_failed', { sweep: sweep.name, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, rows.length) }, lane));
  return counts;
}

/**
 * Ended sessions and throttles, walks to LINE that nobody came back from, links a week after their end, old idempotency
 * records and those of sessions that are over are forgotten; by the clock, whatever day a run is as of.
 */
async function keepHouse({ db }: Ctx): Promise<void> {
  const now = systemNow();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const at = before(0);
  await transaction(db, async (tx) => {
    await tx.execute(sql`delete from sessions where expires_at < ${at}`);
    await tx.execute(sql`delete from throttles where window_ends_at < ${at}`);
    await tx.execute(sql`delete from one_time_tokens where expires_at < ${before(7)}`);
    await tx.execute(sql`delete from line_flows where expires_at < ${at}`);
    await tx.execute(sql`delete from line_registrations where expires_at < ${at}`);
    // What a session was answered is for nobody else, and may say whose it was.
    await tx.execute(sql`delete from idempotency_records r where created_at < ${before(1)} or (scope like 'session:%'
      and not exists (select 1 from sessions s where s.id = substr(r.scope, ${'session:'.length + 1})))`);
  });
}

/**
 * The billing run an operator asks for. `asOf` is a day, meaning its 09:00, or an instant; the run writes as if it
 * were then and moves no clock.
 * @throws AppError DATE_OUT_OF_RANGE before now; INPUT_INVALID in production
 */
export async function runBillingAsOf(ctx: Ctx, input: { asOf?: string; limit?: number }): Promise<Counts> {
  if (input.asOf === undefined) return runBilling(ctx, input.limit);
  if (settings().production)
    throw new AppError('INPUT_INVALID', { fieldErrors: { asOf: ['validation.invalidInput'] } });
  return runBilling({ ...ctx, now: momentOf(input.asOf, ctx.now) }, input.limit);
}

/**
 * The moment that `asOf` means: of a day its 09:00, of today now once that has passed.
 * @throws AppError DATE_OUT_OF_RANGE before now; RangeError when it is neither a day nor an instant
 */
export function momentOf(asOf: string, now: Date): Date {
  const isDayText = /^\d{4}-\d{2}-\d{2}$/.test(asOf);
  if (!isDayText && !/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(asOf)) throw new RangeError(asOf);
  const at = isDayText ? hourOf(parseDay(asOf), CHARGE_HOUR) : new Date(asOf);
  if (Number.isNaN(at.getTime())) throw new RangeError(asOf);
  if (at >= now) return at;
  if (isDayText && asOf === dayOf(now)) return now;
  throw new AppError('DATE_OUT_OF_RANGE');
}
