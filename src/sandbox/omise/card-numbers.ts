import type { Behaviour, FailureCode, MagicName } from './records';

/** Official test numbers that are declined (docs.omise.co/api-testing). Every other valid number succeeds. */
const FAILING: Partial<Record<FailureCode | 'enrolment_fails' | 'validation_fails', string[]>> = {
  insufficient_fund: ['4111111111140011', '5555551111110011', '3530111111190011', '6250947000000014'],
  stolen_or_lost_card: ['4111111111130012', '5555551111100012', '3530111111180012', '6250947000000022'],
  failed_processing: [
    '4111111111120013',
    '5555551111190013',
    '3530111111170013',
    '377138160000009',
    '6447032400001111005',
    '36021042111108',
    '6250947000000030',
  ],
  payment_rejected: ['4111111111110014', '5555551111180014', '3530111111160014'],
  failed_fraud_check: ['4111111111190016', '5555551111160016', '3530111111140016'],
  invalid_account_number: ['4111111111180017', '5555551111150017', '3530111111130017'],
  invalid_security_code: ['4111111111160001', '5555551111130001', '3530111111110001'],
  enrolment_fails: ['4111111111150002', '5555551111120002', '3530111111100002'],
  validation_fails: ['4111111111140003'],
};

type Fate = keyof typeof FAILING;

const FATES = new Map<string, Fate>(
  (Object.entries(FAILING) as [Fate, string[]][]).flatMap(([fate, numbers]) =>
    numbers.map((number): [string, Fate] => [number, fate]),
  ),
);

const BRANDS: [brand: string, pattern: RegExp][] = [
  ['Visa', /^4/],
  ['MasterCard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['JCB', /^35(2[89]|[3-8])/],
  ['American Express', /^3[47]/],
  ['Diners Club', /^3(0[0-5]|[689])/],
  ['UnionPay', /^62/],
  ['Discover', /^6(011|4[4-9]|5)/],
];

/** Returns the brand of a card number. Returns null if the sandbox does not support the brand. */
export function brandOf(number: string): string | null {
  return BRANDS.find(([, pattern]) => pattern.test(number))?.[0] ?? null;
}

const MAGIC: [prefix: string, magic: MagicName][] = [
  ['FAKE 3DS CIT', '3ds_cit'],
  ['FAKE 3DS', '3ds'],
  ['FAKE SLOW', 'slow'],
  ['FAKE TIMEOUT AFTER', 'timeout_after'],
  ['FAKE TIMEOUT BEFORE', 'timeout_before'],
  ['FAKE 500', 'status_500'],
  ['FAKE EXPIRES NEXT MONTH', 'expires_next_month'],
  ['FAKE RENEWAL DECLINES', 'renewal_declines'],
  ['FAKE WEBHOOK FIRST', 'webhook_first'],
];

const SLOW_SECONDS = 20;

/** Returns how charges of a card behave. The card number and special holder names determine the behaviour. */
export function behaviourOf(number: string, holder: string): Behaviour {
  const fate = FATES.get(number);
  const isSecure = fate === 'enrolment_fails' || fate === 'validation_fails';
  const name = holder.trim().replace(/\s+/g, ' ').toUpperCase();
  const seconds = /^FAKE SLOW (\d+(?:\.\d+)?)/.exec(name)?.[1];
  return {
    outcome: fate === undefined || isSecure ? 'successful' : fate,
    secure: isSecure ? fate : null,
    magic: MAGIC.find(([prefix]) => name.startsWith(prefix))?.[1] ?? null,
    slowSeconds: seconds === undefined ? SLOW_SECONDS : Number(seconds),
  };
}

/** The message of each failure code, as in the gateway's official plugins. */
export const FAILURE_MESSAGES: Record<FailureCode, string> = {
  insufficient_fund: 'insufficient funds in the account or the card has reached the credit limit',
  stolen_or_lost_card: 'card is stolen or lost',
  failed_processing: 'failed processing',
  payment_rejected: 'payment rejected',
  failed_fraud_check: 'failed fraud check',
  invalid_account_number: 'the account number is invalid',
  invalid_security_code: 'the security code is invalid',
  expired_card: 'the card has expired',
  payment_cancelled: 'payment cancelled',
  timeout: 'the payment timed out',
  invalid_account: 'the account cannot be charged',
  registration_rejected: 'registration is rejected',
  rate_limit_exceeded: 'too many charges of the account',
};
