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

/**
 * `begun`: the payment date is recorded as begun. Such an order cannot change, even if `today` is earlier.
 */
type PlannedOrder = { status: OrderStatus; paymentDate: Day; begun?: boolean };

/**
 * Returns the status shown to subscribers. From the start of its payment date an order is `previous`. A
 * skipped order stays `skipped`.
 */
export function shownOrderStatus(order: PlannedOrder, today: Day): ShownOrderStatus {
  if (order.status === 'skipped') return 'skipped';
  return order.status === 'upcoming' && today < order.paymentDate ? 'upcoming' : 'previous';
}

/**
 * Whether an order is upcoming and its payment date has not begun. Such an order can change and have a free
 * product.
 */
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

/**
 * Whether an order can be skipped. Refuses with ORDER_NOT_UPCOMING or SKIP_TOO_LATE. An order that is already
 * skipped is allowed.
 */
export function canSkip(order: PlannedOrder, today: Day): Verdict {
  if (order.status === 'skipped') return allow;
  return order.status === 'upcoming' ? changeSkip(order, today) : refuse('ORDER_NOT_UPCOMING');
}

/**
 * Whether an order can be un-skipped. Refuses with ORDER_NOT_UPCOMING or SKIP_TOO_LATE. An order that is
 * already upcoming is allowed.
 */
export function canUnskip(order: PlannedOrder, today: Day): Verdict {
  if (shownOrderStatus(order, today) === 'upcoming') return allow;
  const isOpen = order.status === 'skipped' && !order.begun;
  return isOpen ? changeSkip(order, today) : refuse('ORDER_NOT_UPCOMING');
}

/** Returns the first instant at which the box of this order can no longer change: 00:00 of the payment date. */
export function canChangeBoxUntil(paymentDate: Day): Date {
  return startOfDay(paymentDate);
}

/** Returns the number of an order as people see and say it. */
export const orderNumberText = (orderNumber: number): string => `#${orderNumber}`;
