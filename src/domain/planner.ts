import { maxDay, type Day } from './day';
import type { OrderStatus } from './order';
import { cycleDateFor, type Epoch } from './schedule';

export const UPCOMING_COUNT = 3;

export type PlannedDate = { index: number; paymentDate: Day };

export type PlannerFacts = {
  today: Day;
  nextIndex: number;
  epochs: readonly Epoch[];
  existing: readonly { index: number; paymentDate: Day; status: OrderStatus }[];
};

/**
 * The orders to add so that three upcoming or skipped ones lie after today. Asking again after adding them answers
 * none. Dates that are today, past or not after the orders that stand are left out; an index is never used twice.
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
    const paymentDate = cycleDateFor(epochs, index);
    if (paymentDate > last) {
      planned.push({ index, paymentDate });
      last = paymentDate;
    }
    index += 1;
  }
  return planned;
}
