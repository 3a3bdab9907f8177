import type { Day } from './day';
import { reasonOf, type DeclineReason } from './decline';
import type { ErrorCode } from './error-kinds';
import type { Satang } from './money';
import type { ShownPaymentStatus } from './payment';
import { isCharged, type PaymentMethod } from './subscription';

/**
 * What a screen knows of a payment. The screen that asked and the screen that opens later show the same.
 * - `paid`, `done`: the request was carried out, with or without a charge.
 * - `confirm`, `link`: the payment goes on at the bank's page, or at the page of a payment link.
 * - `checking`: a charge has no known outcome yet. `lost`: the request got no response.
 * - `declined`: nothing was charged. `isKept`: the new card was saved all the same.
 * - `total`: nothing was charged, because another total is due than the screen showed.
 * - `over`: nothing is due any more. Another window or device was quicker.
 * - `refused`: another rule refused the request.
 */
export type PayState =
  | { is: 'paid'; receiveBy: Day | null }
  | { is: 'done' | 'checking' | 'lost' | 'over' }
  | { is: 'confirm' | 'link'; url: string }
  | { is: 'declined'; reason: DeclineReason; isKept: boolean }
  | { is: 'total'; shown: Satang; total: Satang }
  | { is: 'refused'; message: string };

/** The parts of a response that tell what became of a payment. */
export interface PayAnswer {
  charge?:
    | { outcome: 'paid'; receiveBy?: Day }
    | { outcome: 'action_required'; authorizeUri: string }
    | { outcome: 'pending' }
    | { outcome: 'declined'; reason: string }
    | null
    | undefined;
  paymentUrl?: string | null | undefined;
  /** Whether the request has saved a card, also if its charge was declined. */
  isKept?: boolean;
}

/** Returns the state of a payment after a response. */
export function stateOfAnswer({ charge, paymentUrl, isKept = false }: PayAnswer): PayState {
  switch (charge?.outcome) {
    case 'paid':
      return { is: 'paid', receiveBy: charge.receiveBy ?? null };
    case 'action_required':
      return { is: 'confirm', url: charge.authorizeUri };
    case 'pending':
      return { is: 'checking' };
    case 'declined':
      return { is: 'declined', reason: reasonOf(charge.reason), isKept };
    case undefined:
      return paymentUrl ? { is: 'link', url: paymentUrl } : { is: 'done' };
  }
}

const OVER: ReadonlySet<ErrorCode> = new Set(['NOTHING_TO_PAY', 'PAID_TODAY', 'NOT_REACTIVATABLE']);

/**
 * Returns the state of a payment after an error.
 * @param refusal its code is null if the request got no response
 * @param shown the total that the screen showed
 * @param message the text of an error that has no state of its own
 */
export function stateOfRefusal(
  refusal: { code: ErrorCode | null; reason: string | null; data: unknown },
  shown: Satang,
  message: string,
): PayState {
  const { code, reason, data } = refusal;
  if (code === null) return { is: 'lost' };
  if (code === 'PAYMENT_PENDING') return { is: 'checking' };
  if (code === 'CARD_DECLINED') return { is: 'declined', reason: reasonOf(reason), isKept: false };
  if (code === 'TOTAL_CHANGED') return { is: 'total', shown, total: (data as { total: Satang }).total };
  return OVER.has(code) ? { is: 'over' } : { is: 'refused', message };
}

/** Returns the state of an open or declined card payment that a screen finds when it opens. Null: neither. */
export function stateOfPayment(payment: {
  method: PaymentMethod;
  status: ShownPaymentStatus | 'action_required';
  authorizeUri: string | null;
  reason: string | null;
  /** The day on which the card will be charged automatically. The bank is not asked before. */
  nextTryOn?: Day | null;
}): PayState | null {
  const { method, status, authorizeUri, reason, nextTryOn = null } = payment;
  if (!isCharged(method)) return null;
  if (status === 'fail') return stateOfDecline(reason);
  if (status !== 'pending' && status !== 'action_required') return null;
  if (nextTryOn !== null) return null;
  return authorizeUri === null ? { is: 'checking' } : { is: 'confirm', url: authorizeUri };
}

/** Returns the state of a request whose charge was declined. Null is the generic reason. */
export function stateOfDecline(reason: string | null): PayState {
  return { is: 'declined', reason: reasonOf(reason), isKept: false };
}
