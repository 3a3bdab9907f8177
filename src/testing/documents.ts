import { eq } from 'drizzle-orm';
import { transaction } from '@/server/db';
import { flags } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { SCHEDULED_JOBS } from '@/server/work/jobs/scheduled-jobs';
import type { World } from './world';

/**
 * Issues all missing receipts and credit notes. The product does this daily; a test that moves the clock
 * skips it.
 */
export async function issueDocuments(world: World): Promise<void> {
  await transaction(world.db, (tx) => tx.delete(flags).where(eq(flags.name, 'documents')));
  await runBilling(
    world.ctx(),
    undefined,
    SCHEDULED_JOBS.filter(({ name }) => name === 'issueDocuments'),
  );
}
