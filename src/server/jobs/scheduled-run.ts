import { systemNow } from '../platform/clock';
import { presentContext, type Ctx } from '../platform/context';
import { withLease, type Lease } from '../platform/lease';
import { log } from '../platform/log';
import type { RunControl } from '../platform/sets';
import { runBilling } from './run';
import { CHECKS, DUE_WORK } from './due-work';

/** The most rows of a sweep in one pass: what else falls due is done between two passes. */
const PASS_MAX = 2000;

/**
 * The worker's billing run: does what is due unless another run is under way anywhere, then the checks of the records.
 * The checks have a lease of their own, so that a long one does not hold up billing.
 * @param stopping ends the run early: what is under way is finished, nothing is begun.
 */
export async function runScheduledBilling(stopping: AbortSignal): Promise<void> {
  const ctx = presentContext();
  const controlBy = ({ isHeld }: Lease): RunControl => ({
    now: systemNow,
    mayGoOn: () => isHeld() && !stopping.aborted,
  });
  const run = await withLease(ctx.db, { name: 'billing' }, (lease) => runInPasses(ctx, controlBy(lease)));
  if (!run) return log.info('billing.under_way');
  if (stopping.aborted) return;
  await withLease(ctx.db, { name: 'checks' }, (lease) =>
    runBilling(ctx, undefined, CHECKS, controlBy(lease)),
  );
}

async function runInPasses(ctx: Ctx, control: RunControl): Promise<void> {
  let done = PASS_MAX;
  while (done >= PASS_MAX && control.mayGoOn()) {
    const counts = await runBilling(ctx, PASS_MAX, DUE_WORK, control);
    // As much as that means that a limit was met. Failed rows are left for the next run.
    done = Object.values({ ...counts, failed: 0 }).reduce((sum, count) => sum + count, 0);
  }
}
