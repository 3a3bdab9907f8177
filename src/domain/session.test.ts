import { describe, expect, test } from 'vitest';
import { isLocale } from './locale';
import { expiresInMinutes, extendedExpiry, isFreshLogIn, lastExtendedAt, shouldRefresh } from './session';

const now = new Date('2026-11-20T02:00:00.000Z');
const later = (minutes: number, ms = 0) => new Date(now.getTime() + minutes * 60_000 + ms);
const days = (count: number) => count * 24 * 60;

test('minutes left are whole minutes rounded down, 60 right after log-in', () => {
  expect(expiresInMinutes(later(60), now)).toBe(60);
  expect(expiresInMinutes(later(60, -1), now)).toBe(59);
  expect(expiresInMinutes(later(0, 59_999), now)).toBe(0);
  expect(expiresInMinutes(later(-5), now)).toBe(0);
});

test('the app refreshes the session at 10 minutes or less, not at 11', () => {
  expect(shouldRefresh(11)).toBe(false);
  expect(shouldRefresh(10)).toBe(true);
  expect(shouldRefresh(0)).toBe(true);
});

describe('a session refresh', () => {
  test('gives the full time again', () => {
    expect(extendedExpiry(now, later(-days(1)), 60)).toEqual(later(60));
  });

  test('never extends beyond 30 days after log-in', () => {
    const createdAt = later(-days(30), 0);
    expect(extendedExpiry(later(-30), createdAt, 60)).toEqual(now);
    expect(extendedExpiry(later(-60), createdAt, 60)).toEqual(now);
    expect(extendedExpiry(later(-61), createdAt, 60)).toEqual(later(-1));
  });

  test('is refused after the 30 days', () => {
    expect(extendedExpiry(now, later(-days(30)), 60)).toBeNull();
    expect(extendedExpiry(later(0, -1), later(-days(30)), 60)).toEqual(now);
  });
});

test('a log-in replaces the password for ten minutes, not a moment longer', () => {
  expect(isFreshLogIn(later(-9, -59), now)).toBe(true);
  expect(isFreshLogIn(later(-10), now)).toBe(false);
});

test('the product supports English and Thai', () => {
  expect(['en', 'th'].every(isLocale)).toBe(true);
  expect(['EN', 'de', '', null].some(isLocale)).toBe(false);
});

test('a session refreshed every nine minutes for 91 days ends 30 days after log-in', () => {
  let expiresAt: Date | null = later(60);
  let ended = 0;
  for (let at = 9; at <= days(91) && ended === 0; at += 9) {
    expiresAt = expiresAt && expiresAt > later(at) ? extendedExpiry(later(at), now, 60) : null;
    if (!expiresAt) ended = at;
  }
  expect(ended).toBe(days(30));
});

test('a session was last active when it was last extended, never before it began', () => {
  expect(lastExtendedAt({ createdAt: now, expiresAt: later(60) }, 60)).toEqual(now);
  expect(lastExtendedAt({ createdAt: now, expiresAt: later(95) }, 60)).toEqual(later(35));
  expect(lastExtendedAt({ createdAt: now, expiresAt: later(1) }, 60)).toEqual(now);
});
