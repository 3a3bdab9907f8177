import { allow, refuse, type Verdict } from './errors';

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

export function isLineIntent(text: unknown): text is LineIntent {
  return LINE_INTENTS.some((intent) => intent === text);
}

/** Whether an account can do without LINE: LAST_WAY_IN when there is neither a password nor a verified e-mail. */
export function canUnlinkLine(ways: { hasPassword: boolean; emailVerified: boolean }): Verdict {
  return ways.hasPassword || ways.emailVerified ? allow : refuse('LAST_WAY_IN');
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
