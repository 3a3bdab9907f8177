import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@/domain/duration';
import { addDays, dayOf, hourOf } from '@/domain/day';
import { systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction, type Db } from '../../db';
import { lockFlag, readFlag, writeFlag, type Flag } from '../../platform/flags';
import { log } from '../../platform/log';
import { LISTS, readChangedCharges } from './changed-charges';
import { compareCharges } from './charge-comparison';

export type Reconciliation = Flag<'reconciliation'>;

const NIGHT_HOUR = 3;
/**
 * How far back the lists are read. A charge succeeds at most a month after its creation. A refund or a dispute is read
 * again every night for a month, so that a stale read does not hide it.
 */
const LOOK_BACK_MS = 31 * DAY_MS;
/** The overlap with the last reconciliation that finished, if that was longer ago. */
const OVERLAP_MS = 2 * DAY_MS;
const RETRY_AFTER_MS = 10 * 60_000;
const LEASE_MS = 2 * 60_000;
/** The maximum age of `ctx.now` for a reconciliation. Seeding replays older days and does not reconcile. */
const PAST_MS = 5 * 60_000;

/**
 * The maximum number of pages of one run, and the pause between two pages of a list in milliseconds. Ten pages a second
 * are far below the gateway's limit.
 */
export interface Portion {
  pagesMax: number;
  pauseMs: number;
}
const PORTION: Portion = { pagesMax: 300, pauseMs: 100 };

/** Returns one row if the nightly reconciliation is due or unfinished; otherwise none. */
export async function listReconciliation(ctx: Ctx): Promise<{ id: string }[]> {
  const now = systemNow();
  if (ctx.now.getTime() < now.getTime() - PAST_MS) return [];
  const state = await readFlag(ctx.db, 'reconciliation');
  const isDue = state === null || (new Date(state.dueAt) <= now && !isHeld(state, now));
  return isDue ? [{ id: 'reconciliation' }] : [];
}

const isHeld = ({ leaseUntil }: Reconciliation, now: Date) =>
  leaseUntil !== null && new Date(leaseUntil) > now;

/** Returns the state before the first reconciliation, which is due at `dueAt`. */
const waitingUntil = (dueAt: Date): Reconciliation => ({
  dueAt: dueAt.toISOString(),
  startedAt: null,
  finishedAt: null,
  list: 'charges',
  since: dueAt.toISOString(),
  from: dueAt.toISOString(),
  offset: 0,
  read: 0,
  found: 0,
  failed: 0,
  unknownRefunds: [],
  leaseUntil: null,
});

function nextNight(now: Date): Date {
  const today = hourOf(dayOf(now), NIGHT_HOUR);
  return today > now ? today : hourOf(addDays(dayOf(now), 1), NIGHT_HOUR);
}

/**
 * Reads the gateway's charges, refunds, disputes and transactions of the last month page by page, each by its own date.
 * Settles every payment, refund and dispute that is missing in the database. Continues an interrupted run. Only one process reads at a time.
 * @returns the state; null if no reconciliation is due, or another process is reading
 */
export async function reconcile(ctx: Ctx, portion = PORTION): Promise<Reconciliation | null> {
  const begun = await transaction(ctx.db, async (tx) => {
    const now = systemNow();
    const state = await lockFlag(tx, 'reconciliation');
    if (!state) await writeFlag(tx, 'reconciliation', waitingUntil(nextNight(now)));
    if (!state || new Date(state.dueAt) > now || isHeld(state, now)) return null;
    const next = withLease(state.startedAt === null ? startState(state, now) : state, now);
    await writeFlag(tx, 'reconciliation', next);
    return next;
  });
  return begun && readPages(ctx.db, begun, portion);
}

/**
 * Reconciles at once, for an operator.
 * @param since the start of the period; default: a month ago
 * @returns the state; null if another process is reading
 */
export async function reconcileNow(ctx: Ctx, since?: Date): Promise<Reconciliation | null> {
  const begun = await transaction(ctx.db, async (tx) => {
    const now = systemNow();
    const state = (await lockFlag(tx, 'reconciliation')) ?? waitingUntil(nextNight(now));
    if (isHeld(state, now)) return null;
    const next = withLease(startState(state, now, since), now);
    await writeFlag(tx, 'reconciliation', next);
    return next;
  });
  return begun && readPages(ctx.db, begun, { ...PORTION, pagesMax: Infinity });
}

function startState(state: Reconciliation, now: Date, asked?: Date): Reconciliation {
  const finishedAt = state.finishedAt === null ? now : new Date(state.finishedAt);
  const back = Math.min(now.getTime() - LOOK_BACK_MS, finishedAt.getTime() - OVERLAP_MS);
  const since = (asked ?? new Date(back)).toISOString();
  return {
    ...state,
    dueAt: now.toISOString(),
    startedAt: now.toISOString(),
    read: 0,
    found: 0,
    failed: 0,
    list: 'charges',
    since,
    from: since,
    offset: 0,
    unknownRefunds: [],
  };
}

const withLease = (state: Reconciliation, now: Date): Reconciliation => ({
  ...state,
  leaseUntil: new Date(now.getTime() + LEASE_MS).toISOString(),
});

async function readPages(
  db: Db,
  begun: Reconciliation,
  { pagesMax, pauseMs }: Portion,
): Promise<Reconciliation> {
  let state = begun;
  for (let pages = 1; ; pages++) {
    const cursor = { from: new Date(state.from), offset: state.offset };
    const page = await readChangedCharges({ db, now: systemNow() }, state.list, cursor);
    const now = systemNow();
    if (page.kind !== 'ok') {
      log.warn('reconciliation.list_failed', { code: page.kind === 'refused' ? page.code : page.why });
      return save(db, { ...state, dueAt: new Date(now.getTime() + RETRY_AFTER_MS).toISOString() }, false);
    }
    const { rows: charges, next } = page.value;
    const { found, failed, unknownRefunds } = await compareCharges({ db, now }, charges, state.found);
    state = {
      ...state,
      read: state.read + (state.list === 'charges' ? charges.length : 0),
      found: state.found + found,
      failed: state.failed + failed,
      unknownRefunds: [...new Set([...state.unknownRefunds, ...unknownRefunds])].slice(0, 20),
    };
    const list = next ? state.list : LISTS[LISTS.indexOf(state.list) + 1];
    if (!list) return finish(db, state, now);
    state = { ...state, list, from: next?.from.toISOString() ?? state.since, offset: next?.offset ?? 0 };
    if (pages >= pagesMax) return save(db, state, false);
    await save(db, state, true);
    if (next) await sleep(pauseMs);
  }
}

async function finish(db: Db, state: Reconciliation, now: Date): Promise<Reconciliation> {
  const { read, found, failed } = state;
  log.info('reconciliation.done', { count: read, outcome: `found ${found}, failed ${failed}` });
  const dueAt = failed > 0 ? new Date(now.getTime() + RETRY_AFTER_MS) : nextNight(now);
  return save(
    db,
    { ...state, startedAt: null, finishedAt: now.toISOString(), dueAt: dueAt.toISOString() },
    false,
  );
}

async function save(db: Db, state: Reconciliation, continues: boolean): Promise<Reconciliation> {
  const saved = continues ? withLease(state, systemNow()) : { ...state, leaseUntil: null };
  await transaction(db, (tx) => writeFlag(tx, 'reconciliation', saved));
  return saved;
}
