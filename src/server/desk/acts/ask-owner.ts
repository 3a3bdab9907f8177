import { and, eq, gte, sql } from 'drizzle-orm';
import { dayOf, startOfDay } from '@/domain/day';
import type { RefundReason } from '@/domain/order-refund';
import { transaction } from '../../db';
import { auditEvents, orders } from '../../db/schema';
import { lockSubscription } from '../../lifecycle/locks';
import { writeNote, type NewNote } from '../../lifecycle/notes';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/**
 * Asks the owners by mail to refund an order that is above the limit of the member. A repeated request of the same day
 * changes nothing.
 * @throws OperatorRefusal for an unknown order
 */
export async function askOwnerToRefund(
  ctx: OperatorCtx,
  { orderId, ...asked }: { orderId: string; amount: number; reason: RefundReason; note: NewNote | undefined },
): Promise<void> {
  const { note, ...detail } = asked;
  await transaction(ctx.db, async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    if (!order) throw new OperatorRefusal('noSuchOrder', { id: orderId });
    await lockSubscription(tx, order.subscriptionId);
    const known = await tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.subject, order.subscriptionId),
          eq(auditEvents.what, 'refund.owner_asked'),
          gte(auditEvents.at, startOfDay(dayOf(ctx.now))),
          sql`${auditEvents.detail} ->> 'orderId' = ${orderId}`,
          sql`(${auditEvents.detail} ->> 'amount')::bigint = ${asked.amount}`,
        ),
      );
    if (known.length > 0) return;
    const event = { subject: order.subscriptionId, what: 'refund.owner_asked' };
    await auditOperator(tx, ctx, { ...event, detail: { orderId, ...detail } });
    if (note) await writeNote(tx, ctx.now, note);
  });
}
