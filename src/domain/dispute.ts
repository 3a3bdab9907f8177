/** The dispute statuses of the gateway (Omise `dispute.status`). */
export const DISPUTE_STATUSES = ['open', 'pending', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Returns a dispute status of the gateway. An unknown status becomes `open`, so that an operator sees it. */
export function toDisputeStatus(word: string): DisputeStatus {
  return DISPUTE_STATUSES.find((known) => known === word) ?? 'open';
}

/** The reasons of the gateway (Omise `dispute.reason_code`). */
export const DISPUTE_REASONS = [
  ...(['unauthorized_charge', 'transaction_not_recognised', 'goods_or_services_not_provided'] as const),
  ...(['not_as_described_or_defective_merchandise', 'cancelled_recurring_transaction'] as const),
  ...(['duplicate_processing', 'incorrect_transaction_amount', 'credit_not_processed'] as const),
  ...(['paid_by_other_means', 'social_engineering_scam', 'expired_card', 'not_recorded'] as const),
  ...(['not_available', 'non_matching_account_number', 'incorrect_currency', 'late_presentment'] as const),
  ...(['incorrect_transaction_code', 'invalid_data', 'other'] as const),
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** Returns a reason of the gateway. An unknown one, and none, is `other`. */
export const toDisputeReason = (code: string | null): DisputeReason =>
  DISPUTE_REASONS.find((known) => known === code) ?? 'other';

/**
 * Whether the cards of the account may be charged. `held`: not before an operator decides. `stopped`: no.
 * `allowed`: yes.
 */
export type DisputeCharging = 'held' | 'stopped' | 'allowed';

export interface Dispute {
  status: DisputeStatus;
  charging: DisputeCharging;
  /** The instant at which the lost amount was recorded as refunded; null before that. */
  bookedAt: Date | null;
}

/** What an operator can decide about a dispute. */
export const DISPUTE_DECISIONS = ['allow', 'stop', 'lost'] as const;
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number];

/** Why an operator can't decide so about a dispute. */
export type DecisionRefusal = 'disputeOpen' | 'disputeWon' | 'disputeBooked';

/**
 * Returns why a decision is refused; null if it is allowed. `lost` records the amount as refunded, so only the gateway's
 * own report allows it.
 */
export function decisionRefusal(
  { status, isBooked }: { status: DisputeStatus; isBooked: boolean },
  decision: DisputeDecision,
): DecisionRefusal | null {
  if (decision !== 'lost') return null;
  if (isBooked) return 'disputeBooked';
  return status === 'lost' ? null : status === 'won' ? 'disputeWon' : 'disputeOpen';
}

/** Whether the books of a dispute need a correction: it was booked as lost, and then the bank decided for the shop. */
export function needsCorrection({ status, isBooked }: { status: DisputeStatus; isBooked: boolean }): boolean {
  return status === 'won' && isBooked;
}

const isClosed = (status: DisputeStatus) => status === 'won' || status === 'lost';

/** Whether a read of the gateway is out of date: a decided dispute is not opened again. */
export function isStaleDispute(before: Pick<Dispute, 'status'>, status: DisputeStatus): boolean {
  return isClosed(before.status) && !isClosed(status);
}

/** Whether charging changes back to `held`: the dispute was lost after an operator had allowed charging. */
export function isHeldAgain(before: Dispute, status: DisputeStatus): boolean {
  return status === 'lost' && before.status !== 'lost' && before.charging === 'allowed';
}

/**
 * The age of a recorded payment from which the gateway's report "not paid" counts as a reversal. For a
 * younger payment the report may be out of date.
 */
const NOT_PAID_AFTER_MS = 86_400_000;

/**
 * Whether a recorded payment was reversed without a dispute.
 * @param charge `isReversed`: the gateway reports a reversal; `isPaid`: the gateway reports the charge as
 * paid
 */
export function isTakenBack(
  charge: { isReversed: boolean; isPaid: boolean },
  { recordedAt, now }: { recordedAt: Date; now: Date },
): boolean {
  return charge.isReversed || (!charge.isPaid && now.getTime() - recordedAt.getTime() >= NOT_PAID_AFTER_MS);
}
