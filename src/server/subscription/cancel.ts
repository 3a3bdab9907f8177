import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
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
import { lockPerson } from '../lifecycle/require-subscriber';
import { catalogueOf } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { accounts, chargeAttempts, orders, pointsBalances, shipments } from '../db/schema';
import { log } from '../platform/log';
import { queueMessage } from '../lifecycle/outbox';
import { giveUpAuthorization } from '../settlement/poll-attempts';
import type { Attempt } from '../settlement/open-attempts';
import { accountUrl } from '../platform/site-url';
import { endSubscription } from './end-subscription';
import type { Subscription } from '../lifecycle/locks';
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
    const person = await lockPerson(tx, accountId, canChangeDetails);
    if (!(await isReactivating(tx, person.subscription.id))) enforce(canCancel(person.subscription.status));
    const why = { reason, comment: input.comment || null };
    return {
      pages: await endWithin(tx, ctx.now, person, why),
      subscription: await showSubscription(ctx, accountId, tx, catalogue),
    };
  });
  await leavePages(ctx, pages);
  return { subscription };
}

/** Whether a reactivation waits for its payment: its order alone is charged while the subscription is not active. */
export async function isReactivating(tx: Tx, subscriptionId: string): Promise<boolean> {
  const [open] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        eq(orders.kind, 'reactivation'),
        inArray(orders.status, ['charging', 'awaiting_payment']),
      ),
    )
    .limit(1);
  return open !== undefined;
}

/**
 * Everything of a cancel that happens in the caller's transaction, under the subscription's lock.
 * @returns the bank's pages that are still open, to be left with `leavePages` after the commit; the billing run leaves
 * those that this process forgets.
 */
export async function endWithin(
  tx: Tx,
  now: Date,
  { account, subscription }: { account: typeof accounts.$inferSelect; subscription: Subscription },
  why: { reason: CancelReason; comment: string | null },
): Promise<Attempt[]> {
  await endSubscription(tx, now, subscription, why);
  const pages = await tx
    .update(chargeAttempts)
    .set({ expiresAt: now, checkAt: now })
    .where(
      and(
        eq(chargeAttempts.accountId, account.id),
        eq(chargeAttempts.source, 'card'),
        eq(chargeAttempts.status, 'action_required'),
      ),
    )
    .returning();
  await queueMessage(tx, now, {
    kind: 'subscription_cancelled',
    accountId: account.id,
    dedupeKey: `subscription_cancelled:${subscription.id}:${subscription.version + 1}`,
    asked: true,
    payload: {
      firstName: account.firstName,
      boxComingBy: await boxComingBy(tx, subscription.id),
      points: await pointsOf(tx, account.id),
      erasedAfter: subscription.activatedAt ? null : lastKeptDay(subscription.registeredOn),
      accountUrl: accountUrl(account.locale),
    },
  });
  return pages;
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

/** Until when the last paid box should be there, while it is on its way. */
async function boxComingBy(tx: Tx, subscriptionId: string): Promise<Day | null> {
  const [coming] = await tx
    .select({ paidOn: orders.paidOn })
    .from(orders)
    .innerJoin(shipments, eq(shipments.orderId, orders.id))
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        eq(orders.status, 'paid'),
        ne(shipments.status, 'delivered'),
        isNull(shipments.loss),
      ),
    )
    .orderBy(desc(orders.paidOn))
    .limit(1);
  return coming?.paidOn ? receiveByOf(coming.paidOn) : null;
}

async function pointsOf(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ balance: pointsBalances.balance })
    .from(pointsBalances)
    .where(eq(pointsBalances.accountId, accountId));
  return row?.balance ?? 0;
}
