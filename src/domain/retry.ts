import { addDays, dayOf, hourOf, type Day } from './day';
import { reasonOf, stopsLadder } from './decline';
import type { OrderStatus } from './order';
import { CHARGE_HOUR, type PaymentStatus } from './payment';
import type { SubscriptionStatus } from './subscription';

/** Days after the payment date on which a renewal is charged. */
export const LADDER_DAYS = [0, 1, 3, 5, 7, 13] as const;

const LAST_RUNG = LADDER_DAYS.length - 1;

/** Returns when an attempt (0–5) of an order is due. */
export function rungAt(paymentDate: Day, rung: number): Date {
  const days = LADDER_DAYS[rung];
  if (days === undefined) throw new RangeError(`No such rung: ${rung}`);
  return hourOf(addDays(paymentDate, days), CHARGE_HOUR);
}

/** Returns when the retry schedule ends, with an attempt or, after a hard decline, without one. */
export function lastRungAt(paymentDate: Day): Date {
  return rungAt(paymentDate, LAST_RUNG);
}

export type RungFacts = {
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
export function nextRung(facts: RungFacts): { at: Date; rung: number } | { ended: 'hard' | 'ladder' } {
  const { paymentDate, rungsUsed, now, isTodayFree = false } = facts;
  if (stopsLadder(reasonOf(facts.declineCode), facts.adviseNoRetry)) return { ended: 'hard' };
  const today = dayOf(now);
  const isAhead = (day: Day) => day > today || (isTodayFree && day === today);
  const rung = LADDER_DAYS.findIndex((days, at) => at >= rungsUsed && isAhead(addDays(paymentDate, days)));
  if (rung >= 0) return { at: rungAt(paymentDate, rung), rung };
  // The subscriber's own earlier attempt on the last day must not use up the last attempt.
  const lastIsAhead = rungsUsed <= LAST_RUNG && now < lastRungAt(paymentDate);
  return lastIsAhead ? { at: lastRungAt(paymentDate), rung: LAST_RUNG } : { ended: 'ladder' };
}

/** A second click on the same card within this time is the same request. */
export const SAME_WISH_MS = 60_000;

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
