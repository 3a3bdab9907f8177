import { eq, max, sql } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { epochFrom } from '@/domain/reactivation';
import { secondOrderEpoch, type Epoch } from '@/domain/schedule';
import { HEALTH_REASONS, isRegistering, keptReason, type CancelReason } from '@/domain/subscription';
import { recordConsents, withdrawConsents } from '../account/consents';
import { loadCatalogue, type Catalogue } from '../catalogue/queries';
import type { Tx } from '../db/client';
import { cancelReasonCounts, orders, scheduleEpochs, subscriptions } from '../db/schema';
import { planUpcoming } from '../orders/planning';
import { AHEAD, OWED, voidOrders } from '../orders/voiding';
import { releaseCodeUse } from '../rewards/codes';
import type { Subscription } from './locks';

/** The index that the next order of a subscription takes; every order so far has a smaller one. */
export async function nextIndexOf(tx: Tx, subscription: Subscription): Promise<number> {
  const [ordered] = await tx
    .select({ index: max(orders.cycleIndex) })
    .from(orders)
    .where(eq(orders.subscriptionId, subscription.id));
  return Math.max(subscription.nextIndex, (ordered?.index ?? -1) + 1);
}

/** Appends an epoch to a subscription's schedule. */
export async function writeEpoch(
  tx: Tx,
  now: Date,
  subscriptionId: string,
  { fromIndex, baseMonth, paymentDay, frequency }: Epoch,
): Promise<void> {
  const [last] = await tx
    .select({ seq: max(scheduleEpochs.seq) })
    .from(scheduleEpochs)
    .where(eq(scheduleEpochs.subscriptionId, subscriptionId));
  const seq = (last?.seq ?? -1) + 1;
  await tx
    .insert(scheduleEpochs)
    .values({ subscriptionId, seq, fromIndex, baseMonth, paymentDay, frequency, createdAt: now });
}

/**
 * Makes a subscription active from a paid order on: the schedule starts anew from the paid day, and three orders
 * are planned. The caller holds its lock.
 * @param frequency the one wished for, if another than the subscription's.
 */
export async function activate(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  paidOn: Day,
  frequency = subscription.frequency,
): Promise<void> {
  const index = await nextIndexOf(tx, subscription);
  const epoch = secondOrderEpoch(paidOn, subscription.paymentDay, frequency, index);
  await startSchedule(tx, now, subscription, epoch, await loadCatalogue(tx, now));
}

/** Makes a subscription active with its first order on a day to come, which sets the payment day. The same lock. */
export async function activateOn(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  start: { day: Day; frequency: number; catalogue: Catalogue },
): Promise<void> {
  const index = await nextIndexOf(tx, subscription);
  const epoch = epochFrom(start.day, start.frequency, index);
  await startSchedule(tx, now, subscription, epoch, start.catalogue);
}

async function startSchedule(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  epoch: Epoch,
  catalogue: Catalogue,
): Promise<void> {
  await writeEpoch(tx, now, subscription.id, epoch);
  const [active] = await tx
    .update(subscriptions)
    .set({
      status: 'active',
      nextIndex: epoch.fromIndex,
      paymentDay: epoch.paymentDay,
      frequency: epoch.frequency,
      version: subscription.version + 1,
      activatedAt: subscription.activatedAt ?? now,
      cancelledAt: null,
      cancelReason: null,
      cancelComment: null,
      code: null,
    })
    .where(eq(subscriptions.id, subscription.id))
    .returning();
  await recordConsents(tx, now, subscription.accountId, ['charging']);
  if (active) await planUpcoming(tx, now, active, catalogue);
}

/**
 * Payments gave up: the subscription rests, and nothing more is planned or charged until it is paid or reactivated.
 * A skipped order whose date has passed stays what it is.
 */
export async function deactivate(tx: Tx, now: Date, subscription: Subscription): Promise<void> {
  await voidOrders(tx, now, subscription, AHEAD);
  await tx
    .update(subscriptions)
    .set({ status: 'inactive', version: subscription.version + 1 })
    .where(eq(subscriptions.id, subscription.id));
}

/** Ends a subscription at once: every order not yet paid is void. What is paid is still sent, points are kept. */
export async function end(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  why: { reason: CancelReason; comment: string | null },
): Promise<void> {
  await voidOrders(tx, now, subscription, [...AHEAD, ...OWED]);
  // A code is for the first order, and there was none.
  if (isRegistering(subscription)) await releaseCodeUse(tx, subscription.id, subscription.accountId);
  if (HEALTH_REASONS.includes(why.reason)) await countCancelReason(tx, why.reason);
  await withdrawConsents(tx, now, subscription.accountId, ['charging']);
  const { reason, comment } = keptReason(why);
  await tx
    .update(subscriptions)
    .set({
      status: 'cancelled',
      version: subscription.version + 1,
      cancelledAt: now,
      cancelReason: reason,
      cancelComment: comment,
    })
    .where(eq(subscriptions.id, subscription.id));
}

async function countCancelReason(tx: Tx, reason: CancelReason): Promise<void> {
  await tx
    .insert(cancelReasonCounts)
    .values({ reason, count: 1 })
    .onConflictDoUpdate({
      target: cancelReasonCounts.reason,
      set: { count: sql`${cancelReasonCounts.count} + 1` },
    });
}
