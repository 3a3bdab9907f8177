import { dayOf, type Day } from './day';
import { reasonOf, type DeclineReason } from './decline';
import { DAY_MS, MINUTE_MS } from './duration';
import type { Satang } from './money';
import type { OrderStatus } from './order';
import { isOpenAttempt, type AttemptStatus, type PaymentStatus, type Trigger } from './payment';
import { lastRungAt, nextRung } from './retry';
import type { PaymentMethod, SubscriptionStatus } from './subscription';

/**
 * What the gateway said about one charge attempt. `unknown` is an answer too: money may have moved. `not_sent` is
 * certain that none did. `pending`: the gateway has the charge and has not decided.
 */
export type ChargeOutcome =
  | { kind: 'succeeded'; chargeId: string; amount: Satang; paidAt: Date }
  | { kind: 'declined'; chargeId: string | null; code: string; adviseNoRetry?: boolean }
  | { kind: 'action_required'; chargeId: string; authorizeUri: string }
  | { kind: 'pending'; chargeId: string }
  | { kind: 'expired'; chargeId: string }
  | { kind: 'unknown'; why: string }
  | { kind: 'not_sent'; why: string };

export type OrderKind = 'first' | 'reactivation' | 'renewal';

/** Everything a settlement depends on, read after locking the rows it will change. */
export type SettlementFacts = {
  attemptStatus: AttemptStatus;
  trigger: Trigger;
  orderKind: OrderKind;
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  subscriptionStatus: SubscriptionStatus;
  /** Money of another charge has been kept for this order. */
  orderAlreadyKept: boolean;
  /** This very charge has been recorded before. */
  sameChargeRecorded: boolean;
  newerOrderPaidOrCharging: boolean;
  /** Attempts made on the ladder, this one included if its trigger counts. */
  rungsUsed: number;
  paymentDate: Day;
  now: Date;
  /** The day on which this attempt was made. */
  sentOn?: Day;
  /** When the next automatic charge is planned; a person's own try leaves it as it is. */
  plannedAt?: Date | null;
  /** Until when a payment goes on though the ladder is over: the wait for another card, or a page left before its time. */
  heldUntil?: Date | null;
  /** How this attempt collects; a card unless said otherwise. */
  method?: PaymentMethod;
  /** What was asked for, to be compared with what came in. */
  expectedAmount?: Satang;
  /** A first payment made after the registration had lapsed. */
  isAfterLapse?: boolean;
};

/** What it depends on whether money that arrived is kept, however it came. */
export type MoneyFacts = Pick<
  SettlementFacts,
  | 'orderKind'
  | 'orderStatus'
  | 'subscriptionStatus'
  | 'orderAlreadyKept'
  | 'sameChargeRecorded'
  | 'newerOrderPaidOrCharging'
  | 'expectedAmount'
  | 'isAfterLapse'
>;

/** What an outcome means. Apart from ignore, abandon and the waits, every settlement closes the attempt (see `closedAs`; `unseen`: as voided). */
export type Settlement =
  /** Nothing to write: known already, or it teaches nothing. */
  | { kind: 'ignore' }
  /** The attempt stays open; only the gateway can close it. */
  | { kind: 'wait_unknown'; why: string }
  /** The QR code was never shown and can't be paid: the attempt is closed and another code may be made. */
  | { kind: 'unseen'; why: string }
  /** The attempt stays open until the person has acted; after the deadline ask the gateway to expire it. */
  | { kind: 'wait_action'; deadline: Date }
  /** Nobody wants this charge any more: ask the gateway to expire it; the attempt stays open until it answers. */
  | { kind: 'abandon' }
  /** The attempt is over and nothing else changes. */
  | { kind: 'close'; reason: DeclineReason }
  | { kind: 'retry'; at: Date; rung: number; reason: DeclineReason }
  /** The registration stays open for another payment call. */
  | { kind: 'decline_first'; reason: DeclineReason }
  | { kind: 'void_reactivation'; reason: DeclineReason }
  /** The order is unpaid because a newer one took its place; the subscription stays as it is. */
  | { kind: 'supersede'; reason: DeclineReason }
  /** The ladder has ended: order unpaid, payment suspended, subscription inactive. */
  | { kind: 'suspend'; reason: DeclineReason }
  /** Another card is asked for, or on its way; without one it ends at `endsAt` as a suspend. */
  | { kind: 'hold_for_card'; reason: DeclineReason; endsAt: Date }
  /** Order paid; the subscription becomes active if it is not. */
  | { kind: 'keep'; activates: boolean }
  | { kind: 'refund'; verdict: 'duplicate' | 'late' | 'orphan' }
  /** Certainly not charged; may be tried again at once and uses no rung. A reactivation's order becomes void. */
  | { kind: 'not_sent'; why: string; voidsOrder: boolean };

/** Whether a bank's page ended because its owner left it a moment ago, to pay otherwise. */
export function wasLeft(
  { kind }: ChargeOutcome,
  { leftAt, now }: { leftAt: Date | null; now: Date },
): boolean {
  const isFresh = leftAt !== null && now.getTime() - leftAt.getTime() <= ACTION_MINUTES * MINUTE_MS;
  return kind === 'expired' && isFresh;
}

/** With 3-D Secure open and unpaid for so long, another card may be charged even if the gateway cannot expire it. */
export const ACTION_MINUTES = 20;

