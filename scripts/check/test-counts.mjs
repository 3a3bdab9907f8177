// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Returns the counts of a report of vitest's JSON reporter. @param
 * {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} report @returns {Counts}
 */
export function vitestCounts({ numPassedTests, numFailedTests, numPendingTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

/**
 * Returns the counts of a report of Playwright's JSON reporter. @param
 * {{ stats: { expected: number, unexpected: number, skipped: number } }} report @returns {Counts}
 */
export function playwrightCounts({ stats }) {
  const { expected, unexpected, skipped } = stats;
  return { passed: expected, failed: unexpected, skipped };
}

/** @typedef {{ file: string, seconds: number }} Duration */

/**
 * Returns how long each test file of a report of vitest or Playwright took. Empty for a stage without a report.
 * @param {string} report @param {string} root the folder to which the names are relative @returns {Duration[]}
 */
export function durationsOf(report, root) {
  if (!existsSync(report)) return [];
  const { testResults, suites } = JSON.parse(readFileSync(report, 'utf8'));
  if (testResults)
    return testResults.map((/** @type {any} */ { name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }));
  return suites.map((/** @type {any} */ suite) => ({
    file: `e2e/${suite.file}`,
    seconds: resultsOf(suite).reduce((sum, ms) => sum + ms, 0) / 1000,
  }));
}

/** @param {any} suite @returns {number[]} the milliseconds of every run of a test */
function resultsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap((/** @type {any} */ spec) =>
    spec.tests.flatMap((/** @type {any} */ test) =>
      test.results.map((/** @type {any} */ { duration }) => duration),
    ),
  );
  return [...own, ...suites.flatMap(resultsOf)];
}

/**
 * Returns the counts of a stage. A stage with an exit code other than 0 has at least one failure, even without tests.
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
