import { addDays, maxDay, type Day } from './day';
import { allow, refuse, type Verdict } from './errors';
import { canSkipUntil, isChangeable, type OrderStatus } from './order';
import { plannedDate, type ScheduledOrder } from './reschedule';

/** The largest distance in days of a moved order from its planned date. */
export const MOVE_MAX_DAYS = 20;

/**
 * Whether an order can be moved: it is upcoming and its cut-off has not passed. Refuses with
 * ORDER_NOT_UPCOMING or MOVE_TOO_LATE.
 */
export function canMove(
  order: { status: OrderStatus; paymentDate: Day; begun?: boolean },
  today: Day,
): Verdict {
  if (!isChangeable(order, today)) return refuse('ORDER_NOT_UPCOMING');
  return today <= canSkipUntil(order.paymentDate) ? allow : refuse('MOVE_TOO_LATE');
}

type DatedOrder = Pick<ScheduledOrder, 'paymentDate' | 'movedFrom'>;

/**
 * Returns the first and the last day to which an order can be moved: from tomorrow, at most 20 days from its
 * planned date, and strictly between the orders before and after it.
 * @param ahead the orders that can still change, soonest first
 */
export function moveRange(
  order: DatedOrder,
  ahead: readonly DatedOrder[],
  today: Day,
): { from: Day; until: Day } {
  const planned = plannedDate(order);
  const before = ahead.findLast(({ paymentDate }) => paymentDate < order.paymentDate);
  const after = ahead.find(({ paymentDate }) => paymentDate > order.paymentDate);
  const earliest = addDays(maxDay(today, before?.paymentDate ?? today), 1);
  const latest = addDays(planned, MOVE_MAX_DAYS);
  const beforeNext = after ? addDays(after.paymentDate, -1) : latest;
  return {
    from: maxDay(earliest, addDays(planned, -MOVE_MAX_DAYS)),
    until: beforeNext < latest ? beforeNext : latest,
  };
}

/** Refuses a day outside the range with DATE_OUT_OF_RANGE. */
export function canMoveTo({ from, until }: { from: Day; until: Day }, day: Day): Verdict {
  return day >= from && day <= until ? allow : refuse('DATE_OUT_OF_RANGE');
}
