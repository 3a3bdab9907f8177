import { expect, test } from 'vitest';
import { isOverdue, nextTryAt, wantsEvent } from './webhook';

const now = new Date('2026-11-20T03:00:00Z');
const secondsAfter = (tries: number, random = 0, retryAfter = 0) => {
  const at = nextTryAt(now, tries, random, retryAfter);
  return at && (at.getTime() - now.getTime()) / 1000;
};

test('ten tries wait longer and longer, for about three days, and then end', () => {
  const waits = Array.from({ length: 9 }, (_, n) => secondsAfter(n + 1) ?? 0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.reduce((sum, one) => sum + one, 0) / 86_400).toBeCloseTo(3.15, 1);
  expect(secondsAfter(10)).toBeNull();
});

test('tries of many deliveries come apart, and Retry-After counts up to a day', () => {
  expect([secondsAfter(2, 0), secondsAfter(2, 1)]).toEqual([300, 360]);
  expect([secondsAfter(1, 0, 120), secondsAfter(1, 0, 999_999)]).toEqual([120, 86_400]);
});

test('an endpoint is off after five whole days of failures', () => {
  const day = (n: number) => new Date(now.getTime() + n * 86_400_000);
  expect([isOverdue(now, day(4.99)), isOverdue(now, day(5))]).toEqual([false, true]);
});

test('without a choice an endpoint gets every event', () => {
  expect([wantsEvent([], 'order.paid'), wantsEvent(['order.due'], 'order.paid')]).toEqual([true, false]);
});
