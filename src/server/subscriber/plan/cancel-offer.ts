import { and, eq, gt, sql } from 'drizzle-orm';
import { cancelOffer, type AcceptedOffer, type CancelOffer } from '@/domain/cancel-offer';
import { dayOf } from '@/domain/day';
import { DAY_MS } from '@/domain/duration';
import { AppError } from '@/domain/errors';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import { canChangeDeliveries, canChangeDetails, type Frequency } from '@/domain/subscription';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { cancelOfferCounts, subscriptions } from '../../db/schema';
import { lockSubscriber } from '../../lifecycle/load-facts';

/** How long after its display an offer is counted as accepted. */
const ACCEPTED_WITHIN_MS = DAY_MS;

/**
 * Returns the offer that fits a cancellation reason, and counts it as shown. Neither the reason nor the offer is
 * stored with the account. The same request within 100 days returns no offer.
 * @throws AppError REASON_INVALID, NOT_ALLOWED for a registration without an open offline payment
 */
export async function offerInsteadOfCancel(
  ctx: Ctx,
  accountId: string,
  input: { reason: string },
): Promise<{ offer: CancelOffer | null }> {
  const reason = CANCEL_REASONS.find((one) => one === input.reason);
  if (!reason) throw new AppError('REASON_INVALID');
  const today = dayOf(ctx.now);
  return transaction(ctx.db, async (tx) => {
    const { subscription, subscriber } = await lockSubscriber(tx, accountId, canChangeDetails);
    const { pausedUntil, offeredAt } = subscription;
    const offer = cancelOffer(reason, {
      today,
      frequency: subscription.frequency as Frequency,
      isPaused: pausedUntil !== null && pausedUntil > today,
      isChangeable: canChangeDeliveries({ ...subscription, ...subscriber }).allowed,
      offeredOn: offeredAt && dayOf(offeredAt),
    });
    if (!offer) return { offer };
    await tx
      .update(subscriptions)
      .set({ offeredAt: ctx.now, offerOpen: true })
      .where(eq(subscriptions.id, subscription.id));
    await tx
      .insert(cancelOfferCounts)
      .values({ kind: offer.kind, reasonGroup: offer.group, shown: 1 })
      .onConflictDoUpdate({
        target: [cancelOfferCounts.kind, cancelOfferCounts.reasonGroup],
        set: { shown: sql`${cancelOfferCounts.shown} + 1` },
      });
    return { offer };
  });
}

/**
 * Counts the last offer of a locked subscription as accepted, once and within a day. Without such an offer, counts
 * nothing.
 */
export async function countAcceptedOffer(
  tx: Tx,
  now: Date,
  subscriptionId: string,
  { kind, group }: AcceptedOffer,
): Promise<void> {
  const closed = await tx
    .update(subscriptions)
    .set({ offerOpen: false })
    .where(
      and(
        eq(subscriptions.id, subscriptionId),
        subscriptions.offerOpen,
        gt(subscriptions.offeredAt, new Date(now.getTime() - ACCEPTED_WITHIN_MS)),
      ),
    )
    .returning({ id: subscriptions.id });
  if (closed.length === 0) return;
  await tx
    .update(cancelOfferCounts)
    .set({ accepted: sql`${cancelOfferCounts.accepted} + 1` })
    .where(
      and(
        eq(cancelOfferCounts.kind, kind),
        eq(cancelOfferCounts.reasonGroup, group),
        gt(cancelOfferCounts.shown, cancelOfferCounts.accepted),
      ),
    );
}
