import type { Day } from './day';
import { allow, refuse, type Verdict } from './errors';
import type { Satang } from './money';
import type { OrderStatus } from './order';

/** Nothing is charged before this hour (Bangkok) of the payment date. */
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
 * The status of a bank statement line. duplicate and late: booked, and to be refunded by hand. The others are not
 * booked and are listed for the operator; doubtful: may be a transfer that is already booked.
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

/** Whether a transfer is booked as money of an order. */
export function isBooked(status: TransferStatus): boolean {
  return BOOKED_TRANSFER_STATUSES.some((booked) => booked === status);
}

/** What triggered a charge. */
export const TRIGGERS = ['registration', 'reactivation', 'billing_run', 'retry', 'subscriber'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Whether an attempt counts on the retry schedule. */
export const COUNTS_AS_RETRY = {
  registration: false,
  reactivation: false,
  billing_run: true,
  retry: true,
  subscriber: false,
} as const satisfies Record<Trigger, boolean>;

/** Whether the outcome of an attempt is pending; no second attempt is allowed before it is known. */
export function isOpenAttempt(status: AttemptStatus): status is OpenAttemptStatus {
  return OPEN_ATTEMPT_STATUSES.some((open) => open === status);
}

export type ShownPayment = { status: ShownPaymentStatus; reason: string | null };

/** What an attempt uses: a card, or a QR code that is scanned. */
export type AttemptSource = 'card' | 'promptpay';

/** Whether an attempt is a pending charge: open, and not a QR code that waits to be scanned. */
export function isUnresolved({ status, source }: { status: AttemptStatus; source: AttemptSource }): boolean {
  return isOpenAttempt(status) && !(source === 'promptpay' && status === 'action_required');
}

/**
 * Returns the payment shown for an order; null before its payment date begins and for skipped, missed and void orders.
 */
export function shownPayment(facts: {
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus | null;
  reason: string | null;
  /** A charge attempt is in progress, whatever the results of earlier attempts. */
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
      // A pending payment: the subscriber requested a link after the decline.
      if (isUnderWay || paymentStatus === 'pending') return { status: 'pending', reason: null };
      return { status: gaveUp ? paymentStatus : 'fail', reason };
  }
}

/**
 * Allows a charge only for the total that the subscriber was shown.
 * @param expected the total shown; undefined if the caller accepts any total
 */
export function isAsShown(expected: Satang | undefined, total: Satang): Verdict {
  return expected === undefined || expected === total ? allow : refuse('TOTAL_CHANGED');
}
