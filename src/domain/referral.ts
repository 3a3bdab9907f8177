import { normaliseDigits, normaliseEmail } from './contact';
import { DAY_MS } from './duration';
import { roundHalfUpDiv, type Satang } from './money';
import { clawBack } from './points';

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

/** How long the referrer's points are held where the friend may be the referrer. */
export const REFERRAL_HELD_DAYS = 30;

/** The facts by which a referrer and a friend are compared. */
export interface ReferralParty {
  email: string;
  /** Null: none is stored. */
  address: { address: string; subdistrict: string | null; postalCode: string } | null;
  cardHolders: readonly string[];
}

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

/** Letters and digits alone, so that spaces, punctuation, capitals and Thai digits make no difference. */
const lettersOf = (text: string) =>
  normaliseDigits(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The mailbox of an e-mail address: without what follows a plus sign before the @. */
function mailboxOf(address: string): string {
  const email = normaliseEmail(address);
  const at = email.lastIndexOf('@');
  const [user] = email.slice(0, at).split('+');
  return user ? user + email.slice(at) : email;
}

const addressOf = ({ address }: ReferralParty) =>
  address && lettersOf(`${address.address} ${address.subdistrict ?? ''} ${address.postalCode}`);

/** Whether the friend may be the referrer: the same mailbox by a plus address, postal address or card holder. */
export function mayBeSamePerson(referrer: ReferralParty, friend: ReferralParty): boolean {
  if (mailboxOf(referrer.email) === mailboxOf(friend.email)) return true;
  const address = addressOf(referrer);
  if (address && address === addressOf(friend)) return true;
  const holders = new Set(referrer.cardHolders.map(lettersOf).filter(Boolean));
  return friend.cardHolders.some((holder) => holders.has(lettersOf(holder)));
}

/** When held referral points are released, unless the friend pays a second order before. */
export function heldReferralEndsAt(heldAt: Date): Date {
  return new Date(heldAt.getTime() + REFERRAL_HELD_DAYS * DAY_MS);
}

/** The referrer's points after `refunded` of `total` satang of the friend's first order has been refunded. */
export function referrerPointsLeft(refunded: Satang, total: Satang): number {
  return REFERRER_POINTS - clawBack(REFERRER_POINTS, refunded, total);
}

/** What a code takes off, in satang: percent half up, never more than `base` (box price + delivery). */
export function codeDiscount(kind: CodeKind, value: number, base: Satang): Satang {
  return Math.min(kind === 'amount' ? value : roundHalfUpDiv(base * value, 100), base);
}
