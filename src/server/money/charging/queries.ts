import { and, desc, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { chargeableFrom } from '@/domain/payment';
import type { Db, Tx } from '../../db';
import { chargeAttempts, orders, payments } from '../../db/schema';
import type { Subscription } from '../../lifecycle/locks';

/** SQL condition that an automatic charge or a payment link is due now. Nothing is due before 09:00 of any day. */
export const isDue = (now: Date, dueAt: SQLWrapper = payments.dueAt) =>
  chargeableFrom(now) > now ? sql`false` : sql`${dueAt} <= ${now.toISOString()}::timestamptz`;

/** An order whose payment is due or overdue, with its payment. */
export interface OwedOrder {
  order: typeof orders.$inferSelect;
  payment: typeof payments.$inferSelect;
}

/**
 * Returns the newest order of a subscription if it must still be paid; null otherwise. An unpaid order counts
 * only while the subscription is inactive.
 */
export async function findOwedOrder(db: Db | Tx, { id, status }: Pick<Subscription, 'id' | 'status'>) {
  const [newest] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        eq(orders.subscriptionId, id),
        inArray(orders.status, ['charging', 'awaiting_payment', 'unpaid', 'paid', 'refunded']),
      ),
    )
    .orderBy(desc(orders.paymentDate), desc(orders.cycleIndex))
    .limit(1);
  if (!newest || newest.order.status === 'paid' || newest.order.status === 'refunded') return null;
  return newest.order.status === 'unpaid' && status !== 'inactive' ? null : newest;
}

/** Returns the account's newest attempt with this card token, or null. */
export async function findAttemptByToken(db: Db | Tx, accountId: string, tokenHash: string) {
  const [attempt] = await db
    .select()
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.accountId, accountId), eq(chargeAttempts.tokenHash, tokenHash)))
    .orderBy(desc(chargeAttempts.createdAt))
    .limit(1);
  return attempt ?? null;
}
