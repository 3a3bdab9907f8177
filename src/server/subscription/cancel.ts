import { and, eq } from 'drizzle-orm';
import { addDays, dayOf, type Day } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import { AppError, enforce } from '@/domain/errors';
import {
  canCancel,
  canChangeDetails,
  CANCEL_REASONS,
  erasesAt,
  type CancelReason,
} from '@/domain/subscription';
import { translate } from '@/locales/translate';
import { catalogueOf } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { chargeAttempts } from '../db/schema';
import { lockSubscriber, type Locked, type Subscriber } from '../lifecycle/load-facts';
import { log } from '../platform/log';
import { queueMessage } from '../lifecycle/outbox';
import { giveUpAuthorization } from '../settlement/poll-attempts';
import type { Attempt } from '../settlement/open-attempts';
import { accountUrl } from '../platform/site-url';
import { endSubscription } from './end-subscription';
import { showSubscription, type ShownSubscription } from './shown';

/** The eight reasons in their order, with what screens and callers show for them. */
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
 * Cancels a subscription at once, whatever is under way: what is not paid is void and never charged again, what is
 * paid is still sent, points are kept. Money of a charge that can't be stopped any more goes back. Cancelling while a
 * reactivation is under way ends that.
 * @param input `reason`: one of the eight.
 * @throws AppError REASON_INVALID, ALREADY_CANCELLED, NOT_ALLOWED for a registration that no offline payment is open for
 */
export async function cancelSubscription(
  ctx: Ctx,
  accountId: string,
  input: { reason: string; comment?: string },
): Promise<{ subscription: ShownSubscription }> {
  const reason = CANCEL_REASONS.find((one) => one === input.reason);
  if (!reason) throw new AppError('REASON_INVALID');
  const catalogue = await catalogueOf(ctx);
  const { pages, subscription } = await transaction(ctx.db, async (tx) => {
    const locked = await lockSubscriber(tx, accountId, canChangeDetails);
    if (!isReactivating(locked.subscriber)) enforce(canCancel(locked.subscription.status));
    const why = { reason, comment: input.comment || null };
    return {
      pages: await endWithin(tx, ctx.now, locked, why),
      subscription: await showSubscription(ctx, accountId, tx, catalogue),
    };
  });
  await leavePages(ctx, pages);
  return { subscription };
}

/** Whether a reactivation waits for its payment: its order alone is charged while the subscription is not active. */
export function isReactivating({ orders }: Pick<Subscriber, 'orders'>): boolean {
  return orders.some(
    ({ kind, status }) => kind === 'reactivation' && (status === 'charging' || status === 'awaiting_payment'),
  );
}

/**
 * Everything of a cancel that happens in the caller's transaction, under the subscription's lock.
 * @returns the bank's pages that are still open, to be left with `leavePages` after the commit; the billing run leaves
 * those that this process forgets.
 */
export async function endWithin(
  tx: Tx,
  now: Date,
  locked: Locked,
  why: { reason: CancelReason; comment: string | null },
): Promise<Attempt[]> {
  const { subscription, subscriber } = locked;
  const { account, comingPaidOn, hasOpenPage } = subscriber;
  const points = await endSubscription(tx, now, locked, why);
  const pages = hasOpenPage ? await expirePages(tx, now, subscription.accountId) : [];
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
  return pages;
}

function expirePages(tx: Tx, now: Date, accountId: string): Promise<Attempt[]> {
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

/** Asks the gateway to give up the bank's pages that nobody shall confirm any more. Never throws. */
export async function leavePages(ctx: Ctx, pages: readonly Attempt[]): Promise<void> {
  for (const page of pages) {
    try {
      await giveUpAuthorization(ctx, page, { byPerson: true });
    } catch (error) {
      log.warn('payments.page_not_left', { attemptId: page.id, error });
    }
  }
}

/** The last day on which a registration that was cancelled unpaid is kept. */
function lastKeptDay(registeredOn: Day): Day {
  return addDays(dayOf(erasesAt(registeredOn, { linkShown: true })), -1);
}
