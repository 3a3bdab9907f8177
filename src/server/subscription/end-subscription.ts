import { sql } from 'drizzle-orm';
import { AHEAD, OWED } from '@/domain/lifecycle/orders';
import { cancel } from '@/domain/lifecycle/subscriptions';
import { HEALTH_REASONS, isRegistering, type CancelReason } from '@/domain/subscription';
import { withdrawConsents } from '../lifecycle/consents';
import type { Tx } from '../db';
import { cancelReasonCounts } from '../db/schema';
import { applyChanges } from '../lifecycle/apply-changes';
import { loadOrders } from '../lifecycle/load-facts';
import { releaseCodeUse } from '../rewards/codes';
import type { Subscription } from '../lifecycle/locks';

/** Ends a subscription at once: every order not yet paid is void. What is paid is still sent, points are kept. */
export async function endSubscription(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  why: { reason: CancelReason; comment: string | null },
): Promise<void> {
  const unpaid = await loadOrders(tx, subscription, [...AHEAD, ...OWED]);
  const changes = cancel(subscription, unpaid, why, now);
  await applyChanges(tx, now, [
    { subscriptionId: subscription.id, actor: subscription.accountId, cause: 'cancelled', ...changes },
  ]);
  // A code is for the first order, and there was none.
  if (isRegistering(subscription)) await releaseCodeUse(tx, subscription.id, subscription.accountId);
  if (HEALTH_REASONS.includes(why.reason)) await countCancelReason(tx, why.reason);
  await withdrawConsents(tx, now, subscription.accountId, ['charging']);
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
