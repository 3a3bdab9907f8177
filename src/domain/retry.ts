import { addDays, dayOf, hourOf, type Day } from './day';
import { reasonOf, stopsRetries, type DeclineReason } from './decline';
import { HOUR_MS, MINUTE_MS } from './duration';
import type { OrderStatus } from './order';
import { CHARGE_HOUR, COUNTS_AS_RETRY, type PaymentStatus, type Trigger } from './payment';
import { isCharged, type PaymentMethod, type SubscriptionStatus } from './subscription';

/** The days after the payment date on which a renewal is charged: the first attempt and five retries. */
export const RETRY_DAYS = [0, 1, 3, 5, 7, 13] as const;

const LAST_RETRY = 5;

/**
 * The days after the payment date for which a payment can wait for a late box. Then it is due, so that a declined card
 * still has a retry.
 */
export const LATE_BOX_WAIT_DAYS = RETRY_DAYS[4];

/** The days after the payment date on which the retry schedule ends. */
export const RETRIES_END_AFTER_DAYS = RETRY_DAYS[LAST_RETRY];

/** Returns the instant at which an attempt (0–5) of an order is due. */
export function retryAt(paymentDate: Day, retryIndex: number): Date {
  const days = RETRY_DAYS[retryIndex];
  if (days === undefined) throw new RangeError(`No such retryIndex: ${retryIndex}`);
  return hourOf(addDays(paymentDate, days), CHARGE_HOUR);
}

/** Returns the instant at which the retry schedule ends: the time of its last retry. */
export function lastRetryAt(paymentDate: Day): Date {
  return retryAt(paymentDate, LAST_RETRY);
}

/** Returns the last whole day on which an owed order can be paid before its retry schedule ends. */
export function lastPaymentDay(paymentDate: Day): Day {
  return addDays(dayOf(lastRetryAt(paymentDate)), -1);
}

/**
 * The days after the payment date on which the subscriber receives the notice that the subscription stops: two days before the end
 * of the retry schedule.
 */
export const END_WARNING_AFTER_DAYS = RETRIES_END_AFTER_DAYS - 2;

export type RetryFacts = {
  paymentDate: Day;
  /** The number of scheduled attempts so far, including the declined one. */
  retryStepsUsed: number;
  now: Date;
  declineCode: string | null;
  adviseNoRetry?: boolean;
  /** Whether a retry may be charged today, because nothing was charged today. */
  isTodayFree?: boolean;
};

/**
 * Returns the next retry of a renewal after a declined attempt. If no retry follows, returns the reason:
 * `hard` for a hard decline, `retries` if none is left. The retry is on the next day of `RETRY_DAYS` after
 * today. It may be today if nothing was charged today. Retries missed during an outage are left out, so that
 * no card is charged twice in one day.
 */
export function nextRetry(
  facts: RetryFacts,
): { at: Date; retryIndex: number } | { ended: 'hard' | 'retries' } {
  const { paymentDate, retryStepsUsed, now, isTodayFree = false } = facts;
  if (stopsRetries(reasonOf(facts.declineCode), facts.adviseNoRetry)) return { ended: 'hard' };
  const today = dayOf(now);
  const isAhead = (day: Day) => day > today || (isTodayFree && day === today);
  const retryIndex = RETRY_DAYS.findIndex(
    (days, at) => at >= retryStepsUsed && isAhead(addDays(paymentDate, days)),
  );
  if (retryIndex >= 0) return { at: retryAt(paymentDate, retryIndex), retryIndex };
  // The subscriber's own earlier attempt on the last day must not use up the last attempt.
  const lastIsAhead = retryStepsUsed <= LAST_RETRY && now < lastRetryAt(paymentDate);
  return lastIsAhead ? { at: lastRetryAt(paymentDate), retryIndex: LAST_RETRY } : { ended: 'retries' };
}

/** The last hour of a day, in Bangkok time, at which a charge is made again that the bank's limit has refused. */
const RATE_LIMITED_UNTIL_HOUR = 18;

/**
 * Returns when an automatic charge is made again that the limit of a bank account has refused: after an hour, last at
 * 18:00, then on the next day of the retry schedule. It was no attempt. Null for another reason, for a charge that the
 * subscriber requested, and after the last day.
 */
export function rateLimitedUntil(
  reason: DeclineReason,
  facts: Omit<RetryFacts, 'declineCode'> & { trigger: Trigger },
): Date | null {
  if (reason !== 'rate_limit_exceeded' || !COUNTS_AS_RETRY[facts.trigger]) return null;
  const { now, retryStepsUsed } = facts;
  // In whole minutes, so that the time that each charge takes does not add up and the last one is not lost.
  const inAnHour = new Date(Math.floor((now.getTime() + HOUR_MS) / MINUTE_MS) * MINUTE_MS);
  if (inAnHour <= hourOf(dayOf(now), RATE_LIMITED_UNTIL_HOUR)) return inAnHour;
  const next = nextRetry({ ...facts, retryStepsUsed: stepBefore(retryStepsUsed), declineCode: reason });
  return 'at' in next ? next.at : null;
}

/** Returns the number of used retries without the present attempt. */
export const stepBefore = (retryStepsUsed: number): number => Math.max(0, retryStepsUsed - 1);

/** Whether the retry schedule ends if the 3-D Secure challenge of the present attempt is not confirmed. */
export function isLastChallenge(facts: Pick<RetryFacts, 'paymentDate' | 'retryStepsUsed' | 'now'>): boolean {
  return 'ended' in nextRetry({ ...facts, declineCode: 'timeout' });
}

/** The time in milliseconds in which a repeated request for a card counts as the same request. */
export const SAME_REQUEST_MS = 60_000;

/**
 * Whether a newly chosen card is charged at once: a payment has failed and is still owed, or the payer
 * abandoned its 3-D Secure challenge to use another card. A declined order that was ordered now is not owed.
 * @param facts `isAtBank`: a 3-D Secure challenge is open
 */
export function isRetriedAtOnce(facts: {
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  subscriptionStatus: SubscriptionStatus;
  isAtBank: boolean;
  /** The planned date of an order that was ordered now; null or omitted for other orders. */
  orderedFrom?: Day | null;
}): boolean {
  const { orderStatus, paymentStatus, subscriptionStatus, isAtBank } = facts;
  if (facts.orderedFrom) return false;
  if (orderStatus === 'charging')
    return subscriptionStatus === 'active' && (paymentStatus === 'failed' || isAtBank);
  return orderStatus === 'unpaid' && subscriptionStatus === 'inactive';
}

/** The reasons for which the staff cannot charge a declined renewal before its next retry. */
export type TryNowRefusal = 'notTriedAgain' | 'triedToday' | 'tooEarly';

/**
 * Returns why the next retry of a declined renewal cannot be brought forward to now; null if it can. Then the retries
 * after it stay on their days, and no card is charged twice in one day.
 * @param lastTriedOn the day of the last charge that was sent; null without one
 */
export function tryNowRefusal(
  payment: { dueAt: Date | null; status: PaymentStatus; method: PaymentMethod },
  lastTriedOn: Day | null,
  now: Date,
): TryNowRefusal | null {
  const { dueAt, status, method } = payment;
  if (!isCharged(method) || dueAt === null || status !== 'failed') return 'notTriedAgain';
  if (lastTriedOn === dayOf(now)) return 'triedToday';
  return now < hourOf(dayOf(now), CHARGE_HOUR) ? 'tooEarly' : null;
}
