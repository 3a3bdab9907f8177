import { addDays, dayOf, hourOf, startOfDay, type Day } from './day';
import { CHARGE_HOUR } from './payment';

/** A payment link works until the end of this many days after the day on which it was made. */
export const LINK_DAYS = 3;

/** The gateway makes no QR code that lives longer. */
export const QR_MAX_MS = 24 * 3_600_000;
/** Less than this is too short to open a bank's app and pay. */
export const QR_MIN_MS = 2 * 60_000;

const SECOND_MS = 1000;
/** Whoever was paying when a QR code ended is heard of by then. */
const QR_GRACE_MS = 3_600_000;

/** When the gateway is asked about a QR code for the last time. */
export function qrLastLookAt(endsAt: Date): Date {
  return new Date(endsAt.getTime() + QR_GRACE_MS);
}

/** The first instant at which a link made now no longer works. */
export function linkEndsAt(madeAt: Date): Date {
  return startOfDay(addDays(dayOf(madeAt), LINK_DAYS + 1));
}

/** The last day on which a link works, as people are told it. */
export function lastDayOfLink(expiresAt: Date): Day {
  return dayOf(new Date(expiresAt.getTime() - 1));
}

/** When the person is reminded: at 09:00 of the day before the last one; null when that is not ahead. */
export function remindOfLinkAt(madeAt: Date, expiresAt: Date): Date | null {
  const at = hourOf(addDays(lastDayOfLink(expiresAt), -1), CHARGE_HOUR);
  return at > madeAt ? at : null;
}

/** When a QR code made now would end, in whole seconds as the gateway counts; null when too little time is left. */
export function qrEndsAt(now: Date, linkExpiresAt: Date): Date | null {
  const latest = Math.floor((now.getTime() + QR_MAX_MS) / SECOND_MS) * SECOND_MS;
  const endsAt = Math.min(latest, linkExpiresAt.getTime());
  return endsAt - now.getTime() < QR_MIN_MS ? null : new Date(endsAt);
}

/** What can't be mistaken for another when it is read aloud or copied by hand: no 0, O, 1, I, L. */
const REFERENCE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 8;

/** A reference for a bank transfer, made of random bytes: eight letters or digits. */
export function referenceOf(bytes: Uint8Array): string {
  return [...bytes.slice(0, REFERENCE_LENGTH)]
    .map((byte) => REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length])
    .join('');
}

/** A text as references are compared: only their letters and digits, in capitals. */
export function plainReference(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/**
 * The references that a line of a bank's statement may name: the whole text without spaces and dashes, and each of its
 * words. Case does not matter.
 */
export function referencesIn(text: string): string[] {
  const words = text
    .toUpperCase()
    .split(/[^A-Z0-9-]+/)
    .map((word) => word.replaceAll('-', ''));
  return [...new Set([plainReference(text), ...words])].filter((word) => word.length === REFERENCE_LENGTH);
}
