import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  countsOf,
  durationsOf,
  failuresOf,
  lastLines,
  playwrightCounts,
  vitestCounts,
} from './test-counts.mjs';

let dir: string;
let report: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ira-counts-'));
  report = join(dir, 'report.json');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const vitest = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1 };

test('the numbers are those of the report', () => {
  writeFileSync(report, JSON.stringify(vitest));
  expect(countsOf(vitestCounts, report, 0)).toEqual({ passed: 7, failed: 0, skipped: 1 });
  writeFileSync(report, JSON.stringify({ stats: { expected: 3, unexpected: 2, skipped: 0 } }));
  expect(countsOf(playwrightCounts, report, 1)).toEqual({ passed: 3, failed: 2, skipped: 0 });
});

test('a stage that exits with an error never counts as zero failures', () => {
  writeFileSync(report, JSON.stringify(vitest));
  expect(countsOf(vitestCounts, report, 1)).toEqual({ passed: 7, failed: 1, skipped: 1 });
  expect(countsOf(null, report, 2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a stage of tests that left no report counts as failed although it exited well', () => {
  expect(countsOf(vitestCounts, report, 0)).toMatchObject({ failed: 1 });
  expect(countsOf(null, report, 0)).toMatchObject({ failed: 0 });
});

test('the duration of a file is that of all its runs, for both kinds of report', () => {
  const files = [{ name: '/home/ira/src/a.test.ts', startTime: 1000, endTime: 3500 }];
  writeFileSync(report, JSON.stringify({ testResults: files }));
  expect(durationsOf(report, '/home/ira')).toEqual([{ file: 'src/a.test.ts', seconds: 2.5 }]);
  const ran = (...runs: number[]) => ({ tests: [{ results: runs.map((duration) => ({ duration })) }] });
  const suite = { file: 'b.spec.ts', specs: [ran(1000)], suites: [{ specs: [ran(2000, 500)] }] };
  writeFileSync(report, JSON.stringify({ suites: [suite] }));
  expect(durationsOf(report, '/home/ira')).toEqual([{ file: 'e2e/b.spec.ts', seconds: 3.5 }]);
  expect(durationsOf(join(dir, 'none.json'), '/home/ira')).toEqual([]);
});

test('names each failed test with its reason, for both kinds of report and for a file that did not load', () => {
  const result = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const testResults = [
    {
      name: '/home/ira/src/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        result('pays once', 'failed', '\u001b[31mtwo charges\u001b[39m'),
        result('b', 'passed'),
      ],
    },
    { name: '/home/ira/src/b.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
    { name: '/home/ira/src/c.test.ts', status: 'passed', message: '', assertionResults: [] },
  ];
  writeFileSync(report, JSON.stringify({ testResults }));
  expect(failuresOf(report, '/home/ira')).toEqual([
    { test: 'src/a.test.ts > pays once', reason: 'two charges' },
    { test: 'src/b.test.ts', reason: 'no such file' },
  ]);
  const spec = (title: string, ok: boolean, ...messages: string[]) => ({
    title,
    ok,
    tests: [{ results: messages.map((message) => ({ error: { message } })) }],
  });
  const suite = {
    file: 'a.spec.ts',
    specs: [spec('a', true)],
    suites: [{ file: 'a.spec.ts', specs: [spec('b', false, 'not visible')] }],
  };
  writeFileSync(report, JSON.stringify({ suites: [suite] }));
  expect(failuresOf(report, '/home/ira')).toEqual([{ test: 'e2e/a.spec.ts > b', reason: 'not visible' }]);
  expect(failuresOf(join(dir, 'none.json'), '/home/ira')).toEqual([]);
});

test('keeps the end of what a stage printed, with the errors outside its tests', () => {
  const log = join(dir, 'stage.log');
  const error = '\u001b[31mUnhandled Rejection: the session is closed\u001b[39m';
  writeFileSync(log, `${'a test passed\n'.repeat(1000)}${error}\n Tests  7933 passed\n`);
  expect(lastLines(log).split('\n').slice(-2)).toEqual([
    'Unhandled Rejection: the session is closed',
    ' Tests  7933 passed',
  ]);
  expect(lastLines(log).split('\n')).toHaveLength(60);
});
