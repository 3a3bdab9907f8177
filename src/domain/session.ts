import { DAY_MS, MINUTE_MS } from './duration';

export const SESSION_MINUTES = 60;
export const SESSION_MAX_DAYS = 30;
/** An account's oldest sessions beyond this many end. */
export const SESSIONS_MAX = 20;
/** How a session began. */
export const LOG_IN_METHODS = ['password', 'magic_link', 'line', 'registration'] as const;
export type LogInMethod = (typeof LOG_IN_METHODS)[number];

export const REFRESH_THRESHOLD_MINUTES = 10;
/** A log-in younger than this shows who is there, for changes that a mere session may not make. */
export const FRESH_LOG_IN_MINUTES = 10;

/** Whole minutes left, rounded down; 0 once expired. */
export function expiresInMinutes(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / MINUTE_MS));
}

/** Whether the app should ask for a refresh with so many minutes left. */
export function shouldRefresh(minutes: number): boolean {
  return minutes <= REFRESH_THRESHOLD_MINUTES;
}

/** The expiry after a refresh, never past 30 days after log-in; null when those are over. */
export function extendedExpiry(now: Date, createdAt: Date, minutes: number): Date | null {
  const latest = createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS;
  if (now.getTime() >= latest) return null;
  return new Date(Math.min(now.getTime() + minutes * MINUTE_MS, latest));
}

/** When a session was last extended, or began: what is left of it tells. `minutes`: how long an extension lasts. */
export function lastExtendedAt(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
  minutes: number,
): Date {
  return new Date(Math.max(createdAt.getTime(), expiresAt.getTime() - minutes * MINUTE_MS));
}

/** Whether a log-in is so recent that it proves who is there; the minutes' last instant no longer counts. */
export function isFreshLogIn(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < FRESH_LOG_IN_MINUTES * MINUTE_MS;
}
