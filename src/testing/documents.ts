import { runBilling } from '@/server/jobs/run';
import { SCHEDULED_JOBS } from '@/server/jobs/scheduled-jobs';
import type { World } from './world';

/** Issues the receipts and credit notes of the next run, for tests that move the clock past it. */
export async function issueDocuments(world: World): Promise<void> {
  await runBilling(
    world.ctx(),
    undefined,
    SCHEDULED_JOBS.filter(({ name }) => name === 'issueDocuments'),
  );
}
