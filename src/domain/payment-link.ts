import { addDays, dayOf, hourOf, startOfDay, type Day } from './day';
import { DAY_MS } from './duration';
import type { Satang } from './money';
import type { OrderStatus } from './order';
import { CHARGE_HOUR } from './payment';
import { normaliseIdentifier } from './text';

export const LINK_STATUSES = ['open', 'paid', 'expired', 'void'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** What can end because a link is not paid. */
export const ENDS_UNPAID = ['registration', 'subscription'] as const;

/** A payment link works until the end of this many days after its creation day. */
export const LINK_DAYS = 3;

/** The longest validity of a QR code at the gateway. */
export const QR_MAX_MS = 24 * 3_600_000;
/** The shortest time in which a payer can open a banking app and pay. */
export const QR_MIN_MS = 2 * 60_000;

const SECOND_MS = 1000;
/** How long after its expiry the gateway can still report a payment of a QR code. */
const QR_GRACE_MS = 3_600_000;

/** Returns the instant of the last read of a QR charge at the gateway. */
export function qrLastReadAt(endsAt: Date): Date {
  return new Date(endsAt.getTime() + QR_GRACE_MS);
}

/** Returns the first instant at which a link created at `madeAt` no longer works. */
export function linkEndsAt(madeAt: Date): Date {
  return startOfDay(addDays(dayOf(madeAt), LINK_DAYS + 1));
}

/** Returns the last day on which a link works, for display. */
export function lastDayOfLink(expiresAt: Date): Day {
  return dayOf(new Date(expiresAt.getTime() - 1));
}

/**
 * Returns what ends if a link expires unpaid: a registration, or the subscription of a renewal. Null if another link can
 * follow, and for an order that returns to its planned date.
 * @param order `orderedFrom`: the planned date of an order that was ordered now
 */
export function endsUnpaid(order: {
  kind: 'first' | 'renewal' | 'reactivation';
  status: OrderStatus;
  orderedFrom: Day | null;
}): (typeof ENDS_UNPAID)[number] | null {
  if (order.kind === 'first') return 'registration';
  const stops = order.kind === 'renewal' && order.status === 'awaiting_payment' && !order.orderedFrom;
  return stops ? 'subscription' : null;
}

/**
 * Returns when the subscriber is reminded of a link: at 09:00 on the day before its last day. Null if that
 * time is not after the creation of the link.
 */
export function remindOfLinkAt(madeAt: Date, expiresAt: Date): Date | null {
  const at = hourOf(addDays(lastDayOfLink(expiresAt), -1), CHARGE_HOUR);
  return at > madeAt ? at : null;
}

/**
 * Returns the expiry of a QR code created now, in whole seconds as the gateway requires. Null if the link
 * expires too soon.
 */
export function qrEndsAt(now: Date, linkExpiresAt: Date): Date | null {
  const latest = Math.floor((now.getTime() + QR_MAX_MS) / SECOND_MS) * SECOND_MS;
  const endsAt = Math.min(latest, linkExpiresAt.getTime());
  return endsAt - now.getTime() < QR_MIN_MS ? null : new Date(endsAt);
}

/** Digits and capitals without the ambiguous characters 0, O, 1, I and L. */
const REFERENCE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 8;
const REFERENCE = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`);

/** Returns a reference of eight characters for a bank transfer, made from random bytes. */
export function referenceOf(bytes: Uint8Array): string {
  return [...bytes.slice(0, REFERENCE_LENGTH)]
    .map((byte) => REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length])
    .join('');
}

/** Converts a text to the form in which references are compared: letters and digits only, in capitals. */
export function plainReference(text: string): string {
  return normaliseIdentifier(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}

/** What payers write before a reference, because the transfer is to ira. */
const SHOP_PREFIX = 'IRA';

/**
 * Returns the texts in a bank statement line that can be a payment reference: each word, words beside each other that
 * have its length together, and the same after the name of the shop. Only texts with the length and the characters of a
 * reference are returned, in capitals.
 */
export function referencesIn(text: string): string[] {
  const words = normaliseIdentifier(text)
    .toUpperCase()
    .split(/[^A-Z0-9-]+/)
    .map((word) => word.replaceAll('-', ''))
    .filter((word) => word !== '');
  const candidates = words.flatMap((_, from) => joinedFrom(words, from));
  return [...new Set(candidates)];
}

/** Returns the references that begin with the word at a position. */
function joinedFrom(words: readonly string[], from: number): string[] {
  let joined = '';
  const found: string[] = [];
  for (let at = from; at < words.length && joined.length < SHOP_PREFIX.length + REFERENCE_LENGTH; at += 1) {
    joined += words[at] ?? '';
    const named = joined.startsWith(SHOP_PREFIX) ? joined.slice(SHOP_PREFIX.length) : '';
    found.push(...[joined, named].filter((word) => REFERENCE.test(word)));
  }
  return found;
}

/** For how many days a transfer that is not booked can delay the end of a registration. */
export const TRANSFER_HOLD_DAYS = 30;
/** The largest difference between a link's amount and a transfer without its reference that probably pays it. */
const NEAR_AMOUNT: Satang = 2_000;

/** Returns until when a transfer that is not booked delays the end of the registration that it may concern. */
export function transferHoldsUntil({ recordedAt }: { recordedAt: Date }): Date {
  return new Date(recordedAt.getTime() + TRANSFER_HOLD_DAYS * DAY_MS);
}

/**
 * Whether a transfer that is not booked names a link, or probably concerns it: its text contains the reference with at
 * most one character changed, missing or added, or its amount differs by at most ฿20 and it was made while the link was
 * open.
 */
export function mayConcern(
  transfer: { orderId: string | null; reference: string; amount: Satang; paidOn: Day },
  link: { orderId: string; reference: string; amount: Satang; createdAt: Date; expiresAt: Date },
): boolean {
  if (transfer.orderId !== null) return transfer.orderId === link.orderId;
  if (namesAlmost(transfer.reference, link.reference)) return true;
  return isOfLinkTime(transfer.paidOn, link) && Math.abs(transfer.amount - link.amount) <= NEAR_AMOUNT;
}

/** Whether a text contains a reference with at most one character changed, missing or added. */
export const namesAlmost = (text: string, reference: string): boolean =>
  containsAlmost(plainReference(text), reference);

/** Whether a day is within the life of a link. */
export const isOfLinkTime = (day: Day, link: { createdAt: Date; expiresAt: Date }): boolean =>
  day >= dayOf(link.createdAt) && day <= lastDayOfLink(link.expiresAt);

/** Whether a part of the text is the reference with at most one character changed, missing or added. */
function containsAlmost(text: string, reference: string): boolean {
  // One edit leaves one half of the reference as it is. Most texts contain neither half.
  const half = reference.length >> 1;
  if (!text.includes(reference.slice(0, half)) && !text.includes(reference.slice(half))) return false;
  const lengths = [-1, 0, 1].map((more) => reference.length + more);
  return [...text].some((_, start) =>
    lengths.some((length) => isOneEditApart(text.slice(start, start + length), reference)),
  );
}

function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  const same = [...short].findIndex((character, at) => character !== long[at]);
  if (same < 0) return true;
  const rest = short.length === long.length ? same + 1 : same;
  return short.slice(rest) === long.slice(same + 1);
}
