import { dayOf, type Day } from '@/domain/day';
import { enforce } from '@/domain/errors';
import { touch } from '@/domain/lifecycle/subscriptions';
import { join } from '@/domain/lifecycle/changes';
import { canPauseUntil, pauseOrders } from '@/domain/pause';
import { canChangeDeliveries } from '@/domain/subscription';
import type { ReasonGroup } from '@/domain/cancel-offer';
import type { Ctx } from '../platform/context';
import { countAcceptedOffer } from './cancel-offer';
import { changeSubscription, type Change, type ChangeOptions } from './change-subscription';
import type { SubscriptionView } from './queries';

/**
 * Pauses a subscription until a day. Skips the orders before that day whose cut-off has not passed. A pause in
 * progress gets the new end.
 * @param input `until`: the first day after the pause, from tomorrow to six months ahead. `offeredFor`: the reason
 *   group of the offer that the subscriber accepts
 * @throws AppError DATE_OUT_OF_RANGE, NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function pauseSubscription(
  ctx: Ctx,
  accountId: string,
  { until, offeredFor, ...options }: ChangeOptions & { until: Day; offeredFor?: ReasonGroup },
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.paused', rule: canChangeDeliveries };
  return changeSubscription(ctx, accountId, kind, options, (change) => {
    enforce(canPauseUntil(until, dayOf(change.now)));
    const paused = changePause(change, until);
    if (!paused || !offeredFor) return paused;
    const accepted = { kind: 'pause', group: offeredFor } as const;
    return { ...paused, then: (tx) => countAcceptedOffer(tx, change.now, change.subscription.id, accepted) };
  });
}

/**
 * Ends a pause. The orders that the pause skips become upcoming if their cut-off has not passed. Without a
 * pause, changes nothing.
 * @throws AppError NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function resumeSubscription(
  ctx: Ctx,
  accountId: string,
  options: ChangeOptions,
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.resumed', rule: canChangeDeliveries };
  return changeSubscription(ctx, accountId, kind, options, (change) => changePause(change, null));
}

function changePause({ now, subscription, subscriber }: Change, until: Day | null) {
  const orders = pauseOrders({ orders: subscriber.orders, today: dayOf(now) }, until);
  const from = subscription.pausedUntil;
  if (from === until && orders.length === 0) return null;
  const detail = { from, until, orders: orders.length };
  return { detail, changes: join({ orders }, touch(subscription, { pausedUntil: until })) };
}
