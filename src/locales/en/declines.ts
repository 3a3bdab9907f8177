import type { DeclineReason } from '@/domain/decline';

/**
 * The texts of a declined card payment by the gateway's failure code. `declined` is the text for an unknown
 * code.
 */
const declines = {
  insufficient_fund: 'Not enough funds or the limit was reached.',
  insufficient_balance: 'Not enough balance.',
  failed_processing: 'The bank could not process the payment. Please try again.',
  payment_rejected: 'The bank declined the payment.',
  timeout: 'The payment timed out.',
  payment_cancelled: 'The payment was cancelled.',
  stolen_or_lost_card: "This card can't be used. Please add another card.",
  failed_fraud_check: 'The payment could not be approved. Try another card or contact us.',
  invalid_account: 'The bank doesn’t accept payments from this account. Please use another card.',
  invalid_account_number: 'The card number is not valid.',
  invalid_security_code: 'The security code is not correct.',
  expired_card: 'This card has expired. Please use another card.',
  disputed: 'A bank is checking an earlier payment, so we didn’t charge a card. Please contact us.',
  confirmed_amount_mismatch: "We're checking this payment.",
  no_bank_account: 'There’s no bank account to charge. Please connect one or choose another way to pay.',
  registration_rejected:
    'The bank has ended the automatic payments from this account. Please connect it again or choose another way to pay.',
  rate_limit_exceeded: 'The bank allows no more payments from this account now. Please try again in an hour.',
  no_card: 'There’s no card to charge. Please add a card.',
  card_token_unknown: 'We couldn’t read this card. Please enter its details again.',
  card_limit:
    'This card was declined too often in the last 30 days, so we didn’t charge it again. Please use another card or pay another way.',
  not_received: 'The payment didn’t reach the bank, so you weren’t charged. Please try again.',
  declined: 'The bank declined the payment. Please try again or use another card.',
} as const satisfies Record<DeclineReason, string>;

export default declines;
