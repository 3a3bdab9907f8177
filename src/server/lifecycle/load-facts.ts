import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { OrderStatus } from '@/domain/order';
import type { Tx } from '../db';
import { orders } from '../db/schema';

/**
 * The orders of a subscription that have one of these statuses, oldest first, under its lock. A skipped order whose date has
 * passed is over and not among them.
 */
export async function loadOrders(
  tx: Tx,
  { id }: { id: string },
  statuses: readonly OrderStatus[],
): Promise<(typeof orders.$inferSelect)[]> {
  return tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, id),
        inArray(orders.status, [...statuses]),
        or(ne(orders.status, 'skipped'), isNull(orders.begunAt)),
      ),
    )
    .orderBy(asc(orders.cycleIndex));
}
