import { DAY_MS, MINUTE_MS } from './duration';

/** After so many failures a row of due work waits for an operator. */
export const ROW_FAILURES_MAX = 20;

/**
 * Returns from when a row of due work that failed alone is tried again: at once, then after 1, 2, 4, … minutes, at
 * most a day. Null after the last failure, about twelve days after the first.
 * @param failures at least 1
 */
export function nextTryAt(failures: number, failedAt: Date): Date | null {
  if (failures >= ROW_FAILURES_MAX) return null;
  const delayMs = failures === 1 ? 0 : Math.min(DAY_MS, MINUTE_MS * 2 ** (failures - 2));
  return new Date(failedAt.getTime() + delayMs);
}
