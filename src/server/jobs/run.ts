import { sql } from 'drizzle-orm';
import { FORMER_CUSTOMER_DAYS } from '@/domain/referral';
import {
  FAILED_ROW_DAYS,
  MESSAGE_DAYS,
  PROVIDER_EVENT_DAYS,
  WITHDRAWN_CONSENT_DAYS,
} from '@/domain/retention';
import { systemNow } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { forgetRecovered, listFailures, type Failures } from '../platform/failed-rows';
import { log } from '../platform/log';
import { NOTHING, addCounts, type Counts } from '../platform/run-counts';
import { present, type RunControl, type RunCtx } from '../platform/sets';
import { SWEEPS, type Sweep } from './due-work';

/** How many due rows are read at a time. */
const FOUND_AT_ONCE = 400;
const HANDLED_MAX = 100_000;
/** Rows of a large table that one run forgets. */
const FORGOTTEN_AT_ONCE = 1000;

/** A run as of one moment, which nothing ends early. */
const asOf = (now: Date): RunControl => ({ now: () => now, mayGoOn: () => true });

/**
 * Does everything that is due: every sweep in order, batch by batch. A failing row is recorded, left for a later run,
 * and delays no other. Rows are safe with many runs at once; that there is one run is up to the caller (lease.ts).
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
  const failures = await listFailures({ ...ctx, now: control.now() });
  for (const sweep of sweeps) {
    if (!control.mayGoOn()) return counts;
    const run = { limit, failures: failures.get(sweep.name) };
    counts = addCounts(counts, await runSweep({ ...ctx, control, sweep: sweep.name }, sweep, run));
  }
  await purgeExpired(ctx);
  return counts;
}

async function runSweep(
  ctx: RunCtx,
  sweep: Sweep,
  { limit, failures }: { limit: number; failures: Failures | undefined },
): Promise<Counts> {
  let counts = NOTHING;
  let handled = 0;
  const stuck = new Set<string>();
  const held = new Set(failures?.held);
  const retried = new Map(failures?.retried.map((row) => [row.rowId, row]));
  const tried: Failures['retried'] = [];
  const batch = sweep.readsAtOnce ?? FOUND_AT_ONCE;
  while (handled < limit && ctx.control.mayGoOn()) {
    // Handled rows leave the set, so the question is always asked from its beginning; the ones that stay are passed over.
    const found = await sweep.find(present(ctx), Math.min(batch, limit - handled) + stuck.size + held.size);
    const fresh = found.filter((row) => !stuck.has(row.id) && !held.has(row.id));
    if (fresh.length === 0) break;
    for (const row of fresh) stuck.add(row.id);
    if (retried.size > 0) tried.push(...fresh.flatMap(({ id }) => retried.get(id) ?? []));
    handled += fresh.length;
    counts = addCounts(counts, await sweep.handle(ctx, fresh));
    const left = new Set((await sweep.find(present(ctx), stuck.size)).map((row) => row.id));
    for (const id of stuck) if (!left.has(id)) stuck.delete(id);
  }
  if (handled > 0) log.info('billing.sweep', { sweep: sweep.name, count: handled });
  await forgetRecovered(ctx.db, sweep.name, tried);
  return counts;
}

/**
 * Ended sessions and throttles, walks to LINE that nobody came back from, links a week after their end, old idempotency
 * records, those of sessions that are over, hashes of former customers, withdrawn consents, settled events and old messages are forgotten; by the clock, whatever day a run is as of.
 */
async function purgeExpired({ db }: Ctx): Promise<void> {
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
    await tx.execute(sql`delete from failed_rows where failed_at < ${before(FAILED_ROW_DAYS)}`);
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
