import { DAY_MS, HOUR_MS } from './duration';
import { normaliseText } from './text';

/** The reasons for which a visitor is redirected to LINE. */
export const LINE_INTENTS = ['login', 'register', 'link'] as const;
export type LineIntent = (typeof LINE_INTENTS)[number];

/** The results of a LINE log-in that a page reports. `linked` is a success, all others are failures. */
export const LINE_ENDINGS = [
  'linked',
  'denied',
  'not_linked',
  'taken',
  'linked_elsewhere',
  'payment_pending',
  'failed',
  'unfinished',
] as const;
export type LineEnding = (typeof LINE_ENDINGS)[number];

export const LINE_FLOW_MINUTES = 10;
export const LINE_REGISTRATION_MINUTES = 60;
/** The hours after linking in which a LINE account can log in but is no proof of identity. */
export const LINE_SETTLES_HOURS = 24;

export function isLineIntent(text: unknown): text is LineIntent {
  return LINE_INTENTS.some((intent) => intent === text);
}

/** When a LINE profile was linked, and when the registration of its account ended (at the first payment). */
export interface LinkedLine {
  connectedAt: Date;
  registeredAt: Date;
}

/**
 * Whether a linked LINE account proves the identity of the user: it was linked during the registration, or at
 * least 24 hours ago. In these hours the owner, who was notified by e-mail, could unlink it. An attacker who
 * stole a session may have linked it.
 */
export function canLineProve({ connectedAt, registeredAt }: LinkedLine, now: Date): boolean {
  const age = now.getTime() - connectedAt.getTime();
  return connectedAt <= registeredAt || age >= LINE_SETTLES_HOURS * HOUR_MS;
}

/** The days for which a LINE account linked after the registration counts as new. */
export const NEW_LINE_DAYS = 30;

/**
 * Whether the LINE account was linked after the registration and in the last 30 days. An attacker who stole a
 * session may have linked it.
 */
export function isLineNew({ connectedAt, registeredAt }: LinkedLine, now: Date): boolean {
  const age = now.getTime() - connectedAt.getTime();
  return connectedAt > registeredAt && age < NEW_LINE_DAYS * DAY_MS;
}

const NAME_MAX = 80;

/**
 * Proposes a first and a last name for a form from a LINE display name. Emoji, symbols and words without a
 * letter are removed. If several words remain, the last one becomes the last name.
 */
export function nameFromDisplayName(displayName: string | null): { firstName: string; lastName: string } {
  const words = normaliseText(displayName ?? '')
    .replace(/[^\p{L}\p{M}\s'.’-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' ').slice(0, NAME_MAX), lastName: lastName.slice(0, NAME_MAX) };
}

/**
 * Returns the URL to add a LINE official account as a friend.
 * @param id the id of the account ('@ira') or its URL
 */
export function lineAddress(id: string): string {
  return id.startsWith('https://') ? id : `https://line.me/R/ti/p/${encodeURIComponent(id)}`;
}

/** Returns the id of a LINE official account as people type it: '@ira'. @param id the id, or the URL that ends with it */
export function lineName(id: string): string {
  return decodeURIComponent(id.slice(id.lastIndexOf('/') + 1));
}
