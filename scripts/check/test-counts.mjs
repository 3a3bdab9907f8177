// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { tailOf } from '../start/terminal.mjs';

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

/** The length of a failure's reason in the summary, in characters. */
const REASON_LENGTH = 400;

/** @param {string | undefined} text @returns {string} the text without colours, shortened */
const reasonOf = (text) => stripVTControlCharacters(text ?? '').slice(0, REASON_LENGTH);

/** The lines in which vitest says its errors outside the tests and its summary. */
const LAST_LINES = 60;

/** Returns the last lines that a stage printed, without colours. @param {string} log its file @returns {string} */
export const lastLines = (log) => tailOf(stripVTControlCharacters(readFileSync(log, 'utf8')), LAST_LINES);

/** @typedef {{ test: string, reason: string }} Failure  `test`: its file and titles */

/**
 * Returns the failed tests of a report of vitest or Playwright. Empty for a stage without a report. A file that could not be
 * loaded is a failure too.
 * @param {string} report @param {string} root the folder to which the names are relative @returns {Failure[]}
 */
export function failuresOf(report, root) {
  if (!existsSync(report)) return [];
  const { testResults, suites } = JSON.parse(readFileSync(report, 'utf8'));
  if (!testResults) return suites.flatMap(playwrightFailures);
  return testResults.flatMap((/** @type {any} */ { name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ test: file, reason: reasonOf(message) }];
    return failed.map((/** @type {any} */ { fullName, failureMessages }) => ({
      test: `${file} > ${fullName}`,
      reason: reasonOf(failureMessages[0]),
    }));
  });
}

/** @param {any} suite @returns {Failure[]} */
function playwrightFailures({ file, specs = [], suites = [] }) {
  const own = specs
    .filter((/** @type {any} */ { ok }) => !ok)
    .map((/** @type {any} */ { title, tests }) => {
      const errors = tests.flatMap((/** @type {any} */ test) =>
        test.results.map((/** @type {any} */ { error }) => error?.message),
      );
      return { test: `e2e/${file} > ${title}`, reason: reasonOf(errors.find(Boolean)) };
    });
  return [...own, ...suites.flatMap(playwrightFailures)];
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
