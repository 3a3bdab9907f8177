import { monthOf, type Day } from './day';
import type { Verdict } from './errors';
import { cycleDate, secondOrderEpoch, type Epoch } from './schedule';
import { canActAsSubscriber, canReactivate, type SubscriberFacts } from './subscription';

/**
 * Whether a subscriber may reactivate. Refuses as `canActAsSubscriber` does, and with NOT_REACTIVATABLE if
 * the subscription is neither cancelled nor inactive.
 */
export function mayReactivate(facts: SubscriberFacts): Verdict {
  const acting = canActAsSubscriber(facts);
  return acting.allowed ? canReactivate(facts.status) : acting;
}

/**
 * Returns the epoch of a reactivation. The given day is the date of the first order and sets the payment day.
 */
export function epochFrom(day: Day, frequency: number, index: number): Epoch {
  return { fromIndex: index, baseMonth: monthOf(day), paymentDay: Number(day.slice(8)), frequency };
}

/** Returns the first three payment dates after the day of a payment. */
export function datesAfter(paidOn: Day, paymentDay: number, frequency: number): [Day, Day, Day] {
  const epoch = secondOrderEpoch(paidOn, paymentDay, frequency, 0);
  return [cycleDate(epoch, 0), cycleDate(epoch, 1), cycleDate(epoch, 2)];
}
