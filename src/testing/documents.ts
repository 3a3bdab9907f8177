import { runBilling } from '@/server/jobs/run';
import { SWEEPS } from '@/server/jobs/due-work';
import type { World } from './world';

/** Issues the receipts and credit notes that the next run would: for tests that move the clock past it. */
export async function issueDocuments(world: World): Promise<void> {
  await runBilling(
    world.ctx(),
    undefined,
    SWEEPS.filter(({ name }) => name === 'issueDocuments'),
  );
}
