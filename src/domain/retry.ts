import { addDays, dayOf, hourOf, type Day } from './day';
import { reasonOf, stopsLadder } from './decline';
import type { OrderStatus } from './order';
import { CHARGE_HOUR, type PaymentStatus } from './payment';
import type { SubscriptionStatus } from './subscription';

/** Days after the payment date on which a renewal is charged. */
export const LADDER_DAYS = [0, 1, 3, 5, 7, 13] as const;

const LAST_RUNG = LADDER_DAYS.length - 1;

/** When a rung (0–5) of an order falls due. */
export function rungAt(paymentDate: Day, rung: number): Date {
  const days = LADDER_DAYS[rung];
  if (days === undefined) throw new RangeError(`No such rung: ${rung}`);
  return hourOf(addDays(paymentDate, days), CHARGE_HOUR);
}

/** When the ladder ends, with an attempt or, after a hard decline, without one. */
export function lastRungAt(paymentDate: Day): Date {
  return rungAt(paymentDate, LAST_RUNG);
}

export type RungFacts = {
  paymentDate: Day;
  /** Attempts made on the ladder so far, the one just declined included. */
  rungsUsed: number;
  now: Date;
  declineCode: string | null;
  adviseNoRetry?: boolean;
  /** The attempt was of an earlier day and reached nobody: nothing was charged today. */
  isTodayFree?: boolean;
};

/**
 * What follows a declined attempt of a renewal: the next ladder day after today, or the end. Rungs that passed
 * unused are gone, so after an outage nobody is charged twice in one day; today's may be used where nothing was charged
 * today, and is due already once its hour has passed.
 */
export function nextRung(facts: RungFacts): { at: Date; rung: number } | { ended: 'hard' | 'ladder' } {
  const { paymentDate, rungsUsed, now, isTodayFree = false } = facts;
  if (stopsLadder(reasonOf(facts.declineCode), facts.adviseNoRetry)) return { ended: 'hard' };
  const today = dayOf(now);
  const isAhead = (day: Day) => day > today || (isTodayFree && day === today);
  const rung = LADDER_DAYS.findIndex((days, at) => at >= rungsUsed && isAhead(addDays(paymentDate, days)));
  if (rung >= 0) return { at: rungAt(paymentDate, rung), rung };
  // The subscriber's own early try on the last day must not cost them the last attempt.
  const lastIsAhead = rungsUsed <= LAST_RUNG && now < lastRungAt(paymentDate);
  return lastIsAhead ? { at: lastRungAt(paymentDate), rung: LAST_RUNG } : { ended: 'ladder' };
}

/** A second click on the same card within this time is the same wish. */
export const SAME_WISH_MS = 60_000;

/**
 * Whether another card, or the same once more, is charged at once: a payment has failed and is still wanted, or waits at
 * a bank's page that is left for the other card.
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
