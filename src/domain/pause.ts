import { addMonths, type Day } from './day';
import { allow, refuse, type Verdict } from './errors';
import type { OrderAhead } from './year-ahead';
import { canSkipUntil, type OrderStatus } from './order';
import { isInPause, nextPlanned } from './planner';
import { freshIndex, ordersAhead, type ScheduleFacts } from './reschedule';

export const PAUSE_MAX_MONTHS = 6;

/** Returns the latest day until which a subscription can be paused. */
export function lastPauseDay(today: Day): Day {
  return addMonths(today, PAUSE_MAX_MONTHS);
}

/** Refuses a day before tomorrow or more than six months ahead with DATE_OUT_OF_RANGE. */
export function canPauseUntil(day: Day, today: Day): Verdict {
  return day > today && day <= lastPauseDay(today) ? allow : refuse('DATE_OUT_OF_RANGE');
}

/**
 * Returns the boxes with which deliveries can resume after a pause, soonest first, and how many boxes before it the
 * pause skips. The first box that can still be skipped is not among them: a pause until it would skip nothing.
 * @param year the orders of the next twelve months, by date
 */
export function boxesToResume(
  year: readonly Pick<OrderAhead, 'paymentDate' | 'state'>[],
  today: Day,
): { day: Day; skips: number }[] {
  const open = year.filter(
    ({ paymentDate, state }) => state !== 'skipped' && today <= canSkipUntil(paymentDate),
  );
  return open.flatMap(({ paymentDate }, skips) =>
    skips > 0 && canPauseUntil(paymentDate, today).allowed ? [{ day: paymentDate, skips }] : [],
  );
}

/** A change of an order by a pause or its end. `paused`: the pause skips the order, not the subscriber. */
export type PauseChange = { id: string; from: OrderStatus; to: 'upcoming' | 'skipped'; paused: boolean };

/**
 * Returns the order changes of a pause until a day, or of the end of a pause (`until` null). An upcoming order
 * before that day is skipped until its cut-off. An order that the present pause skips and the new one does not
 * becomes upcoming until its cut-off. Afterwards it stays skipped. An order that the subscriber skipped does
 * not change.
 */
export function pauseOrders(
  facts: Pick<ScheduleFacts, 'orders' | 'today'>,
  until: Day | null,
): PauseChange[] {
  return ordersAhead(facts).flatMap(({ id, status, paymentDate, paused }): PauseChange[] => {
    const isCovered = isInPause(paymentDate, until);
    const isChangeable = facts.today <= canSkipUntil(paymentDate);
    if (status === 'upcoming')
      return isCovered && isChangeable ? [{ id, from: status, to: 'skipped', paused: true }] : [];
    if (!paused || isCovered) return [];
    return [{ id, from: status, to: isChangeable ? 'upcoming' : 'skipped', paused: false }];
  });
}

/** Returns the next payment date that is not skipped. It can be after the three planned orders. */
export function nextPaymentDate(facts: ScheduleFacts): Day {
  const ahead = ordersAhead(facts);
  const upcoming = ahead.find(({ status }) => status === 'upcoming');
  if (upcoming) return upcoming.paymentDate;
  const { epochs, pausedUntil } = facts;
  const last = ahead.at(-1)?.paymentDate ?? facts.today;
  let next = nextPlanned(epochs, freshIndex(facts), last, pausedUntil);
  while (next.skipped) next = nextPlanned(epochs, next.index + 1, next.paymentDate, pausedUntil);
  return next.paymentDate;
}
