import { dayOf, hourOf, type Day } from './day';
import { reasonOf, type DeclineReason } from './decline';
import { allow, refuse, type Verdict } from './errors';
import type { Satang } from './money';
import type { OrderStatus } from './order';

/** The hour of the payment date, in Bangkok time, at which charging starts. */
export const CHARGE_HOUR = 9;

/**
 * Returns the earliest instant at or after `instant` at which an automatic charge may be made or a payment link may
 * be sent: from 09:00 until midnight in Bangkok. A payment that a subscriber requests at a screen does not wait.
 */
export function chargeableFrom(instant: Date): Date {
  const opensAt = hourOf(dayOf(instant), CHARGE_HOUR);
  return instant < opensAt ? opensAt : instant;
}

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
 * The statuses of booked transfers. An operator has to refund a `duplicate` or `late` transfer, and a `returned` one, which
 * the staff chose to give back. Transfers
 * with the other statuses are listed for an operator. `doubtful`: the transfer may already be booked.
 */
export const BOOKED_TRANSFER_STATUSES = ['matched', 'duplicate', 'late', 'returned'] as const;
export const UNBOOKED_TRANSFER_STATUSES = [
  'wrong_amount',
  'wrong_date',
  'unknown_reference',
  'doubtful',
] as const;
export const TRANSFER_STATUSES = [...BOOKED_TRANSFER_STATUSES, ...UNBOOKED_TRANSFER_STATUSES] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** Whether a transfer is booked as a payment of an order. */
export function isBooked(status: TransferStatus): boolean {
  return BOOKED_TRANSFER_STATUSES.some((booked) => booked === status);
}

/** The events that can start a charge. */
export const TRIGGERS = [
  'registration',
  'reactivation',
  'order_now',
  'billing_run',
  'retry',
  'subscriber',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Whether a charge with this trigger uses one attempt of the retry schedule (`RETRY_DAYS`). */
export const COUNTS_AS_RETRY = {
  registration: false,
  reactivation: false,
  order_now: false,
  billing_run: true,
  retry: true,
  subscriber: false,
} as const satisfies Record<Trigger, boolean>;

/** Whether a charge attempt is open: its final outcome is not known. No second attempt is allowed then. */
export function isOpenAttempt(status: AttemptStatus): status is OpenAttemptStatus {
  return OPEN_ATTEMPT_STATUSES.some((open) => open === status);
}

export type ShownPayment = { status: ShownPaymentStatus; reason: DeclineReason | null };

/**
 * The means of payment of an attempt: a card, or a QR code (PromptPay). A payment in a banking app or a wallet has the
 * source of a QR code, because the same rules apply: it waits for its payer and blocks nothing (`PayApp` names the app).
 */
export type AttemptSource = 'card' | 'promptpay';

/** Whether an attempt is open. An open QR code that only waits for its payment does not count. */
export function isUnresolved({ status, source }: { status: AttemptStatus; source: AttemptSource }): boolean {
  return isOpenAttempt(status) && !(source === 'promptpay' && status === 'action_required');
}

/**
 * Returns the payment shown for an order. Null before its payment date begins, and for skipped, missed and
 * void orders.
 */
export function shownPayment(facts: {
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus | null;
  reason: string | null;
  /** Whether a charge attempt is in progress. The results of earlier attempts do not matter. */
  isUnderWay: boolean;
  paymentDate: Day;
  today: Day;
}): ShownPayment | null {
  const { orderStatus, paymentStatus, isUnderWay, paymentDate, today } = facts;
  const reason = facts.reason === null ? null : reasonOf(facts.reason);
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
      // The payment is pending because the subscriber requested a link after the decline.
      if (isUnderWay || paymentStatus === 'pending') return { status: 'pending', reason: null };
      return { status: gaveUp ? paymentStatus : 'fail', reason };
  }
}

/**
 * Refuses with TOTAL_CHANGED if the total differs from the total that the subscriber saw.
 * @param expected the total on the screen; undefined if the caller accepts any total
 */
export function isAsShown(expected: Satang | undefined, total: Satang): Verdict {
  return expected === undefined || expected === total ? allow : refuse('TOTAL_CHANGED');
}
