import { maxDay, type Day } from './day';
import type { OrderStatus } from './order';
import { cycleDate, epochFor, type Epoch } from './schedule';

export const UPCOMING_COUNT = 3;

/** An order to be created. `skipped`: the subscriber skipped the date before an order was planned for it. */
export type PlannedDate = { index: number; paymentDate: Day; skipped: boolean };

export type PlannerFacts = {
  today: Day;
  nextIndex: number;
  epochs: readonly Epoch[];
  existing: readonly { index: number; paymentDate: Day; status: OrderStatus }[];
};

/** Returns the first order with at least this index whose payment date is after a day. */
export function nextPlanned(epochs: readonly Epoch[], fromIndex: number, after: Day): PlannedDate {
  for (let index = fromIndex; ; index++) {
    const epoch = epochFor(epochs, index);
    const paymentDate = cycleDate(epoch, index);
    if (paymentDate > after)
      return { index, paymentDate, skipped: epoch.skips?.includes(paymentDate) ?? false };
  }
}

/**
 * Returns the orders to add so that three upcoming or skipped orders are after today. The list is empty if
 * there are enough. Dates that are today, past, or not after all existing orders are left out. An index is
 * never reused.
 */
export function planOrders({ today, nextIndex, epochs, existing }: PlannerFacts): PlannedDate[] {
  const standing = existing.filter((order) => order.status !== 'void');
  const ahead = standing.filter(
    ({ status, paymentDate }) => (status === 'upcoming' || status === 'skipped') && paymentDate > today,
  );
  let index = existing.reduce((next, order) => Math.max(next, order.index + 1), nextIndex);
  let last = standing.reduce((latest, order) => maxDay(latest, order.paymentDate), today);
  const planned: PlannedDate[] = [];
  while (ahead.length + planned.length < UPCOMING_COUNT) {
    const next = nextPlanned(epochs, index, last);
    planned.push(next);
    last = next.paymentDate;
    index = next.index + 1;
  }
  return planned;
}
