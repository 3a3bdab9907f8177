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

export const SHOWN_ORDER_STATUSES = ['upcoming', 'skipped', 'previous'] as const;
export type ShownOrderStatus = (typeof SHOWN_ORDER_STATUSES)[number];

export const SHIPMENT_STATUSES = ['preparing', 'packed', 'shipped', 'delivered'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export const SKIP_CUTOFF_DAYS = 2;

/** `begun`: its payment date was begun, whatever day the asker takes it to be. */
type PlannedOrder = { status: OrderStatus; paymentDate: Day; begun?: boolean };

/** The status people see: an order is previous from the start of its payment date, a skipped one stays skipped. */
export function shownOrderStatus(order: PlannedOrder, today: Day): ShownOrderStatus {
  if (order.status === 'skipped') return 'skipped';
  return order.status === 'upcoming' && today < order.paymentDate ? 'upcoming' : 'previous';
}

/** Whether an upcoming order is still to be changed: its payment date has not begun. A free product may ride in it. */
export function isChangeable(order: PlannedOrder, today: Day): boolean {
  return order.status === 'upcoming' && !order.begun && today < order.paymentDate;
}

/** The last day on which the order may be skipped or un-skipped. */
export function canSkipUntil(paymentDate: Day): Day {
  return addDays(paymentDate, -SKIP_CUTOFF_DAYS);
}

function changeSkip(order: PlannedOrder, today: Day): Verdict {
  if (today >= order.paymentDate) return refuse('ORDER_NOT_UPCOMING');
  return today <= canSkipUntil(order.paymentDate) ? allow : refuse('SKIP_TOO_LATE');
}

/** ORDER_NOT_UPCOMING or SKIP_TOO_LATE. Skipping a skipped order is allowed at any time: it changes nothing. */
export function canSkip(order: PlannedOrder, today: Day): Verdict {
  if (order.status === 'skipped') return allow;
  return order.status === 'upcoming' ? changeSkip(order, today) : refuse('ORDER_NOT_UPCOMING');
}

/** ORDER_NOT_UPCOMING or SKIP_TOO_LATE. Un-skipping an upcoming order is allowed: it changes nothing. */
export function canUnskip(order: PlannedOrder, today: Day): Verdict {
  if (shownOrderStatus(order, today) === 'upcoming') return allow;
  const isOpen = order.status === 'skipped' && !order.begun;
  return isOpen ? changeSkip(order, today) : refuse('ORDER_NOT_UPCOMING');
}

/** The first instant at which the box of this order can no longer change: 00:00 of the payment date. */
export function canChangeBoxUntil(paymentDate: Day): Date {
  return startOfDay(paymentDate);
}
