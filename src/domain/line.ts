import { DAY_MS, HOUR_MS } from './duration';
import { allow, refuse, type Verdict } from './errors';
import { isFreshLogIn, type LogInMethod } from './session';

/** What somebody goes to LINE for. */
export const LINE_INTENTS = ['login', 'register', 'link'] as const;
export type LineIntent = (typeof LINE_INTENTS)[number];

/** How a walk to LINE can end badly, and `linked`, which is the good end that a page should mention. */
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
/** For so long after it was linked LINE logs in, and proves nothing. */
export const LINE_SETTLES_HOURS = 24;

export function isLineIntent(text: unknown): text is LineIntent {
  return LINE_INTENTS.some((intent) => intent === text);
}

/** Whether an account can do without LINE: LAST_WAY_IN when there is neither a password nor a verified e-mail. */
export function canUnlinkLine(ways: { hasPassword: boolean; emailVerified: boolean }): Verdict {
  return ways.hasPassword || ways.emailVerified ? allow : refuse('LAST_WAY_IN');
}

/** A linked profile, and when the registration of its account ended: with the first payment. */
export interface LinkedLine {
  connectedAt: Date;
  registeredAt: Date;
}

/**
 * Whether a linked LINE says who the person is: it came with the registration, or has been there for a day, in which
 * they were told by mail and could take it off. A younger one shows only that somebody had a session.
 */
export function canLineProve({ connectedAt, registeredAt }: LinkedLine, now: Date): boolean {
  const age = now.getTime() - connectedAt.getTime();
  return connectedAt <= registeredAt || age >= LINE_SETTLES_HOURS * HOUR_MS;
}

/** For how long a LINE account linked after the registration is asked about at a password change, and unlinked by a report. */
export const NEW_LINE_DAYS = 30;

/** Whether the LINE account was linked recently, so that a thief of the session may have linked it. */
export function isLineNew({ connectedAt, registeredAt }: LinkedLine, now: Date): boolean {
  const age = now.getTime() - connectedAt.getTime();
  return connectedAt > registeredAt && age < NEW_LINE_DAYS * DAY_MS;
}

/**
 * Whether a session's log-in shows that the person is there now: less than ten minutes ago and, if it was by LINE, by a
 * LINE that can prove.
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
 * What somebody is probably called, from the name they chose for LINE: without pictures and signs, the last of
 * several words as the last name where all of them are words. Only ever a proposal in a form.
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
