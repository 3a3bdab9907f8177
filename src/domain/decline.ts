/** soft: may work later · hard: this card will not · user: the person stopped it · operator: one of us has to look. */
export type DeclineClass = 'soft' | 'hard' | 'user' | 'operator';

/**
 * Why a charge did not go through. Mostly the gateway's own failure codes (Omise `failure_code`); ours are
 * not_received (the gateway never had the charge), no_card (there was no card to charge), disputed (a bank questions an
 * earlier payment of the account, so none was sent), card_limit (declined so often that the gateway is not called) and
 * declined (any other code).
 */
export const DECLINE_REASONS = {
  insufficient_fund: { class: 'soft' },
  insufficient_balance: { class: 'soft' },
  failed_processing: { class: 'soft' },
  payment_rejected: { class: 'soft' },
  timeout: { class: 'soft' },
  not_received: { class: 'soft' },
  card_limit: { class: 'soft' },
  declined: { class: 'soft' },
  payment_cancelled: { class: 'user' },
  stolen_or_lost_card: { class: 'hard' },
  failed_fraud_check: { class: 'hard' },
  invalid_account: { class: 'hard' },
  invalid_account_number: { class: 'hard' },
  invalid_security_code: { class: 'hard' },
  expired_card: { class: 'hard' },
  no_card: { class: 'hard' },
  confirmed_amount_mismatch: { class: 'operator' },
  disputed: { class: 'operator' },
} as const satisfies Record<string, { class: DeclineClass }>;

export type DeclineReason = keyof typeof DECLINE_REASONS;

// Omise refuses some charges as a call instead of failing them: the card or its customer is gone, or is no card of theirs.
const REFUSED_CALLS: Record<string, DeclineReason> = {
  not_found: 'no_card',
  missing_card: 'no_card',
  invalid_card: 'invalid_account_number',
  brand_not_supported: 'invalid_account',
};

/** The reason for a gateway's code; a code we do not know, or none, is the generic soft `declined`. */
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
 * Returns the reason that an account without a paid order is shown: what the bank found out about a card is `declined`,
 * because it would tell a person who tests stolen cards which of them work.
 */
export function coarseReason(reason: string): string {
  return BANKS_REASONS.includes(reasonOf(reason)) ? 'declined' : reason;
}

/** Whether trying the same card again is pointless or forbidden, so that the retry ladder stops. */
export function stopsLadder(reason: DeclineReason, adviseNoRetry = false): boolean {
  const declineClass = DECLINE_REASONS[reason].class;
  return adviseNoRetry || declineClass === 'hard' || declineClass === 'operator';
}

const CURED_BY_ENTERING_AGAIN: readonly DeclineReason[] = ['invalid_security_code', 'expired_card'];
const WHOEVER_PAYS: readonly DeclineReason[] = [
  'stolen_or_lost_card',
  'invalid_account',
  'invalid_account_number',
];

/** Whether a decline for good still holds for a card that is entered again, by the same account or by another one. */
export function outlivesEntry(reason: DeclineReason, isSameAccount: boolean): boolean {
  return isSameAccount ? !CURED_BY_ENTERING_AGAIN.includes(reason) : WHOEVER_PAYS.includes(reason);
}
