/**
 * The class of a decline. soft: a retry may succeed. hard: this card will not work. user: the payer stopped
 * the payment. operator: an operator has to act.
 */
export type DeclineClass = 'soft' | 'hard' | 'user' | 'operator';

/**
 * The reasons why a charge failed. Most are failure codes of the gateway (Omise `failure_code`). The product
 * adds these:
 * - `not_received`: the gateway never received the charge.
 * - `no_card`: there was no card.
 * - `card_token_unknown`: the gateway does not know the token of a new card.
 * - `disputed`: a dispute of the account is open, so the charge was not sent.
 * - `card_limit`: too many declines, so the gateway is not called.
 * - `no_bank_account`: there was no linked bank account.
 * - `declined`: any other code.
 */
export const DECLINE_REASONS = {
  insufficient_fund: { class: 'soft' },
  insufficient_balance: { class: 'soft' },
  failed_processing: { class: 'soft' },
  payment_rejected: { class: 'soft' },
  timeout: { class: 'soft' },
  not_received: { class: 'soft' },
  card_limit: { class: 'soft' },
  rate_limit_exceeded: { class: 'soft' },
  declined: { class: 'soft' },
  payment_cancelled: { class: 'user' },
  stolen_or_lost_card: { class: 'hard' },
  failed_fraud_check: { class: 'hard' },
  invalid_account: { class: 'hard' },
  invalid_account_number: { class: 'hard' },
  invalid_security_code: { class: 'hard' },
  expired_card: { class: 'hard' },
  no_card: { class: 'hard' },
  no_bank_account: { class: 'hard' },
  registration_rejected: { class: 'hard' },
  card_token_unknown: { class: 'hard' },
  confirmed_amount_mismatch: { class: 'operator' },
  disputed: { class: 'operator' },
} as const satisfies Record<string, { class: DeclineClass }>;

export type DeclineReason = keyof typeof DECLINE_REASONS;

/** All decline reasons as a list. */
export const DECLINE_REASON_CODES = Object.keys(DECLINE_REASONS) as DeclineReason[];

/** The reasons that concern the charged bank account, and whose sentence names it. */
export const ACCOUNT_REASONS = [
  'insufficient_fund',
  'failed_processing',
  'invalid_account',
  'registration_rejected',
  'rate_limit_exceeded',
] as const satisfies readonly DeclineReason[];

/** Whether a bank account has a sentence of its own for a reason. */
export const isOfAccount = (reason: DeclineReason): reason is (typeof ACCOUNT_REASONS)[number] =>
  (ACCOUNT_REASONS as readonly string[]).includes(reason);

// The error codes with which Omise rejects a charge request without creating a charge. The card or its
// customer is deleted or unknown.
const REFUSED_CALLS: Record<string, DeclineReason> = {
  not_found: 'no_card',
  missing_card: 'no_card',
  invalid_card: 'invalid_account_number',
  brand_not_supported: 'invalid_account',
};

/**
 * Returns the decline reason for a failure code of the gateway. An unknown or missing code gives `declined`,
 * which is soft.
 */
export function reasonOf(code: string | null | undefined): DeclineReason {
  if (!code) return 'declined';
  if (Object.hasOwn(DECLINE_REASONS, code)) return code as DeclineReason;
  return (Object.hasOwn(REFUSED_CALLS, code) && REFUSED_CALLS[code]) || 'declined';
}

const BANKS_REASONS: readonly DeclineReason[] = [
  'insufficient_fund',
  'insufficient_balance',
  'payment_rejected',
  'stolen_or_lost_card',
  'failed_fraud_check',
  'invalid_account',
  'invalid_account_number',
  'invalid_security_code',
  'expired_card',
];

/**
 * Returns the decline reason that an account without a paid order may see. A reason that reveals a card
 * detail becomes `declined`, so that a card tester learns nothing.
 */
export function coarseReason(reason: string): DeclineReason {
  const known = reasonOf(reason);
  return BANKS_REASONS.includes(known) ? 'declined' : known;
}

/** Whether the retry schedule stops, because a retry with the same card cannot succeed or is forbidden. */
export function stopsRetries(reason: DeclineReason, adviseNoRetry = false): boolean {
  const declineClass = DECLINE_REASONS[reason].class;
  return adviseNoRetry || declineClass === 'hard' || declineClass === 'operator';
}

const CURED_BY_ENTERING_AGAIN: readonly DeclineReason[] = ['invalid_security_code', 'expired_card'];
const WHOEVER_PAYS: readonly DeclineReason[] = [
  'stolen_or_lost_card',
  'invalid_account',
  'invalid_account_number',
];

/**
 * Whether a hard decline still applies after the card is entered again.
 * @param isSameAccount whether the same account enters the card again
 */
export function outlivesEntry(reason: DeclineReason, isSameAccount: boolean): boolean {
  return isSameAccount ? !CURED_BY_ENTERING_AGAIN.includes(reason) : WHOEVER_PAYS.includes(reason);
}
