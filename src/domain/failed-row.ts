import { DAY_MS, MINUTE_MS } from './duration';

/** The number of failures after which a row of a scheduled job is not retried and waits for an operator. */
export const ROW_FAILURES_MAX = 20;

/**
 * Returns the next try of a row of a scheduled job that failed. The first retry is immediate. The later
 * delays are 1, 2, 4, … minutes, at most one day. Null after the last failure, about twelve days after the
 * first.
 * @param failures at least 1
 */
export function nextTryAt(failures: number, failedAt: Date): Date | null {
  if (failures >= ROW_FAILURES_MAX) return null;
  const delayMs = failures === 1 ? 0 : Math.min(DAY_MS, MINUTE_MS * 2 ** (failures - 2));
  return new Date(failedAt.getTime() + delayMs);
}
