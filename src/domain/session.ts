import { DAY_MS, MINUTE_MS } from './duration';

export const SESSION_MINUTES = 60;
export const SESSION_MAX_DAYS = 30;
/** The largest number of sessions of an account. A new session ends the oldest one. */
export const SESSIONS_MAX = 20;
/** The log-in methods that can start a session. */
export const LOG_IN_METHODS = ['password', 'magic_link', 'line', 'passkey', 'registration'] as const;
export type LogInMethod = (typeof LOG_IN_METHODS)[number];

/**
 * The name of a cookie that scripts can read. It contains no secret and only means that this browser may have
 * a session.
 */
export const SIGNED_IN_COOKIE = 'signed-in';

export const REFRESH_THRESHOLD_MINUTES = 10;
/**
 * The minutes for which a log-in proves the identity of the user. Some changes need such a proof in addition
 * to a session.
 */
export const FRESH_LOG_IN_MINUTES = 10;

/** Returns the whole minutes until the expiry, rounded down; 0 once expired. */
export function expiresInMinutes(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / MINUTE_MS));
}

/** Whether the app should refresh a session with this many minutes left. */
export function shouldRefresh(minutes: number): boolean {
  return minutes <= REFRESH_THRESHOLD_MINUTES;
}

/**
 * Returns the new expiry of a refreshed session, at most 30 days after the log-in. Null after these 30 days.
 * @param minutes the duration of an extension
 */
export function extendedExpiry(now: Date, createdAt: Date, minutes: number): Date | null {
  const latest = createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS;
  if (now.getTime() >= latest) return null;
  return new Date(Math.min(now.getTime() + minutes * MINUTE_MS, latest));
}

/**
 * Returns when a session was last extended, computed from its expiry. Without an extension, returns its
 * start.
 * @param minutes the duration of an extension
 */
export function lastExtendedAt(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
  minutes: number,
): Date {
  return new Date(Math.max(createdAt.getTime(), expiresAt.getTime() - minutes * MINUTE_MS));
}

/** Whether a log-in is less than ten minutes old, so that it proves the identity of the user. */
export function isFreshLogIn(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < FRESH_LOG_IN_MINUTES * MINUTE_MS;
}
