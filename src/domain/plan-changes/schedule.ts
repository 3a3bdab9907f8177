import type { ReasonGroup } from '../cancel-offer';
import { canChangeFrequencyAfter, changeFrequency as reschedule } from '../change-frequency';
import { changePaymentDay as moveAll } from '../change-payment-day';
import { dayOf, type Day } from '../day';
import { join } from '../lifecycle/changes';
import { touch } from '../lifecycle/subscriptions';
import { canPauseUntil, pauseOrders } from '../pause';
import { ordersAhead, type ScheduleFacts } from '../reschedule';
import type { Frequency } from '../subscription';
import type { Decision, PlanFacts } from './decision';

/** Returns the present schedule of a subscription. */
export function scheduleOf({
  now,
  subscription: { nextIndex, pausedUntil },
  subscriber: { epochs, orders },
}: {
  now: Date;
  subscription: Pick<PlanFacts['subscription'], 'nextIndex' | 'pausedUntil'>;
  subscriber: Pick<ScheduleFacts, 'epochs' | 'orders'>;
}): ScheduleFacts {
  return { today: dayOf(now), nextIndex, epochs, orders, pausedUntil };
}

/**
 * Changes the number of months between orders, and with it the day of the month if one is given.
 * @param input `after`: the upcoming payment date after which the new frequency starts. `offeredFor`: the reason
 *   group of the offer that the subscriber accepts
 */
export function changeFrequency(
  facts: PlanFacts,
  {
    frequency,
    after,
    paymentDay,
    offeredFor,
  }: { frequency: Frequency; after: Day; paymentDay?: number; offeredFor?: ReasonGroup },
): Decision {
  const { frequency: from } = facts.subscription;
  const schedule = scheduleOf(facts);
  const inRange = canChangeFrequencyAfter(ordersAhead(schedule), after);
  if (!inRange.allowed) return inRange;
  const plan = reschedule({ ...schedule, frequency: from }, { frequency, after, paymentDay });
  const day = paymentDay === undefined ? {} : { paymentDay };
  return (
    plan && {
      detail: { from, to: frequency, after, ...day },
      changes: {},
      schedule: { plan, requested: { frequency, ...day } },
      ...(offeredFor && { accepted: { kind: 'frequency', group: offeredFor } }),
    }
  );
}

/** Changes the day of the month on which orders are paid (1 to 31), from the next order that is not skipped on. */
export function changePaymentDay(facts: PlanFacts, { paymentDay }: { paymentDay: number }): Decision {
  const { paymentDay: from } = facts.subscription;
  if (from === paymentDay) return null;
  const plan = moveAll(scheduleOf(facts), paymentDay);
  return {
    detail: { from, to: paymentDay },
    changes: {},
    schedule: { plan, requested: { paymentDay } },
  };
}

/**
 * Pauses a subscription until a day. Skips the orders before that day whose cut-off has not passed. A pause in
 * progress gets the new end.
 * @param input `until`: the first day after the pause, from tomorrow to six months ahead. `offeredFor`: the reason
 *   group of the offer that the subscriber accepts
 */
export function pause(
  facts: PlanFacts,
  { until, offeredFor }: { until: Day; offeredFor?: ReasonGroup },
): Decision {
  const inRange = canPauseUntil(until, dayOf(facts.now));
  if (!inRange.allowed) return inRange;
  const paused = changePause(facts, until);
  return paused && { ...paused, ...(offeredFor && { accepted: { kind: 'pause', group: offeredFor } }) };
}

/** Ends a pause. The orders that the pause skips become upcoming if their cut-off has not passed. */
export function resume(facts: PlanFacts): Decision {
  return changePause(facts, null);
}

function changePause({ now, subscription, subscriber }: PlanFacts, until: Day | null) {
  const orders = pauseOrders({ orders: subscriber.orders, today: dayOf(now) }, until);
  const from = subscription.pausedUntil;
  if (from === until && orders.length === 0) return null;
  const detail = { from, until, orders: orders.length };
  return { detail, changes: join({ orders }, touch(subscription, { pausedUntil: until })) };
}
