import type { Ctx } from '../../platform/context';
import { deleteRecovered, listFailures, type Failures } from '../../platform/failed-rows';
import { log } from '../../platform/log';
import { NOTHING, addCounts, type Counts } from '../../platform/run-counts';
import { presentCtx, type RunControl, type RunCtx } from '../../platform/sets';
import { readFirstInstants } from './due-instants';
import { SCHEDULED_JOBS, type DueColumn, type ScheduledJob } from './scheduled-jobs';

/** The default number of due rows in a batch. */
const READ_AT_ONCE = 400;
const HANDLED_MAX = 100_000;

/** Returns the control of a run that uses one instant and never stops early. */
const controlAsOf = (now: Date): RunControl => ({ now: () => now, mayGoOn: () => true });

/**
 * Runs scheduled jobs in order, each in batches. If a row fails, records the
 * failure, and a later run handles the row again. Concurrent runs are safe, but the caller should allow only
 * one run at a time (lease.ts).
 * @param limit the maximum number of rows that one job handles
 * @param control default: the run uses `ctx.now` and does not stop early
 */
export async function runBilling(
  ctx: Ctx,
  limit = HANDLED_MAX,
  jobs: readonly ScheduledJob[] = SCHEDULED_JOBS,
  control = controlAsOf(ctx.now),
): Promise<Counts> {
  let counts = NOTHING;
  let first: Map<DueColumn, Date | null> | null = null;
  const failures = await listFailures({ ...ctx, now: control.now() });
  for (const job of jobs) {
    if (!control.mayGoOn()) return counts;
    if (job.dueFrom) {
      first ??= await readFirstInstants(ctx.db, jobs);
      const dueAt = first.get(job.dueFrom);
      if (!dueAt || dueAt > control.now()) continue;
    }
    const run = { limit, failures: failures.get(job.name) };
    const done = await runJob({ ...ctx, control, job: job.name }, job, run);
    counts = addCounts(counts, done.counts);
    // What was handled may have made rows of the later jobs due.
    if (done.handled > 0) first = null;
  }
  return counts;
}

/** Runs a job in batches. `handled`: the number of rows that it found. */
async function runJob(
  ctx: RunCtx,
  job: ScheduledJob,
  { limit, failures }: { limit: number; failures: Failures | undefined },
): Promise<{ counts: Counts; handled: number }> {
  let counts = NOTHING;
  let handled = 0;
  const stuck = new Set<string>();
  const held = new Set(failures?.held);
  const retried = new Map(failures?.retried.map((row) => [row.rowId, row]));
  const tried: Failures['retried'] = [];
  const batch = job.readsAtOnce ?? READ_AT_ONCE;
  while (handled < limit && ctx.control.mayGoOn()) {
    // Handled rows are no longer due, so every read starts at the beginning. Rows that stay due are skipped.
    const found = await job.find(presentCtx(ctx), Math.min(batch, limit - handled) + stuck.size + held.size);
    const fresh = found.filter((row) => !stuck.has(row.id) && !held.has(row.id));
    if (fresh.length === 0) break;
    for (const row of fresh) stuck.add(row.id);
    if (retried.size > 0) tried.push(...fresh.flatMap(({ id }) => retried.get(id) ?? []));
    handled += fresh.length;
    counts = addCounts(counts, await job.handle(ctx, fresh));
    const left = new Set((await job.find(presentCtx(ctx), stuck.size)).map((row) => row.id));
    for (const id of stuck) if (!left.has(id)) stuck.delete(id);
  }
  if (handled > 0) log.info('billing.job', { job: job.name, count: handled });
  await deleteRecovered(ctx.db, job.name, tried);
  return { counts, handled };
}
