import { sql } from 'drizzle-orm';
import { join } from '@/domain/lifecycle/changes';
import { AHEAD, OWED } from '@/domain/lifecycle/orders';
import { cancel } from '@/domain/lifecycle/subscriptions';
import { HEALTH_REASONS, type CancelReason } from '@/domain/cancel-reason';
import { isRegistering } from '@/domain/subscription';
import type { Tx } from '../../db';
import { cancelReasonCounts } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { ordersThatAre, type Locked } from '../../lifecycle/load-facts';
import { requestedBy, type OnBehalf } from '../../lifecycle/requester';
import { releaseCodeUse } from '../../shop/rewards/codes';

/**
 * Cancels a subscription in the caller's transaction. Unpaid orders become void, paid orders are still sent,
 * and the points stay. The caller must hold the subscription's lock.
 * @returns the points balance after the return of points that were on hold for free products
 */
export async function endSubscription(
  tx: Tx,
  now: Date,
  { subscription, subscriber }: Locked,
  why: { reason: CancelReason; comment: string | null },
  by?: OnBehalf,
): Promise<number> {
  const { id: subscriptionId, accountId } = subscription;
  const unpaid = ordersThatAre(subscriber, [...AHEAD, ...OWED]);
  const changes = join(cancel(subscription, unpaid, why, now), {
    consents: [{ accountId, purpose: 'charging', text: null }],
  });
  const moved = await applyChanges(tx, now, [
    { subscriptionId, actor: requestedBy(accountId, by).actor, cause: 'cancelled', ...changes },
  ]);
  // A code is valid only for the first order, which was not paid.
  if (isRegistering(subscription)) await releaseCodeUse(tx, subscriptionId, accountId);
  if (HEALTH_REASONS.includes(why.reason)) await countCancelReason(tx, why.reason);
  return moved.reduce((points, { delta }) => points + delta, subscriber.points);
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
