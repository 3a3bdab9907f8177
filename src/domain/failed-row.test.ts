import { expect, test } from 'vitest';
import { DAY_MS } from './duration';
import { nextTryAt, ROW_FAILURES_MAX } from './failed-row';

const failedAt = new Date('2026-11-20T09:00:00Z');
const delays = Array.from({ length: ROW_FAILURES_MAX }, (_, at) => {
  const next = nextTryAt(at + 1, failedAt);
  return next && next.getTime() - failedAt.getTime();
});

test('tries a failed row again in the next run, then after delays that double up to a day', () => {
  expect(delays.slice(0, 5)).toEqual([0, 60_000, 120_000, 240_000, 480_000]);
  expect(delays.slice(12, -1)).toEqual(Array(7).fill(DAY_MS));
});

test('gives up on a row after the last failure, about twelve days after the first', () => {
  expect(delays.at(-1)).toBeNull();
  const days = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0) / DAY_MS;
  expect(days).toBeGreaterThan(7);
  expect(days).toBeLessThan(13);
});
