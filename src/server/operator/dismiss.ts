import { and, eq } from 'drizzle-orm';
import { transaction } from '../db';
import { auditEvents } from '../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import { isStuck } from './stuck';

/**
 * Hides an entry from the list of `stuck`, after the operator resolved the problem outside this system. Does not delete
 * the row. An audit event records the operator and the reason.
 * @param id the id of a received payment, a transfer or a message
 * @param why the reason; not empty
 * @throws OperatorRefusal
 */
export async function dismissStuck(ctx: OperatorCtx, id: string, why: string): Promise<{ id: string }> {
  if (why.trim() === '') throw new OperatorRefusal('whyMissing');
  return transaction(ctx.db, async (tx) => {
    const [before] = await tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, id), eq(auditEvents.what, 'stuck.dismissed')));
    if (before) throw new OperatorRefusal('dismissed', { id });
    if (!(await isStuck(tx, ctx.now, id))) throw new OperatorRefusal('notDismissible', { id });
    await auditOperator(tx, ctx, { subject: id, what: 'stuck.dismissed', detail: { why } });
    return { id };
  });
}
