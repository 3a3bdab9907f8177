import { and, eq } from 'drizzle-orm';
import { transaction } from '../db';
import { auditEvents } from '../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import { isStuck } from './stuck';

/**
 * Removes an entry from the list of `stuck` after the operator resolved it elsewhere. The row itself stays; the audit
 * records the operator and the reason.
 * @param id of a received payment, a transfer or a message
 * @throws OperatorRefusal
 */
export async function dismissStuck(ctx: OperatorCtx, id: string, why: string): Promise<{ id: string }> {
  if (why.trim() === '') throw new OperatorRefusal('Give the reason: --why "…".');
  return transaction(ctx.db, async (tx) => {
    const [before] = await tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, id), eq(auditEvents.what, 'stuck.dismissed')));
    if (before) throw new OperatorRefusal(`${id} is already dismissed.`);
    if (!(await isStuck(tx, ctx.now, id)))
      throw new OperatorRefusal(`${id} is not listed by \`stuck\`, or cannot be dismissed.`);
    await auditOperator(tx, ctx, { subject: id, what: 'stuck.dismissed', detail: { why } });
    return { id };
  });
}
