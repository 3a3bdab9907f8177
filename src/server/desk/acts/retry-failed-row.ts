import { eq } from 'drizzle-orm';
import { transaction } from '../../db';
import { failedRows } from '../../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/**
 * Makes the next run of a scheduled job retry a failed row if the row is still due. Deletes the record of the failure.
 * @throws OperatorRefusal for a row without a recorded failure
 */
export async function retryFailedRow(ctx: OperatorCtx, rowId: string): Promise<{ id: string }> {
  return transaction(ctx.db, async (tx) => {
    const deleted = await tx.delete(failedRows).where(eq(failedRows.rowId, rowId)).returning();
    if (deleted.length === 0) throw new OperatorRefusal('notFailed', { id: rowId });
    const jobs = deleted.map(({ job, failures }) => ({ job, failures }));
    await auditOperator(tx, ctx, { subject: rowId, what: 'row.retried', detail: { jobs } });
    return { id: rowId };
  });
}
