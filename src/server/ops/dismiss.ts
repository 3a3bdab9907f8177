import { and, eq } from 'drizzle-orm';
import { transaction } from '../db/client';
import { auditEvents, bankTransfers, messages, moneyReceived } from '../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/**
 * Takes something off the list of what is stuck, because somebody has dealt with it outside. The rows stay as they
 * are; the audit says who said so and why.
 * @param id of money, a transfer or a message
 * @throws OperatorRefusal
 */
export async function dismissStuck(ctx: OperatorCtx, id: string, why: string): Promise<{ id: string }> {
  if (why.trim() === '') throw new OperatorRefusal('Say what was done about it: --why "…".');
  return transaction(ctx.db, async (tx) => {
    const found = await Promise.all([
      tx.select({ verdict: moneyReceived.verdict }).from(moneyReceived).where(eq(moneyReceived.id, id)),
      tx.select({ status: bankTransfers.status }).from(bankTransfers).where(eq(bankTransfers.id, id)),
      tx.select({ status: messages.status }).from(messages).where(eq(messages.id, id)),
    ]);
    const [[money], [transfer], [message]] = found;
    const isListed = (money && money.verdict !== 'kept') || transfer || message?.status === 'failed';
    if (!isListed) throw new OperatorRefusal(`${id} is not among what is stuck.`);
    const [before] = await tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, id), eq(auditEvents.what, 'stuck.dismissed')));
    if (before) throw new OperatorRefusal(`${id} was dismissed already.`);
    await auditOperator(tx, ctx, { subject: id, what: 'stuck.dismissed', detail: { why } });
    return { id };
  });
}
