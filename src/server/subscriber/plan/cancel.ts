import { and, eq } from 'drizzle-orm';
import { addDays, dayOf, type Day } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import { AppError, enforce } from '@/domain/errors';
import { CANCEL_REASONS, type CancelReason } from '@/domain/cancel-reason';
import { canCancel, canChangeDetails, erasureDueAt } from '@/domain/subscription';
import { translate } from '@/locales/translate';
import { catalogueOf } from '../../shop/catalogue/queries';
import { clockFrom } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { chargeAttempts } from '../../db/schema';
import { lockSubscriber, type Locked, type Subscriber } from '../../lifecycle/load-facts';
import { writeReason, type OnBehalf } from '../../lifecycle/requester';
import { log } from '../../platform/log';
import { queueMessage } from '../../lifecycle/outbox';
import { expireChallenge } from '../../money/settlement/poll-unknown-charges';
import type { Attempt } from '../../money/settlement/queries';
import { accountUrl } from '../../platform/site-url';
import { endSubscription } from './end-subscription';
import { getSubscription, type ShownSubscription } from './queries';

/** Returns the eight cancellation reasons with their labels, in the order in which the screen shows them. */
export function listCancelReasons(): {
  reasons: { code: CancelReason; label: { en: string; th: string } }[];
} {
  return {
    reasons: CANCEL_REASONS.map((code) => ({
      code,
      label: {
        en: translate('en', `cancelReasons.${code}`),
        th: translate('th', `cancelReasons.${code}`),
      },
    })),
  };
}

/**
 * Cancels a subscription immediately. Unpaid orders become void, paid orders are still sent, and the points
 * stay. A charge that is in progress is refunded if it succeeds. A pending reactivation is cancelled too.
 * @param input `reason`: one of `CANCEL_REASONS`. `by`: the member of the staff who cancels; the subscriber by default
 * @throws AppError REASON_INVALID, ALREADY_CANCELLED, NOT_ALLOWED for a registration without an open offline
 *   payment
 */
export async function cancelSubscription(
  ctx: Ctx,
  accountId: string,
  input: { reason: string; comment?: string; by?: OnBehalf },
): Promise<{ subscription: ShownSubscription }> {
  const reason = CANCEL_REASONS.find((one) => one === input.reason);
  if (!reason) throw new AppError('REASON_INVALID');
  const catalogue = await catalogueOf(ctx);
  const clock = clockFrom(ctx.now);
  const { now, challenges, subscription } = await transaction(ctx.db, async (tx) => {
    const locked = await lockSubscriber(tx, accountId, canChangeDetails);
    // A charge that held the lock before must not be later than the cancellation.
    const now = clock();
    if (!hasPendingReactivation(locked.subscriber)) enforce(canCancel(locked.subscription.status));
    const why = { reason, comment: input.comment || null };
    return {
      now,
      challenges: await cancelLocked(tx, now, locked, why, input.by),
      subscription: await getSubscription({ ...ctx, now }, accountId, tx, catalogue),
    };
  });
  await closeChallenges({ ...ctx, now }, challenges);
  return { subscription };
}

/** Whether the subscription has a reactivation order that is not paid yet. */
export function hasPendingReactivation({ orders }: Pick<Subscriber, 'orders'>): boolean {
  return orders.some(
    ({ kind, status }) => kind === 'reactivation' && (status === 'charging' || status === 'awaiting_payment'),
  );
}

/**
 * Cancels a subscription in the caller's transaction. The caller must hold the subscription's lock.
 * @returns the open 3-D Secure challenges. The caller must close them with `closeChallenges` after the
 *   commit. If its process stops before, the billing run closes them.
 */
export async function cancelLocked(
  tx: Tx,
  now: Date,
  locked: Locked,
  why: { reason: CancelReason; comment: string | null },
  by?: OnBehalf,
): Promise<Attempt[]> {
  const { subscription, subscriber } = locked;
  const { account, comingPaidOn, hasOpenPage } = subscriber;
  const points = await endSubscription(tx, now, locked, why, by);
  const challenges = hasOpenPage ? await expireChallenges(tx, now, subscription.accountId) : [];
  await queueMessage(tx, now, {
    kind: 'subscription_cancelled',
    accountId: subscription.accountId,
    dedupeKey: `subscription_cancelled:${subscription.id}:${subscription.version + 1}`,
    asked: true,
    payload: {
      firstName: account.firstName,
      boxComingBy: comingPaidOn && receiveByOf(comingPaidOn),
      points,
      erasedAfter: subscription.activatedAt ? null : lastKeptDay(subscription.registeredOn),
      accountUrl: accountUrl(account.locale),
    },
  });
  await writeReason(tx, now, by);
  return challenges;
}

function expireChallenges(tx: Tx, now: Date, accountId: string): Promise<Attempt[]> {
  return tx
    .update(chargeAttempts)
    .set({ expiresAt: now, checkAt: now })
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        eq(chargeAttempts.source, 'card'),
        eq(chargeAttempts.status, 'action_required'),
      ),
    )
    .returning();
}

/** Expires 3-D Secure challenges at the gateway. Logs errors instead of throwing them. */
export async function closeChallenges(ctx: Ctx, challenges: readonly Attempt[]): Promise<void> {
  for (const challenge of challenges) {
    try {
      await expireChallenge(ctx, challenge, { bySubscriber: true });
    } catch (error) {
      log.warn('payments.challenge_not_closed', { attemptId: challenge.id, error });
    }
  }
}

/** Returns the last day before the erasure of an unpaid registration that was cancelled. */
function lastKeptDay(registeredOn: Day): Day {
  return addDays(dayOf(erasureDueAt(registeredOn, { linkShown: true })), -1);
}
