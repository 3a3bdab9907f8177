import type { Ctx } from './context';
import { recordFailure } from './failed-rows';
import { readBillingBatch } from './flags';
import { log } from './log';
import { createConcurrencyLimit } from './concurrency-limit';
import { addCounts, NOTHING, type Counts } from './run-counts';

/** The numbers of rows and of sets that a scheduled job handles concurrently. */
const ROWS_AT_ONCE = 8;
const SETS_AT_ONCE = 1;

export interface RunControl {
  /** Returns the present instant of the run. It advances during the run. */
  now: () => Date;
  /** Whether the run may start further rows. If false, the run only finishes the rows in progress. */
  mayGoOn: () => boolean;
}

/** The context of a scheduled job's run. `job` is the job's name for the log. */
export type RunCtx = Ctx & { control: RunControl; job: string };
export type Row = { id: string };
export interface Handle {
  (ctx: RunCtx, rows: readonly Row[]): Promise<Counts>;
  /** True if the handler handles rows in sets. */
  isInSets?: true;
}

/** Returns the context for handling a row or a set, with the present instant of the run. */
export const presentCtx = ({ db, control }: Pick<RunCtx, 'db' | 'control'>): Ctx => ({
  db,
  now: control.now(),
});

/** The result of handling a set of rows. */
export interface SetResult {
  counts?: Partial<Counts>;
  /** Ids of rows that were skipped because other transactions locked them. Each row is then handled alone. */
  left?: readonly string[];
}

/** Runs `work` for one row. Records and counts an error instead of throwing it, so that other rows continue. */
async function attempt(
  ctx: RunCtx,
  rowId: string,
  work: () => Promise<Partial<Counts> | void>,
): Promise<Partial<Counts>> {
  try {
    return (await work()) ?? {};
  } catch (error) {
    await recordFailure(presentCtx(ctx), ctx.job, rowId, error);
    return { failed: 1 };
  }
}

async function inLanes<T>(
  ctx: RunCtx,
  parts: readonly T[],
  lanes: number,
  work: (part: T) => Promise<Partial<Counts>>,
): Promise<Counts> {
  const withinLimit = createConcurrencyLimit(lanes, Infinity);
  const done = await Promise.all(
    parts.map((part) => withinLimit(async () => (ctx.control.mayGoOn() ? work(part) : {}))),
  );
  return done.reduce<Counts>(addCounts, NOTHING);
}

/**
 * Returns a handler that handles each row in its own transaction. It records a failed row for a retry by a later run.
 */
export function oneByOne(handle: (ctx: Ctx, row: Row) => Promise<Partial<Counts> | void>): Handle {
  return (ctx, rows) =>
    inLanes(ctx, rows, ROWS_AT_ONCE, (row) => attempt(ctx, row.id, () => handle(presentCtx(ctx), row)));
}

/**
 * Returns a handler that handles rows in sets, one transaction per set. `readBillingBatch` returns the size of a set.
 * After a set has failed, handles each of its rows alone. Records a row that fails alone for a retry by a later run.
 * @param handle handles the rows with the given ids. For one id it must wait for the row's lock. For more ids it must
 *   skip rows that other transactions have locked.
 */
export function inSets(handle: (ctx: Ctx, ids: readonly string[]) => Promise<SetResult | void>): Handle {
  const handler = async (ctx: RunCtx, rows: readonly Row[]): Promise<Counts> => {
    const size = await readBillingBatch(ctx.db);
    const ids = rows.map(({ id }) => id);
    const alone = (left: readonly string[], lanes: number) =>
      inLanes(ctx, left, lanes, (id) =>
        attempt(ctx, id, async () => (await handle(presentCtx(ctx), [id]))?.counts),
      );
    if (size === 1) return alone(ids, ROWS_AT_ONCE);
    return inLanes(ctx, chunksOf(ids, size), SETS_AT_ONCE, async (set) => {
      const { counts = {}, left = [] } = set.length === 1 ? { left: set } : await handleSet(ctx, set, handle);
      return left.length === 0 ? counts : addCounts({ ...NOTHING, ...counts }, await alone(left, 1));
    });
  };
  return Object.assign(handler, { isInSets: true as const });
}

async function handleSet(
  ctx: RunCtx,
  set: readonly string[],
  handle: (ctx: Ctx, ids: readonly string[]) => Promise<SetResult | void>,
): Promise<SetResult> {
  try {
    return (await handle(presentCtx(ctx), set)) ?? {};
  } catch (error) {
    log.warn('billing.set_failed', { job: ctx.job, count: set.length, error });
    return { left: set };
  }
}

export function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
