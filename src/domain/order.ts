import { addDays, startOfDay, type Day } from './day';
import { allow, refuse, type Verdict } from './errors';

export const ORDER_STATUSES = [
  'upcoming',
  'skipped',
  'charging',
  'awaiting_payment',
  'paid',
  'unpaid',
  'void',
  'missed',
  'refunded',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export type OrderKind = 'first' | 'reactivation' | 'renewal';

export const SHOWN_ORDER_STATUSES = ['upcoming', 'skipped', 'previous'] as const;
export type ShownOrderStatus = (typeof SHOWN_ORDER_STATUSES)[number];

export const SHIPMENT_STATUSES = ['preparing', 'packed', 'shipped', 'delivered'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export const SKIP_CUTOFF_DAYS = 2;

/** `begun`: its payment date has begun, whatever day the caller assumes. */
type PlannedOrder = { status: OrderStatus; paymentDate: Day; begun?: boolean };

/**
 * Returns the status shown to subscribers. An order is previous from the start of its payment date; a skipped order
 * stays skipped.
 */
export function shownOrderStatus(order: PlannedOrder, today: Day): ShownOrderStatus {
  if (order.status === 'skipped') return 'skipped';
  return order.status === 'upcoming' && today < order.paymentDate ? 'upcoming' : 'previous';
}

/** Whether an upcoming order can still be changed and carry a free product: its payment date has not begun. */
export function isChangeable(order: PlannedOrder, today: Day): boolean {
  return order.status === 'upcoming' && !order.begun && today < order.paymentDate;
}

/** Returns the last day on which the order can be skipped or un-skipped. */
export function canSkipUntil(paymentDate: Day): Day {
  return addDays(paymentDate, -SKIP_CUTOFF_DAYS);
}

function changeSkip(order: PlannedOrder, today: Day): Verdict {
  if (today >= order.paymentDate) return refuse('ORDER_NOT_UPCOMING');
  return today <= canSkipUntil(order.paymentDate) ? allow : refuse('SKIP_TOO_LATE');
}

/** Returns ORDER_NOT_UPCOMING or SKIP_TOO_LATE. Skipping a skipped order is always allowed and changes nothing. */
export function canSkip(order: PlannedOrder, today: Day): Verdict {
  if (order.status === 'skipped') return allow;
  return order.status === 'upcoming' ? changeSkip(order, today) : refuse('ORDER_NOT_UPCOMING');
}

/** Returns ORDER_NOT_UPCOMING or SKIP_TOO_LATE. Un-skipping an upcoming order is allowed and changes nothing. */
export function canUnskip(order: PlannedOrder, today: Day): Verdict {
  if (shownOrderStatus(order, today) === 'upcoming') return allow;
  const isOpen = order.status === 'skipped' && !order.begun;
  return isOpen ? changeSkip(order, today) : refuse('ORDER_NOT_UPCOMING');
}

/** Returns the first instant at which the box of this order can no longer change: 00:00 of the payment date. */
export function canChangeBoxUntil(paymentDate: Day): Date {
  return startOfDay(paymentDate);
}
