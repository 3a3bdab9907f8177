import { DAY_MS, MINUTE_MS } from './duration';

export const SESSION_MINUTES = 60;
export const SESSION_MAX_DAYS = 30;
/** The oldest sessions of an account beyond this number are ended. */
export const SESSIONS_MAX = 20;
/** How a session started. */
export const LOG_IN_METHODS = ['password', 'magic_link', 'line', 'registration'] as const;
export type LogInMethod = (typeof LOG_IN_METHODS)[number];

/** A cookie without a secret beside the session cookie, readable by scripts: this browser may have a session. */
export const SIGNED_IN_COOKIE = 'signed-in';

export const REFRESH_THRESHOLD_MINUTES = 10;
/** A log-in within this time proves the identity of the user, for changes that a session alone may not make. */
export const FRESH_LOG_IN_MINUTES = 10;

/** Returns the whole minutes left, rounded down; 0 once expired. */
export function expiresInMinutes(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / MINUTE_MS));
}

/** Whether the app should refresh a session with this many minutes left. */
export function shouldRefresh(minutes: number): boolean {
  return minutes <= REFRESH_THRESHOLD_MINUTES;
}

/** Returns the expiry after a refresh, at most 30 days after log-in; null after those. */
export function extendedExpiry(now: Date, createdAt: Date, minutes: number): Date | null {
  const latest = createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS;
  if (now.getTime() >= latest) return null;
  return new Date(Math.min(now.getTime() + minutes * MINUTE_MS, latest));
}

/**
 * Returns when a session was last extended, or began, computed from its expiry. `minutes`: how long an extension lasts.
 */
export function lastExtendedAt(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
  minutes: number,
): Date {
  return new Date(Math.max(createdAt.getTime(), expiresAt.getTime() - minutes * MINUTE_MS));
}

/**
 * Whether a log-in is so recent that it proves the identity of the user; the last instant of the period does not count.
 */
export function isFreshLogIn(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < FRESH_LOG_IN_MINUTES * MINUTE_MS;
}
