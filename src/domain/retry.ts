import { addDays, dayOf, hourOf, type Day } from './day';
import { reasonOf, stopsRetries } from './decline';
import type { OrderStatus } from './order';
import { CHARGE_HOUR, type PaymentStatus } from './payment';
import type { SubscriptionStatus } from './subscription';

/** Days after the payment date on which a renewal is charged. */
export const RETRY_DAYS = [0, 1, 3, 5, 7, 13] as const;

const LAST_RETRY = RETRY_DAYS.length - 1;

/** Returns when an attempt (0–5) of an order is due. */
export function retryAt(paymentDate: Day, retryIndex: number): Date {
  const days = RETRY_DAYS[retryIndex];
  if (days === undefined) throw new RangeError(`No such retryIndex: ${retryIndex}`);
  return hourOf(addDays(paymentDate, days), CHARGE_HOUR);
}

/** Returns when the retry schedule ends, with an attempt or, after a hard decline, without one. */
export function lastRetryAt(paymentDate: Day): Date {
  return retryAt(paymentDate, LAST_RETRY);
}

export type RetryFacts = {
  paymentDate: Day;
  /** Scheduled attempts so far, including the one just declined. */
  rungsUsed: number;
  now: Date;
  declineCode: string | null;
  adviseNoRetry?: boolean;
  /** The attempt was of an earlier day and never reached the gateway: nothing was charged today. */
  isTodayFree?: boolean;
};

/**
 * Returns what follows a declined attempt of a renewal: the next retry day after today, or the end. Attempts missed in
 * an outage are dropped, so that no card is charged twice in one day. Today's attempt is allowed if nothing was charged
 * today, and is due at once after its hour.
 */
export function nextRetry(
  facts: RetryFacts,
): { at: Date; retryIndex: number } | { ended: 'hard' | 'retries' } {
  const { paymentDate, rungsUsed, now, isTodayFree = false } = facts;
  if (stopsRetries(reasonOf(facts.declineCode), facts.adviseNoRetry)) return { ended: 'hard' };
  const today = dayOf(now);
  const isAhead = (day: Day) => day > today || (isTodayFree && day === today);
  const retryIndex = RETRY_DAYS.findIndex(
    (days, at) => at >= rungsUsed && isAhead(addDays(paymentDate, days)),
  );
  if (retryIndex >= 0) return { at: retryAt(paymentDate, retryIndex), retryIndex };
  // The subscriber's own earlier attempt on the last day must not use up the last attempt.
  const lastIsAhead = rungsUsed <= LAST_RETRY && now < lastRetryAt(paymentDate);
  return lastIsAhead ? { at: lastRetryAt(paymentDate), retryIndex: LAST_RETRY } : { ended: 'retries' };
}

/** A second click on the same card within this time is the same request. */
export const SAME_REQUEST_MS = 60_000;

/**
 * Whether a card is charged at once: a payment has failed and is still owed, or its 3-D Secure challenge is abandoned
 * for another card.
 */
export function isRetriedAtOnce(facts: {
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  subscriptionStatus: SubscriptionStatus;
  isAtBank: boolean;
}): boolean {
  const { orderStatus, paymentStatus, subscriptionStatus, isAtBank } = facts;
  if (orderStatus === 'charging')
    return subscriptionStatus === 'active' && (paymentStatus === 'failed' || isAtBank);
  return orderStatus === 'unpaid' && subscriptionStatus === 'inactive';
}
