import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { OrderStatus } from '@/domain/order';
import type { Tx } from '../db/client';
import { orders, payments } from '../db/schema';
import { closeLinks } from '../payments/links';
import { movePoints } from '../rewards/points';
import type { Subscription } from '../subscription/locks';
import { withdrawReminders } from './withdrawing';

/** What has not begun, and what has and is not paid. */
export const AHEAD = ['upcoming', 'skipped'] as const;
export const OWED = ['charging', 'awaiting_payment', 'unpaid'] as const;

/**
 * Makes orders void: their payments with them, no due date is left, their links close, and held points return. An
 * attempt under way stays open: its money, if any comes, goes back. A skipped order whose date has passed stays what
 * it is. The caller holds the subscription's lock.
 */
export async function voidOrders(
  tx: Tx,
  now: Date,
  subscription: Pick<Subscription, 'id'>,
  statuses: readonly OrderStatus[],
): Promise<void> {
  const voided = await tx
    .update(orders)
    .set({ status: 'void' })
    .where(
      and(
        eq(orders.subscriptionId, subscription.id),
        inArray(orders.status, [...statuses]),
        or(ne(orders.status, 'skipped'), isNull(orders.begunAt)),
      ),
    )
    .returning();
  if (voided.length === 0) return;
  const ids = voided.map((order) => order.id);
  await withdrawReminders(tx, ids);
  await tx
    .update(payments)
    .set({ status: 'void', dueAt: null, givesUpAt: null })
    .where(inArray(payments.orderId, ids));
  await closeLinks(tx, now, ids, 'void');
  for (const order of voided) await returnHeldPoints(tx, now, order);
}

/** Points set aside for the free product of an order that will not be sent return, and the product leaves the order. */
export async function returnHeldPoints(
  tx: Tx,
  now: Date,
  order: Pick<typeof orders.$inferSelect, 'id' | 'accountId' | 'freeProductPoints'>,
): Promise<void> {
  if (order.freeProductPoints === 0) return;
  await tx.update(orders).set({ freeProductCode: null, freeProductPoints: 0 }).where(eq(orders.id, order.id));
  await movePoints(tx, now, {
    accountId: order.accountId,
    kind: 'returned',
    source: order.id,
    delta: order.freeProductPoints,
    orderId: order.id,
  });
}