/** One order's answer to what the gateway said: pure, so that response, webhook and reconciliation cannot disagree. */
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

/** The status an attempt gets when a settlement closes it. */
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

/** Whether money that arrived is kept: of a charge, or of a bank transfer that nobody charged. */
export function settleMoney(
  amount: Satang,
  facts: MoneyFacts,
): Extract<Settlement, { kind: 'ignore' | 'keep' | 'refund' }> {
  if (facts.sameChargeRecorded) return { kind: 'ignore' };
  if (facts.orderAlreadyKept) return { kind: 'refund', verdict: 'duplicate' };
  switch (facts.orderStatus) {
    case 'paid':
    case 'refunded':
      return { kind: 'refund', verdict: 'duplicate' };
    case 'void':
      return { kind: 'refund', verdict: 'late' };
    case 'upcoming':
    case 'skipped':
    case 'missed':
      return { kind: 'refund', verdict: 'orphan' };
    case 'charging':
    case 'awaiting_payment':
    case 'unpaid': {
      if (!isPayable(facts)) return { kind: 'refund', verdict: 'late' };
      if (facts.expectedAmount !== undefined && facts.expectedAmount !== amount) {
        return { kind: 'refund', verdict: 'orphan' };
      }
      return { kind: 'keep', activates: facts.subscriptionStatus !== 'active' };
    }
  }
}

/** Whether money for this order would be kept. */
function isPayable(facts: MoneyFacts): boolean {
  const { orderStatus, orderKind, subscriptionStatus } = facts;
  const isOwed = orderStatus === 'charging' || orderStatus === 'awaiting_payment' || orderStatus === 'unpaid';
  // A reactivation by card leaves the subscription cancelled until it is paid; any other order died with it.
  const isDead = subscriptionStatus === 'cancelled' && orderKind !== 'reactivation';
  return (
    isOwed && !isDead && !facts.isAfterLapse && !facts.orderAlreadyKept && !facts.newerOrderPaidOrCharging
  );
}

function settleDecline(code: string, adviseNoRetry: boolean, facts: SettlementFacts): Settlement {
  const reason = reasonOf(code);
  const isBeingCharged = facts.orderStatus === 'charging' || facts.orderStatus === 'awaiting_payment';
  // A QR code that ended leaves its payment link open: only the link's own deadline ends the payment.
  if (!isBeingCharged || facts.method === 'offline' || facts.orderAlreadyKept)
    return { kind: 'close', reason };
  if (facts.orderKind === 'first') return { kind: 'decline_first', reason };
  if (facts.orderKind === 'reactivation') return { kind: 'void_reactivation', reason };
  if (facts.newerOrderPaidOrCharging) return { kind: 'supersede', reason };
  if (facts.subscriptionStatus === 'inactive') return { kind: 'suspend', reason };
  if (facts.subscriptionStatus !== 'active') return { kind: 'close', reason };
  const isTodayFree = isRetryOfTodayUnused(reason, facts);
  const next = nextRung({ ...facts, declineCode: code, adviseNoRetry, isTodayFree });
  if ('at' in next) return { kind: 'retry', ...next, reason };
  const endsAt = facts.heldUntil ?? lastRungAt(facts.paymentDate);
  const isHeld = next.ended === 'hard' || Boolean(facts.heldUntil);
  const mayStillBePaid = isHeld && facts.now < endsAt;
  return mayStillBePaid ? { kind: 'hold_for_card', reason, endsAt } : { kind: 'suspend', reason };
}

/**
 * Whether today's retry may still be made: the attempt was of an earlier day, or its 3-D Secure page was opened by the
 * subscriber beside the retry schedule.
 */
function isRetryOfTodayUnused(reason: DeclineReason, { sentOn, now, plannedAt }: SettlementFacts): boolean {
  const isOfEarlierDay = sentOn !== undefined && sentOn < dayOf(now);
  if (reason === 'timeout') return isOfEarlierDay || plannedAt instanceof Date;
  return reason === 'not_received' && isOfEarlierDay;
}

function settleAction(facts: SettlementFacts): Settlement {
  if (!isPayable(facts)) return { kind: 'abandon' };
  // Asking again must not push the deadline away.
  if (facts.attemptStatus === 'action_required') return { kind: 'ignore' };
  return { kind: 'wait_action', deadline: actionDeadline(facts) };
}

/**
 * A renewal's link works until the next retry is due, which replaces it. A page that a person opened by themselves does
 * not hold up what is planned for longer than the page takes.
 */
function actionDeadline(facts: SettlementFacts): Date {
  const { orderKind, now, plannedAt } = facts;
  const next = nextRung({ ...facts, declineCode: 'timeout', adviseNoRetry: false });
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
  // Only the call that should have made the charge can say that it was not made; a failed look-up cannot.
  const isTheCall = facts.attemptStatus === 'created' || facts.attemptStatus === 'sent';
  if (!isTheCall) return settleUnknown(why, facts);
  // An offline reactivation whose link expired stays owed; another link or a card can still pay it.
  const isReturn = facts.orderKind === 'reactivation' && facts.orderStatus === 'charging';
  const voidsOrder = isReturn && facts.method !== 'offline';
  return { kind: 'not_sent', why, voidsOrder };
}
