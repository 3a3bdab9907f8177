import { normaliseEmail } from './contact';
import { DAY_MS } from './duration';
import type { Satang } from './money';
import { reversedPoints } from './points';
import { normaliseIdentifier } from './text';

/** Letters and digits that cannot be confused: without 0, O, 1, I and L. */
export const REFERRAL_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const REFERRAL_PREFIX = 'IRA-';
export const REFERRAL_LENGTH = 6;

export const REFERRAL_STATUSES = ['applied', 'held', 'rewarded', 'reversed', 'refused'] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];

export const CODE_MAX = 40;

export const FRIEND_DISCOUNT: Satang = 10_000;

/**
 * The days for which keyed hashes identify a former customer, who gets no second discount for a first order.
 */
export const FORMER_CUSTOMER_DAYS = 5 * 365;

/** The points that the referrer gets when the friend's first order is paid. */
export const REFERRER_POINTS = 100;

/** The days for which the points are withheld if referrer and friend may be the same person. */
export const REFERRAL_HELD_DAYS = 30;

/** The data by which a referrer and a friend are compared. */
export interface ReferralParty {
  email: string;
  /** The postal address; null if none is stored. */
  address: { address: string; subdistrict: string | null; postalCode: string } | null;
  cardHolders: readonly string[];
}

export type CodeKind = 'amount' | 'percent';

/** The discount on the first order: `value` is satang for an amount, whole percent for a percentage. */
export type CodeDiscount = { kind: CodeKind; value: number };

export const REFERRAL_DISCOUNT: CodeDiscount = { kind: 'amount', value: FRIEND_DISCOUNT };

const REFERRAL_PATTERN = new RegExp(`^${REFERRAL_PREFIX}[${REFERRAL_ALPHABET}]{${REFERRAL_LENGTH}}$`);

const WITHOUT_DASH = new RegExp(REFERRAL_PATTERN.source.replace('-', ''));

/**
 * Converts a typed code to the form in which codes are stored: without blanks, in capitals. A referral code has its
 * dash. Of an invitation link, only the code remains.
 */
export function normaliseCode(text: string): string {
  const [, linked] = /\/invite\/([^/?#\s]+)/i.exec(text) ?? [];
  const code = normaliseIdentifier(linked === undefined ? text : decoded(linked))
    .replace(/\s/g, '')
    .toUpperCase();
  const key = codeKey(code);
  return WITHOUT_DASH.test(key) ? REFERRAL_PREFIX + key.slice(REFERRAL_PREFIX.length - 1) : code;
}

/** Returns what two spellings of one code share: a normalised code without its dashes. */
export function codeKey(code: string): string {
  return code.replaceAll('-', '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a normalised text can be a code of any kind: not blank, one line, not too long. */
export function isCode(text: string): boolean {
  return text.length <= CODE_MAX && /^[^\u0000-\u001f\u007f\p{Surrogate}]+$/u.test(text);
}

/** Whether a normalised code has the form of a referral code. Its existence is not checked. */
export function isReferralCode(text: string): boolean {
  return REFERRAL_PATTERN.test(text);
}

/** Returns a new referral code. `pick(n)` must return an unpredictable whole number from 0 to n − 1. */
export function referralCodeFrom(pick: (size: number) => number): string {
  const letters = Array.from(
    { length: REFERRAL_LENGTH },
    () => REFERRAL_ALPHABET[pick(REFERRAL_ALPHABET.length)],
  );
  return REFERRAL_PREFIX + letters.join('');
}

/**
 * Reduces a text to its letters and digits, for a comparison that ignores spaces, punctuation, case and Thai
 * digits.
 */
const lettersOf = (text: string) =>
  normaliseIdentifier(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns an e-mail address without its plus suffix (`name+suffix@host` → `name@host`). */
export function mailboxOf(address: string): string {
  const email = normaliseEmail(address);
  const at = email.lastIndexOf('@');
  const [user] = email.slice(0, at).split('+');
  return user ? user + email.slice(at) : email;
}

const addressOf = ({ address }: ReferralParty) =>
  address && lettersOf(`${address.address} ${address.subdistrict ?? ''} ${address.postalCode}`);

/**
 * Whether friend and referrer may be the same person: they share the mailbox (without plus suffixes), the
 * postal address or the name of a card holder.
 */
export function mayBeSamePerson(referrer: ReferralParty, friend: ReferralParty): boolean {
  if (mailboxOf(referrer.email) === mailboxOf(friend.email)) return true;
  const address = addressOf(referrer);
  if (address && address === addressOf(friend)) return true;
  const holders = new Set(referrer.cardHolders.map(lettersOf).filter(Boolean));
  return friend.cardHolders.some((holder) => holders.has(lettersOf(holder)));
}

/**
 * Returns when withheld referral points are credited. A second paid order of the friend credits them earlier.
 */
export function heldReferralEndsAt(heldAt: Date): Date {
  return new Date(heldAt.getTime() + REFERRAL_HELD_DAYS * DAY_MS);
}

/**
 * Returns the points that the referrer keeps after `refunded` of `total` satang of the friend's first order
 * has been refunded.
 */
export function referrerPointsLeft(refunded: Satang, total: Satang): number {
  return REFERRER_POINTS - reversedPoints(REFERRER_POINTS, refunded, total);
}
