import type { Epoch } from '../schedule';
import { keptReason, type CancelReason } from '../cancel-reason';
import type { SubscriptionStatus } from '../subscription';
import { join, type Part, type SubscriptionChange } from './changes';
import { voidOrders, type OrderFacts } from './orders';

export interface SubscriptionFacts {
  id: string;
  version: number;
  status: SubscriptionStatus;
}

const stepTo = (
  { id, version, status }: SubscriptionFacts,
  to: SubscriptionStatus,
  fields: Partial<SubscriptionChange> = {},
): Part => ({ subscription: { id, version, from: status, to, ...fields } });

/** Changes fields of a subscription other than its status, and increases its version. */
export function touch(subscription: SubscriptionFacts, fields: Partial<SubscriptionChange> = {}): Part {
  return stepTo(subscription, subscription.status, fields);
}

const NOT_CANCELLED = { cancelledAt: null, cancelReason: null, cancelComment: null } as const;

/** Makes a subscription active with a new schedule. `nextIndex`: the index of the next order to plan. */
export function activate(
  subscription: SubscriptionFacts & { activatedAt: Date | null },
  { nextIndex, paymentDay, frequency }: Pick<Epoch, 'paymentDay' | 'frequency'> & { nextIndex: number },
  now: Date,
): Part {
  const activatedAt = subscription.activatedAt ?? now;
  const schedule = { nextIndex, paymentDay, frequency };
  return stepTo(subscription, 'active', { ...schedule, activatedAt, ...NOT_CANCELLED, code: null });
}

/** Ends a subscription that had ended before it moved in. Its owner can restart it. */
export function endMovedIn(subscription: SubscriptionFacts, now: Date): Part {
  return stepTo(subscription, 'cancelled', { activatedAt: now, cancelledAt: now });
}

/**
 * Makes a reactivated subscription wait for the payment of its link. It is then not a registration in
 * progress.
 */
export function awaitReturn(subscription: SubscriptionFacts & { activatedAt: Date | null }, now: Date): Part {
  const activatedAt = subscription.activatedAt ?? now;
  return stepTo(subscription, 'awaiting_payment', { activatedAt, ...NOT_CANCELLED });
}

/**
 * Makes a subscription inactive and its planned orders (`ahead`) void. Nothing is charged until a payment or
 * a reactivation. Ends a pause.
 */
export function deactivate(subscription: SubscriptionFacts, ahead: readonly OrderFacts[] = []): Part {
  return join(voidOrders(ahead), stepTo(subscription, 'inactive', { pausedUntil: null }));
}

/**
 * Cancels a subscription at once. Its unpaid orders (`unpaid`) become void. Paid orders are still sent. Ends a
 * pause.
 */
export function cancel(
  subscription: SubscriptionFacts,
  unpaid: readonly OrderFacts[],
  why: { reason: CancelReason; comment: string | null },
  now: Date,
): Part {
  const { reason: cancelReason, comment: cancelComment } = keptReason(why);
  const ended = stepTo(subscription, 'cancelled', {
    cancelledAt: now,
    cancelReason,
    cancelComment,
    pausedUntil: null,
  });
  return join(voidOrders(unpaid), ended);
}
