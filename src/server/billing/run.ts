import { sql } from 'drizzle-orm';
import { settings } from '@/env';
import { FORMER_CUSTOMER_DAYS } from '@/domain/referral';
import { MESSAGE_DAYS, PROVIDER_EVENT_DAYS, WITHDRAWN_CONSENT_DAYS } from '@/domain/retention';
import { createTurns } from '../turns';
import { systemNow } from '../clock';
import type { Ctx } from '../context';
import { transaction } from '../db/client';
import { log } from '../log';
import { takeChargeTokens } from '../payments/charge-rate';
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
/** Rows of a large table that one run forgets. */
const FORGOTTEN_AT_ONCE = 1000;

/** What a run asks before each row. */
export interface RunControl {
  /** The moment as of which the row is handled: a run may take hours, and what it writes is dated. */
  now: () => Date;
  /** False once the run has to end: rows under way are finished, no other is begun. */
  mayGoOn: () => boolean;
}

/** A run as of one moment, which nothing ends early. */
const asOf = (now: Date): RunControl => ({ now: () => now, mayGoOn: () => true });

/**
 * Does everything that is due: every sweep in order, batch by batch. One failing row is logged, left for the next run,
 * and holds up nobody. Rows are safe with many runs at once; that there is one run is up to the caller (lease.ts).
 * @param limit the most rows that one sweep handles.
 * @param control left out: as of `ctx.now`, to the end.
 */
export async function runBilling(
  ctx: Ctx,
  limit = HANDLED_MAX,
  sweeps: readonly Sweep[] = SWEEPS,
  control = asOf(ctx.now),
): Promise<Counts> {
  let counts = NOTHING;
  for (const sweep of sweeps) {
    if (!control.mayGoOn()) return counts;
    counts = addCounts(counts, await runSweep({ ...ctx, control }, sweep, limit));
  }
  await keepHouse(ctx);
  return counts;
}

type RunCtx = Ctx & { control: RunControl };

/** What a use case receives: one moment for all that it does. */
const present = ({ db, control }: RunCtx): Ctx => ({ db, now: control.now() });

async function runSweep(ctx: RunCtx, sweep: Sweep, limit: number): Promise<Counts> {
  let counts = NOTHING;
  let handled = 0;
  const stuck = new Set<string>();
  const batch = sweep.waitsOutside ? CHARGES.batch : BATCH;
  while (handled < limit && ctx.control.mayGoOn()) {
    // Handled rows leave the set, so the question is always asked from its beginning; the ones that stay are passed over.
    const found = await sweep.find(present(ctx), Math.min(batch, limit - handled) + stuck.size);
    const fresh = found.filter((row) => !stuck.has(row.id));
    if (fresh.length === 0) break;
    for (const row of fresh) stuck.add(row.id);
    handled += fresh.length;
    counts = addCounts(counts, await handleAll(ctx, sweep, fresh));
    const left = new Set((await sweep.find(present(ctx), stuck.size)).map((row) => row.id));
    for (const id of stuck) if (!left.has(id)) stuck.delete(id);
  }
  if (handled > 0) log.info('billing.sweep', { sweep: sweep.name, count: handled });
  return counts;
}

async function handleAll(ctx: RunCtx, sweep: Sweep, rows: { id: string }[]): Promise<Counts> {
  let counts = NOTHING;
  const queue = rows.values();
  const lanes = sweep.waitsOutside ? CHARGES.atOnce : AT_ONCE;
  const perSecond = sweep.waitsOutside && settings().CHARGES_PER_SECOND;
  const pace = createPace(perSecond ? { perSecond, take: (n) => takeChargeTokens(ctx.db, n) } : null);
  const inTurn = createTurns(AT_ONCE, Infinity);
  const { isReachable } = sweep;
  const lane = async () => {
    for (const row of queue) {
      await pace.wait();
      if (!ctx.control.mayGoOn()) return;
      try {
        if (isReachable && !(await inTurn(isReachable))) return;
        const did = await sweep.handle(present(ctx), row, inTurn);
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
 * records, those of sessions that are over, hashes of former customers, withdrawn consents, settled events and old messages are forgotten; by the clock, whatever day a run is as of.
 */
async function keepHouse({ db }: Ctx): Promise<void> {
  const now = systemNow();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const at = before(0);
  await transaction(db, async (tx) => {
    await tx.execute(sql`delete from sessions where expires_at < ${at}`);
    await tx.execute(sql`delete from throttles where window_ends_at < ${at}`);
    await tx.execute(sql`delete from one_time_tokens where expires_at < ${before(7)}`);
    await tx.execute(sql`delete from former_customers where created_at < ${before(FORMER_CUSTOMER_DAYS)}`);
    await tx.execute(sql`delete from consents where withdrawn_at < ${before(WITHDRAWN_CONSENT_DAYS)}`);
    await tx.execute(sql`delete from line_flows where expires_at < ${at}`);
    await tx.execute(sql`delete from line_registrations where expires_at < ${at}`);
    await tx.execute(sql`delete from provider_events where (provider, event_id) in (select provider, event_id
      from provider_events where settled_at < ${before(PROVIDER_EVENT_DAYS)} limit ${FORGOTTEN_AT_ONCE})`);
    await tx.execute(sql`delete from messages where id in (select id from messages
      where created_at < ${before(MESSAGE_DAYS)} and status <> 'queued' limit ${FORGOTTEN_AT_ONCE})`);
    // What a session was answered is for nobody else, and may say whose it was.
    await tx.execute(sql`delete from idempotency_records r where created_at < ${before(1)} or (scope like 'session:%'
      and not exists (select 1 from sessions s where s.id = substr(r.scope, ${'session:'.length + 1})))`);
  });
}
