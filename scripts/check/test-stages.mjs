// @ts-check
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '../start/browser.mjs';
import { ensureInstalled } from '../start/install.mjs';
import { watchForStop } from '../start/stopping.mjs';
import { leashed, root, runProgram, say } from '../start/terminal.mjs';
import {
  countsOf,
  durationsOf,
  failuresOf,
  lastLines,
  playwrightCounts,
  vitestCounts,
} from './test-counts.mjs';

const RESULTS = join(root, '.cache/test-results');

/** @param {string} stage @returns {string} the file with what a stage printed */
const logOf = (stage) => join(RESULTS, `${stage}.log`);

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/**
 * @typedef {{ signal: AbortSignal, report: string, print: (text: Buffer) => void }} Run  `report`: the file that a stage
 *   with tests writes; `print` receives what its commands print
 * @typedef {{ name: string, run: (run: Run) => Promise<number>, count: ((report: any) => Counts) | null }} Stage
 *   `run` returns the exit code; `count` reads the report; null: the stage has no tests
 */

const bin = join(root, 'node_modules/.bin');

/** Runs a command and returns its exit code. @param {string} command @param {string[]} args @param {Run} run @param {Record<string, string>} [env] @returns {Promise<number>} */
function show(command, args, { signal, print }, env = {}) {
  return new Promise((resolve, reject) => {
    // A program of Node gets a leash: it ends when this process is killed.
    const isNode = command.startsWith(bin) || command === process.execPath;
    const [program, rest] = command.startsWith(bin)
      ? [process.execPath, [command, ...args]]
      : [command, args];
    const child = spawn(program, isNode ? [...leashed, ...rest] : rest, {
      cwd: root,
      stdio: 'pipe',
      env: { ...process.env, ...env },
    });
    child.stdout.on('data', print);
    child.stderr.on('data', print);
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    child.once('error', reject);
    const end = (/** @type {number | null} */ code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    };
    child.once('close', end);
    // What a stopped program has started may hold its output open for longer.
    child.once('exit', (code) => signal.aborted && end(code));
  });
}

/** Creates the stage that runs a project of vitest. @param {string} project @returns {Stage} */
const vitest = (project) => ({
  name: project,
  run: (run) =>
    show(
      join(bin, 'vitest'),
      [
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${run.report}`,
      ],
      run,
    ),
  count: vitestCounts,
});

/** Creates a stage without tests. @param {string} name @param {string} command @param {string[]} args @returns {Stage} */
const plain = (name, command, ...args) => ({ name, run: (run) => show(command, args, run), count: null });

/** @type {Stage} */
const INSTALL = {
  name: 'install',
  run: ({ signal }) => ensureInstalled(root, { withDev: true, signal }).then(() => 0),
  count: null,
};

/**
 * Two rows of stages that run side by side: the tests of each wait for others during a quarter of their time. Both take
 * about the same time. The second row prints each stage when it has ended.
 * @type {Stage[][]}
 */
const ROWS = [
  [vitest('integration')],
  [
    vitest('unit'),
    plain('check', process.execPath, 'scripts/check/check.mjs'),
    plain('build', process.execPath, 'scripts/start/build.mjs'),
    {
      name: 'browser',
      run: (run) =>
        show(join(bin, 'playwright'), ['test', '--reporter=list,json'], run, {
          PLAYWRIGHT_JSON_OUTPUT_FILE: run.report,
        }),
      count: playwrightCounts,
    },
    // Searches the build of the browser tests for the secrets that they used.
    plain('leaks', process.execPath, '--import', 'tsx', 'scripts/check/leaks.ts'),
  ],
];

/** @typedef {Counts & { name: string, seconds: number }} Done */

/** Runs a stage, and prints and returns its duration and its counts. @param {Stage} stage @param {AbortSignal} signal @param {boolean} isQuiet @returns {Promise<Done>} */
async function runStage({ name, run, count }, signal, isQuiet) {
  const started = performance.now();
  const report = join(RESULTS, `${name}.json`);
  const logFile = logOf(name);
  const log = createWriteStream(logFile);
  if (!isQuiet) say(`\n=== ${name} ===`);
  const print = (/** @type {Buffer} */ text) => {
    log.write(text);
    if (!isQuiet) process.stdout.write(text);
  };
  const code = await run({ signal, report, print }).catch((/** @type {Error} */ error) => {
    print(Buffer.from(`${error.message}\n`));
    return 1;
  });
  await new Promise((written) => log.end(written));
  if (isQuiet) say(`\n=== ${name} ===\n${readFileSync(logFile, 'utf8')}`);
  const counts = countsOf(count, report, signal.aborted ? 1 : code);
  const seconds = Math.round((performance.now() - started) / 1000);
  say(`=== ${name}: ${counts.failed > 0 ? 'FAILED' : 'ok'} in ${seconds} s ===`);
  return { ...counts, name, seconds };
}

/** Runs the stages of a row until one fails. @param {Stage[]} row @param {AbortSignal} signal @param {boolean} isQuiet @returns {Promise<Done[]>} */
async function runRow(row, signal, isQuiet) {
  const done = [];
  for (const [at, stage] of row.entries()) {
    const counts = await runStage(stage, signal, isQuiet);
    done.push(counts);
    if (counts.failed === 0) continue;
    const rest = row.slice(at + 1).map(({ name }) => name);
    say(`\nStopped at ${stage.name}.${rest.length > 0 ? ` Not run: ${rest.join(', ')}.` : ''}`);
    break;
  }
  return done;
}

const SLOWEST = 10;

/** Prints the table of stages and the slowest test files. @param {Done[]} stages @param {number} whole in seconds */
function showTimes(stages, whole) {
  say('\n  seconds  tests  stage');
  for (const { name, seconds, passed } of stages)
    say(`${String(seconds).padStart(9)}${String(passed || '').padStart(7)}  ${name}`);
  say(`${String(whole).padStart(9)}         whole`);
  const files = stages.flatMap(({ name }) => durationsOf(join(RESULTS, `${name}.json`), root));
  say('\n  seconds  slowest files');
  for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    say(`${seconds.toFixed(1).padStart(9)}  ${file}`);
}

/** Prints the failed tests again at the end, where a shortened log still has them. @param {Done[]} stages */
function showFailures(stages) {
  for (const { name, failed } of stages.filter((stage) => stage.failed > 0)) {
    const failures = failuresOf(join(RESULTS, `${name}.json`), root);
    say(`\n${name}: ${failed} failed`);
    for (const { test, reason } of failures) say(`\n- ${test}\n${reason}`);
    // An error outside the tests, such as an unhandled rejection, fails a stage whose tests all passed.
    if (failures.length === 0) say(`No test failed. It printed last:\n${lastLines(logOf(name))}`);
  }
}

await runProgram(async () => {
  const signal = watchForStop(() => {});
  // Runs first, because a developer may have to install a missing browser.
  process.env.CHROMIUM_PATH = await ensureBrowser({ signal });
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const started = performance.now();
  const done = await runRow([INSTALL], signal, false);
  if (done.every(({ failed }) => failed === 0))
    done.push(...(await Promise.all(ROWS.map((row, at) => runRow(row, signal, at > 0)))).flat());
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    done.reduce((total, counts) => total + counts[key], 0);
  showFailures(done);
  showTimes(done, Math.round((performance.now() - started) / 1000));
  if (sum('failed') > 0) process.exitCode = 1;
  if (sum('skipped') > 0) say(`${sum('skipped')} skipped`);
  say(`\n${sum('passed')} passed, ${sum('failed')} failed`);
});
