import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { secondOrderEpoch } from '@/domain/schedule';
import { loadCatalogue } from '../catalogue/queries';
import type { Tx } from '../db/client';
import { orders, scheduleEpochs, subscriptions } from '../db/schema';
import { planUpcoming } from '../orders/planning';
import type { Subscription } from './locks';

/**
 * Makes a subscription active from a paid order on: the schedule starts anew from the paid day, and three orders
 * are planned. The caller holds its lock.
 */
export async function activate(tx: Tx, now: Date, subscription: Subscription, paidOn: Day): Promise<void> {
  const [last] = await tx
    .select({ seq: max(scheduleEpochs.seq) })
    .from(scheduleEpochs)
    .where(eq(scheduleEpochs.subscriptionId, subscription.id));
  const [ordered] = await tx
    .select({ index: max(orders.cycleIndex) })
    .from(orders)
    .where(eq(orders.subscriptionId, subscription.id));
  const nextIndex = Math.max(subscription.nextIndex, (ordered?.index ?? -1) + 1);
  const epoch = secondOrderEpoch(paidOn, subscription.paymentDay, subscription.frequency, nextIndex);
  await tx
    .insert(scheduleEpochs)
    .values({ subscriptionId: subscription.id, seq: (last?.seq ?? -1) + 1, ...epoch, createdAt: now });
  const [active] = await tx
    .update(subscriptions)
    .set({
      status: 'active',
      nextIndex,
      version: subscription.version + 1,
      activatedAt: subscription.activatedAt ?? now,
      cancelledAt: null,
      cancelReason: null,
      cancelComment: null,
      code: null,
    })
    .where(eq(subscriptions.id, subscription.id))
    .returning();
  if (active) await planUpcoming(tx, now, active, await loadCatalogue(tx, now));
}

/**
 * Payments gave up: the subscription rests, and nothing more is planned or charged until it is paid or reactivated.
 * A skipped order whose date has passed stays what it is.
 */
export async function deactivate(tx: Tx, subscription: Subscription): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'void' })
    .where(
      and(
        eq(orders.subscriptionId, subscription.id),
        inArray(orders.status, ['upcoming', 'skipped']),
        isNull(orders.begunAt),
      ),
    );
  await tx
    .update(subscriptions)
    .set({ status: 'inactive', version: subscription.version + 1 })
    .where(eq(subscriptions.id, subscription.id));
}
