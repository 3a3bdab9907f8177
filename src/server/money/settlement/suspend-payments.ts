import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import { reasonOf } from '@/domain/decline';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { chargeAttempts, orders, payments } from '../../db/schema';
import { lockSubscription } from '../../lifecycle/locks';
import { applySuspension } from './apply-declines';

/**
 * Returns payments that waited for another card until their retry schedule ended, and that must now be
 * suspended.
 */
export async function listPaymentsToSuspend({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.givesUpAt), lte(payments.givesUpAt, now)))
    .orderBy(asc(payments.givesUpAt), asc(payments.id))
    .limit(limit);
}

/**
 * Suspends a payment that waited for another card: its order becomes unpaid and its subscription inactive.
 * Does nothing while a charge attempt of the order is open.
 */
export async function suspendPayment({ db, now }: Ctx, paymentId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [owner] = await tx
      .select({ subscriptionId: orders.subscriptionId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.id, paymentId));
    const subscription = owner ? await lockSubscription(tx, owner.subscriptionId) : null;
    const [row] = await tx
      .select({ order: orders, payment: payments })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(eq(payments.id, paymentId), lte(payments.givesUpAt, now), eq(orders.status, 'charging')));
    if (!subscription || !row) return;
    const [open] = await tx
      .select({ id: chargeAttempts.id })
      .from(chargeAttempts)
      .where(
        and(
          eq(chargeAttempts.orderId, row.order.id),
          inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
        ),
      );
    if (!open)
      await applySuspension(tx, now, { subscription, order: row.order }, reasonOf(row.payment.reason));
  });
}
