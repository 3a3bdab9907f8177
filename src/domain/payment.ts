import type { BoxPrice } from './box';
import type { Day } from './day';
import { allow, refuse, type Verdict } from './errors';
import { MIN_CHARGE_SATANG, type Satang } from './money';
import type { OrderStatus } from './order';
import { pointsForBox } from './points';
import { codeDiscount, type CodeDiscount } from './referral';

/** Nothing is charged before this hour of the payment date, in Bangkok. */
export const CHARGE_HOUR = 9;

export const PAYMENT_STATUSES = ['pending', 'succeeded', 'failed', 'suspended', 'expired', 'void'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const SHOWN_PAYMENT_STATUSES = ['pending', 'success', 'fail', 'expired', 'suspended'] as const;
export type ShownPaymentStatus = (typeof SHOWN_PAYMENT_STATUSES)[number];

export const OPEN_ATTEMPT_STATUSES = ['created', 'sent', 'action_required', 'unknown'] as const;
export type OpenAttemptStatus = (typeof OPEN_ATTEMPT_STATUSES)[number];

export const ATTEMPT_STATUSES = [
  ...OPEN_ATTEMPT_STATUSES,
  'succeeded',
  'declined',
  'expired',
  'voided',
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/**
 * What became of a line of the bank's statement. duplicate and late: booked, and to be sent back by hand. The others
 * are not booked and are listed for the operator; doubtful: it may be a transfer that is booked already.
 */
export const BOOKED_TRANSFER_STATUSES = ['matched', 'duplicate', 'late'] as const;
export const UNBOOKED_TRANSFER_STATUSES = [
  'wrong_amount',
  'wrong_date',
  'unknown_reference',
  'doubtful',
] as const;
export const TRANSFER_STATUSES = [...BOOKED_TRANSFER_STATUSES, ...UNBOOKED_TRANSFER_STATUSES] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** Whether a transfer has become money of an order. */
export function isBooked(status: TransferStatus): boolean {
  return BOOKED_TRANSFER_STATUSES.some((booked) => booked === status);
}

/** Who asked for a charge. */
export const TRIGGERS = ['registration', 'reactivation', 'billing_run', 'retry', 'subscriber'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Whether an attempt uses up a rung of the retry ladder. */
export const COUNTS_ON_LADDER = {
  registration: false,
  reactivation: false,
  billing_run: true,
  retry: true,
  subscriber: false,
} as const satisfies Record<Trigger, boolean>;

/** Whether the outcome of an attempt is still to come; no second attempt may be made before it is. */
export function isOpenAttempt(status: AttemptStatus): status is OpenAttemptStatus {
  return OPEN_ATTEMPT_STATUSES.some((open) => open === status);
}

export type ShownPayment = { status: ShownPaymentStatus; reason: string | null };

/** What an attempt asks: a card, or whoever scans a QR code. */
export type AttemptSource = 'card' | 'promptpay';

/** Whether an attempt asks for money: open, and not a QR code that merely waits to be scanned. */
export function isUndecided({ status, source }: { status: AttemptStatus; source: AttemptSource }): boolean {
  return isOpenAttempt(status) && !(source === 'promptpay' && status === 'action_required');
}

/** The payment people see for an order; null before its payment date begins and for skipped, missed and void orders. */
export function shownPayment(facts: {
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus | null;
  reason: string | null;
  /** An attempt asks for the money now, whatever became of those before it. */
  isUnderWay: boolean;
  paymentDate: Day;
  today: Day;
}): ShownPayment | null {
  const { orderStatus, paymentStatus, reason, isUnderWay, paymentDate, today } = facts;
  const gaveUp = paymentStatus === 'suspended' || paymentStatus === 'expired';
  switch (orderStatus) {
    case 'skipped':
    case 'missed':
    case 'void':
      return null;
    case 'paid':
    case 'refunded':
      return { status: 'success', reason: null };
    case 'upcoming':
      return today >= paymentDate ? { status: 'pending', reason: null } : null;
    case 'charging':
    case 'awaiting_payment':
      if (isUnderWay) return { status: 'pending', reason: null };
      if (gaveUp) return { status: paymentStatus, reason };
      return paymentStatus === 'failed' ? { status: 'fail', reason } : { status: 'pending', reason: null };
    case 'unpaid':
      // A pending payment: asked to be paid by a link after all.
      if (isUnderWay || paymentStatus === 'pending') return { status: 'pending', reason: null };
      return { status: gaveUp ? paymentStatus : 'fail', reason };
  }
}

/** Satang. `deliveryFee` is null while the address is unknown. */
export type Totals = {
  currency: 'THB';
  listPrice: Satang;
  subscriptionDiscount: Satang;
  boxPrice: Satang;
  deliveryFee: Satang | null;
  codeDiscount: Satang;
  total: Satang;
  points: number;
};

/**
 * What an order costs. A code reduces box price + delivery; it is capped so that no rest between 0 and the smallest
 * possible charge remains. An unknown fee counts as 0 and the cap then waits until it is known.
 */
export function totals(order: {
  box: Pick<BoxPrice, 'listPrice' | 'subscriptionDiscount' | 'boxPrice'>;
  deliveryFee: Satang | null;
  code: CodeDiscount | null;
}): Totals {
  const { listPrice, subscriptionDiscount, boxPrice } = order.box;
  const base = boxPrice + (order.deliveryFee ?? 0);
  const wanted = order.code ? codeDiscount(order.code.kind, order.code.value, base) : 0;
  const rest = base - wanted;
  const isCapped = order.deliveryFee !== null && rest > 0 && rest < MIN_CHARGE_SATANG;
  const discount = isCapped ? Math.max(0, base - MIN_CHARGE_SATANG) : wanted;
  return {
    currency: 'THB',
    listPrice,
    subscriptionDiscount,
    boxPrice,
    deliveryFee: order.deliveryFee,
    codeDiscount: discount,
    total: base - discount,
    points: pointsForBox(boxPrice),
  };
}

/** What the same box costs from the second order on: a code is for the first one only. */
export function laterTotal({ total, codeDiscount }: Pick<Totals, 'total' | 'codeDiscount'>): Satang {
  return total + codeDiscount;
}

/**
 * Allows a charge only for the total that the subscriber was shown.
 * @param expected the total that was shown; undefined for callers that do not send it, who accept any total
 */
export function isAsShown(expected: Satang | undefined, total: Satang): Verdict {
  return expected === undefined || expected === total ? allow : refuse('TOTAL_CHANGED');
}
