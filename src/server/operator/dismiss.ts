import { and, eq } from 'drizzle-orm';
import { transaction } from '../db';
import { auditEvents } from '../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import { isStuck } from './stuck';

/**
 * Takes something off the list of what is stuck, because somebody has dealt with it outside. The rows stay as they
 * are; the audit says who said so and why.
 * @param id of money, a transfer or a message
 * @throws OperatorRefusal
 */
export async function dismissStuck(ctx: OperatorCtx, id: string, why: string): Promise<{ id: string }> {
  if (why.trim() === '') throw new OperatorRefusal('Say what was done about it: --why "…".');
  return transaction(ctx.db, async (tx) => {
    const [before] = await tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, id), eq(auditEvents.what, 'stuck.dismissed')));
    if (before) throw new OperatorRefusal(`${id} was dismissed already.`);
    if (!(await isStuck(tx, ctx.now, id))) throw new OperatorRefusal(`${id} is not among what is stuck.`);
    await auditOperator(tx, ctx, { subject: id, what: 'stuck.dismissed', detail: { why } });
    return { id };
  });
}
