import { dayOf, type Day } from './day';
import { reasonOf, type DeclineReason } from './decline';
import { DAY_MS, MINUTE_MS } from './duration';
import type { Satang } from './money';
import { isOpenAttempt, type AttemptStatus, type PaymentStatus, type Trigger } from './payment';
import { lastRetryAt, nextRetry } from './retry';
import { isPayable, settleMoney, type MoneyFacts, type MoneySettlement } from './settlement-money';
import type { PaymentMethod } from './subscription';

/**
 * The gateway's result of one charge attempt. `unknown`: money may have moved. `not_sent`: certainly none did.
 * `pending`: the gateway has the charge and has not decided.
 */
export type ChargeOutcome =
  | { kind: 'succeeded'; chargeId: string; amount: Satang; paidAt: Date }
  | { kind: 'declined'; chargeId: string | null; code: string; adviseNoRetry?: boolean }
  | { kind: 'action_required'; chargeId: string; authorizeUri: string }
  | { kind: 'pending'; chargeId: string }
  | { kind: 'expired'; chargeId: string }
  | { kind: 'unknown'; why: string }
  | { kind: 'not_sent'; why: string };

/** The facts that decide a settlement, read after locking the rows that it changes. */
export interface SettlementFacts extends MoneyFacts {
  attemptStatus: AttemptStatus;
  trigger: Trigger;
  paymentStatus: PaymentStatus;
  /** Scheduled attempts so far, including this one if its trigger counts. */
  rungsUsed: number;
  paymentDate: Day;
  now: Date;
  /** The day of this attempt. */
  sentOn?: Day;
  /** When the next automatic charge is planned; a subscriber's own attempt does not change it. */
  plannedAt?: Date | null;
  /**
   * Until when the payment stays open after the last retry: waiting for another card, or for an abandoned 3-D Secure
   * challenge.
   */
  heldUntil?: Date | null;
  /** How this attempt collects money; by default a card. */
  method?: PaymentMethod;
}

/**
 * The decision about an outcome. Every settlement except ignore, abandon and the waits closes the attempt (see
 * `closedAs`; `unseen`: as voided).
 */
export type Settlement =
  | MoneySettlement
  /** The attempt stays open; only the gateway can close it. */
  | { kind: 'wait_unknown'; why: string }
  /** The QR code was never shown and can't be paid: the attempt is closed and another code may be created. */
  | { kind: 'unseen'; why: string }
  /** The attempt stays open until the payer acts; after the deadline the gateway is requested to expire it. */
  | { kind: 'wait_action'; deadline: Date }
  /**
   * The charge is no longer needed: the gateway is requested to expire it, and the attempt stays open until it responds.
   */
  | { kind: 'abandon' }
  /** The attempt ends and nothing else changes. */
  | { kind: 'close'; reason: DeclineReason }
  | { kind: 'retry'; at: Date; retryIndex: number; reason: DeclineReason }
  /** The registration stays open for another payment attempt. */
  | { kind: 'decline_first'; reason: DeclineReason }
  | { kind: 'void_reactivation'; reason: DeclineReason }
  /** The order becomes unpaid because a newer one replaced it; the subscription does not change. */
  | { kind: 'supersede'; reason: DeclineReason }
  /** The retries have ended: order unpaid, payment suspended, subscription inactive. */
  | { kind: 'suspend'; reason: DeclineReason }
  /** The subscriber must choose another card. Without one, the payment is suspended at `endsAt`. */
  | { kind: 'hold_for_card'; reason: DeclineReason; endsAt: Date }
  /** Certainly not charged: may be sent again at once and uses no retry. The order of a reactivation becomes void. */
  | { kind: 'not_sent'; why: string; voidsOrder: boolean };

/** Whether a 3-D Secure challenge expired because the payer just abandoned it to pay another way. */
export function wasAbandoned(
  { kind }: ChargeOutcome,
  { abandonedAt, now }: { abandonedAt: Date | null; now: Date },
): boolean {
  const isRecent =
    abandonedAt !== null && now.getTime() - abandonedAt.getTime() <= ACTION_MINUTES * MINUTE_MS;
  return kind === 'expired' && isRecent;
}

/**
 * After this time in an unpaid 3-D Secure challenge another card may be charged, even if the gateway cannot expire the
 * first charge.
 */
export const ACTION_MINUTES = 20;

/**
 * Decides the settlement of an outcome for one order. It is pure, so that response, webhook and reconciliation cannot
 * disagree.
 */
export function decide(outcome: ChargeOutcome, facts: SettlementFacts): Settlement {
  if (outcome.kind === 'succeeded') return settleMoney(outcome.amount, facts);
  if (!isOpenAttempt(facts.attemptStatus)) return { kind: 'ignore' };
  switch (outcome.kind) {
    case 'declined':
      return settleDecline(outcome.code, outcome.adviseNoRetry ?? false, facts);
    case 'expired':
      return settleDecline('timeout', false, facts);
    case 'action_required':
      return settleAction(facts);
    case 'pending':
      return settlePending(facts);
    case 'unknown':
      return settleUnknown(outcome.why, facts);
    case 'not_sent':
      return settleNotSent(outcome.why, facts);
  }
}

