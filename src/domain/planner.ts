import { maxDay, type Day } from './day';
import type { OrderStatus } from './order';
import { cycleDate, epochFor, type Epoch } from './schedule';

export const UPCOMING_COUNT = 3;

/**
 * An order to be created. `skipped`: the subscriber skipped the date before an order was planned for it, or the
 * date is in a pause. `paused`: only the pause skips the order.
 */
export type PlannedDate = { index: number; paymentDate: Day; skipped: boolean; paused?: true };

export type PlannerFacts = {
  today: Day;
  nextIndex: number;
  epochs: readonly Epoch[];
  /** `isOrderedNow`: the order was ordered now and is not paid yet. */
  existing: readonly { index: number; paymentDate: Day; status: OrderStatus; isOrderedNow?: boolean }[];
  /** The first day after the pause; null or omitted without a pause. */
  pausedUntil?: Day | null;
};

/**
 * Returns the first order with at least this index whose payment date is after a day. An order before
 * `pausedUntil` is skipped.
 */
export function nextPlanned(
  epochs: readonly Epoch[],
  fromIndex: number,
  after: Day,
  pausedUntil?: Day | null,
): PlannedDate {
  for (let index = fromIndex; ; index++) {
    const epoch = epochFor(epochs, index);
    const paymentDate = cycleDate(epoch, index);
    if (paymentDate <= after) continue;
    const isSkipped = epoch.skips?.includes(paymentDate) ?? false;
    const isPaused = !isSkipped && isInPause(paymentDate, pausedUntil);
    return { index, paymentDate, skipped: isSkipped || isPaused, ...(isPaused ? { paused: true } : {}) };
  }
}

/** Whether a payment date is before the end of the pause. */
export function isInPause(paymentDate: Day, pausedUntil: Day | null | undefined): boolean {
  return typeof pausedUntil === 'string' && paymentDate < pausedUntil;
}

/**
 * Returns the orders to add so that three upcoming or skipped orders are after today. An order that was ordered now and
 * is not paid yet counts as one of them, because it returns to its planned date if it is not paid. The list is empty if
 * there are enough.
 */
export function planOrders(facts: PlannerFacts): PlannedDate[] {
  const ahead = facts.existing.filter(
    ({ status, paymentDate, isOrderedNow }) =>
      isOrderedNow || ((status === 'upcoming' || status === 'skipped') && paymentDate > facts.today),
  );
  return planWhile(facts, (_, count) => ahead.length + count < UPCOMING_COUNT);
}

/** Returns the orders that `planOrders` will add up to a day, if nothing changes until then. */
export function planThrough(facts: PlannerFacts, lastDay: Day): PlannedDate[] {
  return planWhile(facts, ({ paymentDate }) => paymentDate <= lastDay);
}

/**
 * Returns the next orders after all existing ones, as long as they are wanted. Dates that are today, past, or not
 * after all existing orders are left out. An index is never reused.
 * @param isWanted receives an order and the number of orders before it
 */
function planWhile(
  { today, nextIndex, epochs, existing, pausedUntil }: PlannerFacts,
  isWanted: (next: PlannedDate, count: number) => boolean,
): PlannedDate[] {
  const index = existing.reduce((next, order) => Math.max(next, order.index + 1), nextIndex);
  const last = existing
    .filter((order) => order.status !== 'void')
    .reduce((latest, order) => maxDay(latest, order.paymentDate), today);
  const planned: PlannedDate[] = [];
  let next = nextPlanned(epochs, index, last, pausedUntil);
  while (isWanted(next, planned.length)) {
    planned.push(next);
    next = nextPlanned(epochs, next.index + 1, next.paymentDate, pausedUntil);
  }
  return planned;
}
