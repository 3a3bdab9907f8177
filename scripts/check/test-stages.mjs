// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../start/browser.mjs';
import { ensureInstalled } from '../start/install.mjs';
import { watchForStop } from '../start/stopping.mjs';
import { leashed, root, runProgram, say } from '../start/terminal.mjs';
import { countsOf, durationsOf, playwrightCounts, vitestCounts } from './test-counts.mjs';

const RESULTS = join(root, '.cache/test-results');

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {{ name: string, run: (file: string, signal: AbortSignal) => Promise<number>, count: ((report: any) => Counts) | null }} Stage
 *   `run` returns the exit code; `count` reads the report file that `run` wrote; null: the stage has no tests */

const bin = join(root, 'node_modules/.bin');

/** Runs a command, prints its output, and returns its exit code. @param {string} command @param {string[]} args @param {AbortSignal} signal @param {Record<string, string>} [env] @returns {Promise<number>} */
function show(command, args, signal, env = {}) {
  return new Promise((resolve, reject) => {
    // A program of Node gets a leash: it ends when this process is killed.
    const isNode = command.startsWith(bin);
    const child = spawn(isNode ? process.execPath : command, isNode ? [...leashed, command, ...args] : args, {
      cwd: root,
      stdio: [isNode ? 'pipe' : 'inherit', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    child.once('error', reject);
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}

/**
 * Begins to build the product for the browser tests, in the time that the processors have left: the tests before them
 * wait for their databases a third of the time. The browser tests wait for the build, and repeat one that failed.
 */
function buildMeanwhile() {
  const args = [...leashed, join(root, 'scripts/start/build.mjs')];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'ignore', 'ignore'] });
  child.once('error', () => {});
  // The child ends with this process, which need not wait for it. Only a pipe has the method `unref`.
  child.unref();
  if ('unref' in child.stdin) /** @type {import('node:net').Socket} */ (child.stdin).unref();
  if (child.pid !== undefined) setPriority(child.pid, 19);
}

/** Creates the stage that runs a project of vitest. @param {string} project @returns {Stage} */
const vitest = (project) => ({
  name: project,
  run: (file, signal) => {
    if (project === 'integration') buildMeanwhile();
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return show(join(bin, 'vitest'), ['run', '--project', project, ...reporters], signal);
  },
  count: vitestCounts,
});

/** @type {Stage[]} */
const STAGES = [
  {
    name: 'install',
    run: (_, signal) => ensureInstalled(root, { withDev: true, signal }).then(() => 0),
    count: null,
  },
  { name: 'check', run: (_, signal) => show('npm', ['run', '--silent', 'check'], signal), count: null },
  vitest('unit'),
  vitest('integration'),
  {
    name: 'end-to-end',
    run: async (file, signal) => {
      const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
      return show(join(bin, 'playwright'), ['test', '--reporter=list,json'], signal, env);
    },
    count: playwrightCounts,
  },
  {
    // Searches the build of the browser tests for the secrets that they used.
    name: 'leaks',
    run: (_, signal) => show(process.execPath, ['--import', 'tsx', 'scripts/check/leaks.ts'], signal),
    count: null,
  },
];

/**
 * Runs a stage, and prints and returns its duration and its counts.
 * @param {Stage} stage @param {AbortSignal} signal @returns {Promise<Counts & { name: string, seconds: number }>}
 */
async function runStage({ name, run, count }, signal) {
  say(`\n=== ${name} ===`);
  const started = performance.now();
  const file = join(RESULTS, `${name}.json`);
  const code = await run(file, signal).catch((/** @type {Error} */ error) => {
    process.stderr.write(`${error.message}\n`);
    return 1;
  });
  const counts = countsOf(count, file, signal.aborted ? 1 : code);
  const seconds = Math.round((performance.now() - started) / 1000);
  say(`=== ${name}: ${counts.failed > 0 ? 'FAILED' : 'ok'} in ${seconds} s ===`);
  return { ...counts, name, seconds };
}

const SLOWEST = 10;

/** Prints the table of stages and the slowest test files. @param {{ name: string, seconds: number, passed: number }[]} stages */
function showTimes(stages) {
  say('\n  seconds  tests  stage');
  for (const { name, seconds, passed } of stages)
    say(`${String(seconds).padStart(9)}${String(passed || '').padStart(7)}  ${name}`);
  const files = stages.flatMap(({ name }) => durationsOf(join(RESULTS, `${name}.json`), root));
  say('\n  seconds  slowest files');
  for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    say(`${seconds.toFixed(1).padStart(9)}  ${file}`);
}

await runProgram(async () => {
  const signal = watchForStop(() => {});
  // Runs first, because a developer may have to install a missing browser.
  process.env.CHROMIUM_PATH = await ensureBrowser({ signal });
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const done = [];
  for (const [at, stage] of STAGES.entries()) {
    const counts = await runStage(stage, signal);
    done.push(counts);
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) sum[key] += counts[key];
    if (counts.failed === 0) continue;
    const rest = STAGES.slice(at + 1).map(({ name }) => name);
    say(`\nStopped at ${stage.name}.${rest.length > 0 ? ` Not run: ${rest.join(', ')}.` : ''}`);
    process.exitCode = 1;
    break;
  }
  showTimes(done);
  if (sum.skipped > 0) say(`${sum.skipped} skipped`);
  say(`\n${sum.passed} passed, ${sum.failed} failed`);
});
