import { dayOf, type Day } from './day';
import { reasonOf, type DeclineReason } from './decline';
import { DAY_MS, MINUTE_MS } from './duration';
import type { Satang } from './money';
import { isOpenAttempt, type AttemptStatus, type PaymentStatus, type Trigger } from './payment';
import { lastRetryAt, nextRetry, rateLimitedUntil } from './retry';
import { isPayable, settleMoney, type MoneyFacts, type MoneySettlement } from './settlement-money';
import type { PaymentMethod } from './subscription';

/**
 * The gateway's result of one charge attempt. `unknown`: the card may have been charged. `not_sent`: the card
 * was certainly not charged. `pending`: the gateway has received the charge and has no result yet. `isUnsent`: a rule
 * of the product declined the charge, and the gateway was not called.
 */
export type ChargeOutcome =
  | { kind: 'succeeded'; chargeId: string; amount: Satang; paidAt: Date }
  | { kind: 'declined'; chargeId: string | null; code: string; adviseNoRetry?: boolean; isUnsent?: true }
  | { kind: 'action_required'; chargeId: string; authorizeUri: string }
  | { kind: 'pending'; chargeId: string }
  | { kind: 'expired'; chargeId: string }
  | { kind: 'unknown'; why: string }
  | { kind: 'not_sent'; why: string };

/**
 * The facts that decide a settlement. The caller reads them after locking the rows that the settlement
 * changes.
 */
export interface SettlementFacts extends MoneyFacts {
  attemptStatus: AttemptStatus;
  trigger: Trigger;
  paymentStatus: PaymentStatus;
  /** The number of scheduled attempts so far, including this attempt if its trigger counts as a retry. */
  retryStepsUsed: number;
  paymentDate: Day;
  now: Date;
  /** The day on which this attempt was sent. */
  sentOn?: Day;
  /**
   * The instant of the next automatic charge; null if none is planned. A subscriber's own attempt does not
   * change it.
   */
  plannedAt?: Date | null;
  /**
   * The instant until which the payment stays open after the last retry. Until then the subscriber can choose
   * another card, and the result of an abandoned 3-D Secure challenge can arrive.
   */
  openUntil?: Date | null;
  /** The payment method of this attempt; card if omitted. */
  method?: PaymentMethod;
  /** Whether the subscriber ordered this order now, before its planned date. */
  isOrderedNow?: boolean;
}

/**
 * The decision about an outcome. `ignore`, `abandon`, `wait_unknown` and `wait_action` leave the attempt
 * open. `unseen` closes it as voided. All others close it with the status of `closedAs`.
 */
export type Settlement =
  | MoneySettlement
  /** The attempt stays open until the gateway reports its result. */
  | { kind: 'wait_unknown'; why: string }
  /**
   * The QR code was never shown and cannot be paid. The attempt is closed and another code may be created.
   */
  | { kind: 'unseen'; why: string }
  /**
   * The attempt stays open until the payer acts. After the deadline the product requests the gateway to
   * expire the charge.
   */
  | { kind: 'wait_action'; deadline: Date }
  /**
   * The charge is no longer needed. The product requests the gateway to expire it. The attempt stays open
   * until the gateway responds.
   */
  | { kind: 'abandon' }
  /** The attempt is closed and nothing else changes. */
  | { kind: 'close'; reason: DeclineReason }
  | { kind: 'retry'; at: Date; retryIndex: number; reason: DeclineReason }
  /** The bank allows no further charge of the account now. The charge is made again at `at` and uses no retry. */
  | { kind: 'postpone'; at: Date; reason: DeclineReason }
  /** The registration stays open for another payment attempt. */
  | { kind: 'decline_first'; reason: DeclineReason }
  | { kind: 'void_reactivation'; reason: DeclineReason }
  /** The order that was ordered now returns to its planned date. */
  | { kind: 'put_back'; reason: DeclineReason }
  /** The order becomes unpaid, because a newer order replaced it. The subscription does not change. */
  | { kind: 'supersede'; reason: DeclineReason }
  /** The retries have ended: order unpaid, payment suspended, subscription inactive. */
  | { kind: 'suspend'; reason: DeclineReason }
  /** The subscriber must choose another card. If no card is chosen, the payment is suspended at `endsAt`. */
  | { kind: 'hold_for_card'; reason: DeclineReason; endsAt: Date }
  /**
   * The card was certainly not charged. The charge may be sent again at once and uses no retry. `voidsOrder`:
   * the order of a reactivation becomes void.
   */
  | { kind: 'not_sent'; why: string; voidsOrder: boolean };

