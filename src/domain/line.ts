import { DAY_MS, HOUR_MS } from './duration';
import { allow, refuse, type Verdict } from './errors';
import { isFreshLogIn, type LogInMethod } from './session';

/** Why a visitor is sent to LINE. */
export const LINE_INTENTS = ['login', 'register', 'link'] as const;
export type LineIntent = (typeof LINE_INTENTS)[number];

/** How a LINE log-in can fail, and `linked`, the success that a page reports. */
export const LINE_ENDINGS = [
  'linked',
  'denied',
  'not_linked',
  'taken',
  'linked_elsewhere',
  'failed',
  'unfinished',
] as const;
export type LineEnding = (typeof LINE_ENDINGS)[number];

export const LINE_FLOW_MINUTES = 10;
export const LINE_REGISTRATION_MINUTES = 60;
/** For this many hours after linking, LINE can log in but is no proof of identity. */
export const LINE_SETTLES_HOURS = 24;

export function isLineIntent(text: unknown): text is LineIntent {
  return LINE_INTENTS.some((intent) => intent === text);
}

/**
 * Returns LAST_WAY_IN when the account has neither a password nor a verified e-mail, so LINE is its only login method.
 */
export function canUnlinkLine(ways: { hasPassword: boolean; emailVerified: boolean }): Verdict {
  return ways.hasPassword || ways.emailVerified ? allow : refuse('LAST_WAY_IN');
}

/** A linked LINE profile, and when the registration of its account ended, with the first payment. */
export interface LinkedLine {
  connectedAt: Date;
  registeredAt: Date;
}

/**
 * Whether a linked LINE account proves the identity of the user: it was linked at registration, or for a day, in which
 * the owner was notified by mail and could unlink it. A newer one may have been linked by a thief of the session.
 */
export function canLineProve({ connectedAt, registeredAt }: LinkedLine, now: Date): boolean {
  const age = now.getTime() - connectedAt.getTime();
  return connectedAt <= registeredAt || age >= LINE_SETTLES_HOURS * HOUR_MS;
}

/** How long a LINE account linked after the registration is checked at a password change and unlinked by a report. */
export const NEW_LINE_DAYS = 30;

/** Whether the LINE account was linked recently, so that a thief of the session may have linked it. */
export function isLineNew({ connectedAt, registeredAt }: LinkedLine, now: Date): boolean {
  const age = now.getTime() - connectedAt.getTime();
  return connectedAt > registeredAt && age < NEW_LINE_DAYS * DAY_MS;
}

/**
 * Whether the session's log-in proves that the user is present: less than ten minutes ago and, by LINE, with a LINE
 * account that is a proof.
 */
export function isProvenByLogIn(
  session: { method: LogInMethod; createdAt: Date },
  line: LinkedLine | null,
  now: Date,
): boolean {
  const isTrusted = session.method !== 'line' || (line !== null && canLineProve(line, now));
  return isTrusted && isFreshLogIn(session.createdAt, now);
}

const NAME_MAX = 80;

/**
 * Proposes a first and last name from a LINE display name, for a form. Emoji and symbols are removed; with several
 * words, the last one is the last name if all are words.
 */
export function nameFromDisplayName(displayName: string | null): { firstName: string; lastName: string } {
  const words = (displayName ?? '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\s'.’-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' ').slice(0, NAME_MAX), lastName: lastName.slice(0, NAME_MAX) };
}