/** Returns the status of an attempt that a settlement closes; null if it stays open. */
export function closedAs(outcome: ChargeOutcome): AttemptStatus | null {
  switch (outcome.kind) {
    case 'succeeded':
      return 'succeeded';
    case 'declined':
      return 'declined';
    case 'expired':
      return 'expired';
    case 'not_sent':
      return 'voided';
    case 'action_required':
    case 'pending':
    case 'unknown':
      return null;
  }
}

function settleDecline(code: string, adviseNoRetry: boolean, facts: SettlementFacts): Settlement {
  const reason = reasonOf(code);
  const isBeingCharged = facts.orderStatus === 'charging' || facts.orderStatus === 'awaiting_payment';
  // An expired QR code leaves its payment link open: only the deadline of the link ends the payment.
  if (!isBeingCharged || facts.method === 'offline' || facts.orderAlreadyKept)
    return { kind: 'close', reason };
  if (facts.orderKind === 'first') return { kind: 'decline_first', reason };
  if (facts.orderKind === 'reactivation') return { kind: 'void_reactivation', reason };
  if (facts.newerOrderPaidOrCharging) return { kind: 'supersede', reason };
  if (facts.subscriptionStatus === 'inactive') return { kind: 'suspend', reason };
  if (facts.subscriptionStatus !== 'active') return { kind: 'close', reason };
  const isTodayFree = isRetryOfTodayUnused(reason, facts);
  const next = nextRetry({ ...facts, declineCode: code, adviseNoRetry, isTodayFree });
  if ('at' in next) return { kind: 'retry', ...next, reason };
  const endsAt = facts.heldUntil ?? lastRetryAt(facts.paymentDate);
  const isHeld = next.ended === 'hard' || Boolean(facts.heldUntil);
  const mayStillBePaid = isHeld && facts.now < endsAt;
  return mayStillBePaid ? { kind: 'hold_for_card', reason, endsAt } : { kind: 'suspend', reason };
}

/**
 * Whether today's retry is still available: the attempt was of an earlier day, or the subscriber started its 3-D Secure
 * challenge outside the retry schedule.
 */
function isRetryOfTodayUnused(reason: DeclineReason, { sentOn, now, plannedAt }: SettlementFacts): boolean {
  const isOfEarlierDay = sentOn !== undefined && sentOn < dayOf(now);
  if (reason === 'timeout') return isOfEarlierDay || plannedAt instanceof Date;
  return reason === 'not_received' && isOfEarlierDay;
}

function settleAction(facts: SettlementFacts): Settlement {
  if (!isPayable(facts)) return { kind: 'abandon' };
  // A repeated outcome must not extend the deadline.
  if (facts.attemptStatus === 'action_required') return { kind: 'ignore' };
  return { kind: 'wait_action', deadline: actionDeadline(facts) };
}

/**
 * Returns the deadline of a 3-D Secure challenge. The link of a renewal works until the next retry is due, which
 * replaces it. A challenge that the subscriber started delays the schedule only for its own time limit.
 */
function actionDeadline(facts: SettlementFacts): Date {
  const { orderKind, now, plannedAt } = facts;
  const next = nextRetry({ ...facts, declineCode: 'timeout', adviseNoRetry: false });
  if (orderKind !== 'renewal' || !('at' in next)) return new Date(now.getTime() + DAY_MS);
  if (!plannedAt || plannedAt > next.at) return next.at;
  return new Date(Math.max(plannedAt.getTime(), now.getTime() + ACTION_MINUTES * MINUTE_MS));
}

function settlePending(facts: SettlementFacts): Settlement {
  if (facts.attemptStatus === 'action_required') return { kind: 'ignore' };
  if (facts.method !== 'offline') return { kind: 'wait_unknown', why: 'pending' };
  return { kind: 'wait_action', deadline: new Date(facts.now.getTime() + DAY_MS) };
}

function settleUnknown(why: string, facts: SettlementFacts): Settlement {
  if (facts.attemptStatus === 'action_required') return { kind: 'ignore' };
  return { kind: facts.method === 'offline' ? 'unseen' : 'wait_unknown', why };
}

function settleNotSent(why: string, facts: SettlementFacts): Settlement {
  // Only the charge call itself can report that the charge was not made; a failed read cannot.
  const isTheCall = facts.attemptStatus === 'created' || facts.attemptStatus === 'sent';
  if (!isTheCall) return settleUnknown(why, facts);
  // An offline reactivation whose link expired stays owed: another link or a card can still pay it.
  const isReturn = facts.orderKind === 'reactivation' && facts.orderStatus === 'charging';
  const voidsOrder = isReturn && facts.method !== 'offline';
  return { kind: 'not_sent', why, voidsOrder };
}
