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
  existing: readonly { index: number; paymentDate: Day; status: OrderStatus }[];
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
 * Returns the orders to add so that three upcoming or skipped orders are after today. The list is empty if
 * there are enough. Dates that are today, past, or not after all existing orders are left out. An index is
 * never reused.
 */
export function planOrders({ today, nextIndex, epochs, existing, pausedUntil }: PlannerFacts): PlannedDate[] {
  const standing = existing.filter((order) => order.status !== 'void');
  const ahead = standing.filter(
    ({ status, paymentDate }) => (status === 'upcoming' || status === 'skipped') && paymentDate > today,
  );
  let index = existing.reduce((next, order) => Math.max(next, order.index + 1), nextIndex);
  let last = standing.reduce((latest, order) => maxDay(latest, order.paymentDate), today);
  const planned: PlannedDate[] = [];
  while (ahead.length + planned.length < UPCOMING_COUNT) {
    const next = nextPlanned(epochs, index, last, pausedUntil);
    planned.push(next);
    last = next.paymentDate;
    index = next.index + 1;
  }
  return planned;
}
