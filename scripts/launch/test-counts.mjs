// @ts-check
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** What vitest's JSON reporter writes. @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} report @returns {Counts} */
export function vitestCounts({ numPassedTests, numFailedTests, numPendingTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

/** What Playwright's JSON reporter writes. @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number } }} report @returns {Counts} */
export function playwrightCounts({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * The numbers of a stage. A stage that failed has at least one failure, also when it broke before any test could.
 * @param {((report: any) => Counts) | null} count @param {string} file @param {number} code
 * @returns {Counts}
 */
export function countsOf(count, file, code) {
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    if (count !== null) counts = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    if (code === 0) return { ...counts, failed: 1 };
  }
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed) };
}
