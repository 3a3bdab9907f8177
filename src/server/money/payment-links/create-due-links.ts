import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { linkEndsAt } from '@/domain/payment-link';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { orders, payments } from '../../db/schema';
import { isDue } from '../charging/queries';
import { isBillingPaused } from '../../platform/flags';
import { applyChanges } from '../../lifecycle/apply-changes';
import { waitsForNoBox } from '../../lifecycle/late-boxes';
import { lockSubscription } from '../../lifecycle/locks';
import { openLink } from '../../lifecycle/payment-links';

/**
 * Returns the offline payments whose link must be created: from 09:00 of the payment date, and not before 09:00 of any
 * later day. The list is empty
 * while billing is paused.
 */
export async function listLinksToCreate({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  if (await isBillingPaused(db)) return [];
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.dueAt), isDue(now), eq(payments.method, 'offline'), waitsForNoBox(now)))
    .orderBy(asc(payments.dueAt), asc(payments.id))
    .limit(limit);
}

/**
 * Creates the link of a due payment and queues its message.
 * @returns false if the payment is no longer due or billing is paused
 */
export async function createDueLink({ db, now }: Ctx, paymentId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [owner] = await tx
      .select({ subscriptionId: orders.subscriptionId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.id, paymentId));
    if (!owner || !(await lockSubscription(tx, owner.subscriptionId))) return false;
    // Read again, because an operator may have paused billing during this run.
    if (await isBillingPaused(tx)) return false;
    const [due] = await tx
      .select({ orderId: orders.id })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(
        and(
          eq(payments.id, paymentId),
          isDue(now),
          eq(payments.method, 'offline'),
          eq(orders.status, 'awaiting_payment'),
          waitsForNoBox(now),
        ),
      );
    if (!due) return false;
    const changes = { payments: [{ orderId: due.orderId, dueAt: null }] };
    const about = { cause: 'payment_date_began', actor: 'billing' } as const;
    await applyChanges(tx, now, [{ ...about, subscriptionId: owner.subscriptionId, ...changes }]);
    await openLink(tx, now, due.orderId, { expiresAt: linkEndsAt(now), asked: false });
    return true;
  });
}
