import { roundHalfUpDiv, type Satang } from './money';

/** Letters and digits that are not mistaken for one another: no 0 O, no 1 I L. */
export const REFERRAL_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const REFERRAL_PREFIX = 'IRA-';
export const REFERRAL_LENGTH = 6;

export const CODE_MAX = 40;

export const FRIEND_DISCOUNT: Satang = 10_000;

/** How long keyed hashes recognise a former customer, so that a first-order gift is given once. */
export const FORMER_CUSTOMER_DAYS = 5 * 365;

/** What the referrer gets once the friend's first order is paid. */
export const REFERRER_POINTS = 100;

export type CodeKind = 'amount' | 'percent';

/** Money off the first order: `value` is satang for an amount, whole percent for a percentage. */
export type CodeDiscount = { kind: CodeKind; value: number };

export const REFERRAL_DISCOUNT: CodeDiscount = { kind: 'amount', value: FRIEND_DISCOUNT };

const REFERRAL_PATTERN = new RegExp(`^${REFERRAL_PREFIX}[${REFERRAL_ALPHABET}]{${REFERRAL_LENGTH}}$`);

/** A code as people type it, in the form in which codes are stored and compared. */
export function normaliseCode(text: string): string {
  return text.trim().normalize('NFC').toUpperCase();
}

/** Whether a normalised text can be a code of any kind: it is not blank, stays on one line, and no code is longer. */
export function isCode(text: string): boolean {
  return text.length <= CODE_MAX && /^[^\u0000-\u001f\u007f\p{Surrogate}]+$/u.test(text);
}

/** Whether a normalised code has the form of a referral code; whether it exists is another question. */
export function isReferralCode(text: string): boolean {
  return REFERRAL_PATTERN.test(text);
}

/** A new referral code. `pick(n)` must answer an unpredictable whole number from 0 to n − 1. */
export function referralCodeFrom(pick: (size: number) => number): string {
  const letters = Array.from(
    { length: REFERRAL_LENGTH },
    () => REFERRAL_ALPHABET[pick(REFERRAL_ALPHABET.length)],
  );
  return REFERRAL_PREFIX + letters.join('');
}

/** What a code takes off, in satang: percent half up, never more than `base` (box price + delivery). */
export function codeDiscount(kind: CodeKind, value: number, base: Satang): Satang {
  return Math.min(kind === 'amount' ? value : roundHalfUpDiv(base * value, 100), base);
}
