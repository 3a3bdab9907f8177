// @ts-check
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, flaky: number }} Counts
 *   `flaky`: those of `passed` that failed in their first run */

/**
 * Returns the counts of a report of vitest's JSON reporter. @param
 * {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} report @returns {Counts}
 */
export function vitestCounts({ numPassedTests, numFailedTests, numPendingTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, flaky: 0 };
}

/**
 * Returns the counts of a report of Playwright's JSON reporter. @param
 * {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number } }} report @returns {Counts}
 */
export function playwrightCounts({ stats }) {
  const { expected, flaky, unexpected, skipped } = stats;
  return { passed: expected + flaky, failed: unexpected, skipped, flaky };
}

/**
 * Returns the counts of a stage. A stage with an exit code other than 0 has at least one failure, even without tests.
 * @param {((report: any) => Counts) | null} count @param {string} file @param {number} code
 * @returns {Counts}
 */
export function countsOf(count, file, code) {
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  try {
    if (count !== null) counts = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    if (code === 0) return { ...counts, failed: 1 };
  }
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed) };
}
