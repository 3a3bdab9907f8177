import { addMonths, type Day } from './day';
import type { Satang } from './money';
import type { OrderStatus } from './order';

export const YEAR_AHEAD_STATES = ['upcoming', 'skipped', 'paused', 'planned'] as const;

/**
 * An order of the next twelve months. `planned`: the planner will add the order later. A planned order that is
 * already skipped or in a pause is `skipped` or `paused`.
 */
export interface OrderAhead {
  paymentDate: Day;
  state: (typeof YEAR_AHEAD_STATES)[number];
  /** The total in satang that is charged unless the order is skipped. */
  total: Satang;
}

/** Returns the last day of the next twelve months. */
export const lastDayAhead = (today: Day): Day => addMonths(today, 12);

interface AheadFacts {
  today: Day;
  existing: readonly { paymentDate: Day; status: OrderStatus; paused: boolean; total: Satang }[];
  /** The orders that the planner will add. */
  planned: readonly { paymentDate: Day; status: OrderStatus; paused?: true; total: Satang }[];
}

/** Returns the orders after today and within twelve months, by date. */
export function listYearAhead({ today, existing, planned }: AheadFacts): OrderAhead[] {
  const isAhead = ({ paymentDate, status }: { paymentDate: Day; status: OrderStatus }) =>
    (status === 'upcoming' || status === 'skipped') &&
    paymentDate > today &&
    paymentDate <= lastDayAhead(today);
  const toAhead = (
    order: AheadFacts['planned'][number] | AheadFacts['existing'][number],
    open: 'upcoming' | 'planned',
  ) => ({
    paymentDate: order.paymentDate,
    state: order.status === 'upcoming' ? open : order.paused ? ('paused' as const) : ('skipped' as const),
    total: order.total,
  });
  return [
    ...existing.filter(isAhead).map((order) => toAhead(order, 'upcoming')),
    ...planned.filter(isAhead).map((order) => toAhead(order, 'planned')),
  ].toSorted((a, b) => a.paymentDate.localeCompare(b.paymentDate));
}
