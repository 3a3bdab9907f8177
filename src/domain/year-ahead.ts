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

const isPaid = ({ state }: OrderAhead): boolean => state === 'upcoming' || state === 'planned';

/** Returns the payment dates of the orders that will be paid. */
export const paymentDaysOf = (orders: readonly OrderAhead[]): Day[] =>
  orders.filter(isPaid).map(({ paymentDate }) => paymentDate);

/** Returns the number of orders that will be paid and their sum in satang. */
export function sumOfYear(orders: readonly OrderAhead[]): { count: number; amount: Satang } {
  const paid = orders.filter(isPaid);
  return { count: paid.length, amount: paid.reduce((sum, { total }) => sum + total, 0) };
}

/** What a change does to the box of a date. `goes`: it is not paid any more, paid on another date, or not planned any more. */
export type BoxMark = 'stays' | 'comes' | 'goes' | 'costs';

export type MarkedBox = OrderAhead & { mark: BoxMark };

/** Compares the orders of the next twelve months before and after a change, date by date. */
export function compareYears(before: readonly OrderAhead[], after: readonly OrderAhead[]): MarkedBox[] {
  const days = [...new Set([...before, ...after].map(({ paymentDate }) => paymentDate))].toSorted();
  return days.flatMap((day) => {
    const was = before.find(({ paymentDate }) => paymentDate === day);
    const will = after.find(({ paymentDate }) => paymentDate === day);
    const shown = will ?? was;
    return shown ? [{ ...shown, mark: markOf(was, will) }] : [];
  });
}

function markOf(was: OrderAhead | undefined, will: OrderAhead | undefined): BoxMark {
  if (will === undefined) return 'goes';
  const before = was !== undefined && isPaid(was);
  const after = isPaid(will);
  if (before !== after) return after ? 'comes' : 'goes';
  return before && after && was.total !== will.total ? 'costs' : 'stays';
}
