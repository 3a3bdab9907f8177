import { eq } from 'drizzle-orm';
import { transaction } from '../db';
import { failedRows } from '../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/**
 * Deletes the record of a failed row of a scheduled job, so that the next run tries it again if it is still due.
 * @throws OperatorRefusal for a row without a recorded failure
 */
export async function retryFailedRow(ctx: OperatorCtx, rowId: string): Promise<{ id: string }> {
  return transaction(ctx.db, async (tx) => {
    const deleted = await tx.delete(failedRows).where(eq(failedRows.rowId, rowId)).returning();
    if (deleted.length === 0) throw new OperatorRefusal(`${rowId} is not among the failed rows.`);
    const jobs = deleted.map(({ job, failures }) => ({ job, failures }));
    await auditOperator(tx, ctx, { subject: rowId, what: 'row.retried', detail: { jobs } });
    return { id: rowId };
  });
}