/** Whether a 3-D Secure challenge expired because the payer had just abandoned it to pay in another way. */
export function wasAbandoned(
  { kind }: ChargeOutcome,
  { abandonedAt, now }: { abandonedAt: Date | null; now: Date },
): boolean {
  const isRecent =
    abandonedAt !== null && now.getTime() - abandonedAt.getTime() <= ACTION_MINUTES * MINUTE_MS;
  return kind === 'expired' && isRecent;
}

/**
 * The minutes after the start of a 3-D Secure challenge from which another card may be charged. This does not
 * need the gateway to expire the challenge.
 */
export const ACTION_MINUTES = 20;

/**
 * Returns the settlement of an outcome for one order. The function is pure, so that response, webhook and
 * reconciliation always give the same result.
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

/** Returns the status with which an outcome closes an attempt; null if the attempt stays open. */
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
  // An expired QR code does not close its payment link. Only the deadline of the link ends the payment.
  if (!isBeingCharged || facts.method === 'offline' || facts.orderAlreadyPaid)
    return { kind: 'close', reason };
  // A card of a repair link was declined. The order still waits for the payment of its payment link.
  if (facts.orderStatus === 'awaiting_payment' && facts.trigger === 'subscriber')
    return { kind: 'close', reason };
  if (facts.orderKind === 'first') return { kind: 'decline_first', reason };
  if (facts.orderKind === 'reactivation') return { kind: 'void_reactivation', reason };
  if (facts.isOrderedNow) return { kind: 'put_back', reason };
  if (facts.newerOrderPaidOrCharging) return { kind: 'supersede', reason };
  if (facts.subscriptionStatus === 'inactive') return { kind: 'suspend', reason };
  if (facts.subscriptionStatus !== 'active') return { kind: 'close', reason };
  const again = rateLimitedUntil(reason, facts);
  if (again) return { kind: 'postpone', at: again, reason };
  const isTodayFree = isRetryOfTodayUnused(reason, facts);
  const next = nextRetry({ ...facts, declineCode: code, adviseNoRetry, isTodayFree });
  if ('at' in next) return { kind: 'retry', ...next, reason };
  const endsAt = facts.openUntil ?? lastRetryAt(facts.paymentDate);
  const isHeld = next.ended === 'hard' || Boolean(facts.openUntil);
  const mayStillBePaid = isHeld && facts.now < endsAt;
  return mayStillBePaid ? { kind: 'hold_for_card', reason, endsAt } : { kind: 'suspend', reason };
}

/**
 * Whether a retry may be charged today: the attempt was sent on an earlier day, or the subscriber started its
 * 3-D Secure challenge outside the retry schedule.
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
 * Returns the deadline of a 3-D Secure challenge: for a renewal the time of the next retry, otherwise one day
 * from now. A challenge that the subscriber started delays the next retry by at most `ACTION_MINUTES`.
 */
function actionDeadline(facts: SettlementFacts): Date {
  const { orderKind, now, plannedAt } = facts;
  const next = nextRetry({ ...facts, declineCode: 'timeout', adviseNoRetry: false });
  if (orderKind !== 'renewal' || facts.isOrderedNow || !('at' in next))
    return new Date(now.getTime() + DAY_MS);
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
  // The order of an offline reactivation stays owed after its link expired: another link or a card can still
  // pay it.
  const isReturn = facts.orderKind === 'reactivation' && facts.orderStatus === 'charging';
  const voidsOrder = isReturn && facts.method !== 'offline';
  return { kind: 'not_sent', why, voidsOrder };
}
