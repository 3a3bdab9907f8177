import { systemNow } from '../../platform/clock';
import { presentContext, type Ctx } from '../../platform/context';
import { withLease, type Lease } from '../../platform/lease';
import { log } from '../../platform/log';
import type { RunControl } from '../../platform/sets';
import { runBilling } from './run';
import { purgeExpired } from './purge';
import { BILLING_JOBS, CHECK_JOBS } from './scheduled-jobs';

/** The maximum number of rows of one job in a pass, so that one job does not delay the others. */
const PASS_MAX = 2000;

/**
 * Runs the billing jobs, then the check jobs, then deletes expired rows. Does nothing if another process is running the billing jobs.
 * The check jobs have their own lease, so that a long check does not delay billing.
 * @param stopping aborts the run: rows in progress are finished, and no further row is started
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
  await withLease(ctx.db, { name: 'checks' }, async (lease) => {
    await runBilling(ctx, undefined, CHECK_JOBS, controlBy(lease));
    await purgeExpired(ctx);
  });
}

async function runInPasses(ctx: Ctx, control: RunControl): Promise<void> {
  let done = PASS_MAX;
  while (done >= PASS_MAX && control.mayGoOn()) {
    const counts = await runBilling(ctx, PASS_MAX, BILLING_JOBS, control);
    // `PASS_MAX` rows mean that a job reached its limit. Failed rows are left for the next run.
    done = Object.values({ ...counts, failed: 0 }).reduce((sum, count) => sum + count, 0);
  }
}
