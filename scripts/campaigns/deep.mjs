// @ts-check
// npm run test:deep [part …]: runs what is too long for `npm test`, in parts of at most two hours. Each result goes to
// docs/results/deep-tests.json at once. A part that passed at this commit is not run again, so that a stopped run continues.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../start/browser.mjs';
import { Refusal, root, runProgram, say } from '../start/terminal.mjs';

const RESULTS_PATH = 'docs/results/deep-tests.json';
const RESULTS = join(root, RESULTS_PATH);
const PART_MAX_MS = 2 * 3_600_000;
const MINUTE_MS = 60_000;

/** The parts `name 1` to `name <count>` of a command. @param {string} name @param {number} count @param {(n: number) => string} command */
const numbered = (name, count, command) =>
  Array.from({ length: count }, (_, at) => [`${name} ${at + 1}`, command(at + 1)]);

/** The command of each part, by its name. @type {Record<string, string>} */
const PARTS = Object.fromEntries([
  ...numbered('integration', 4, (n) => `npm run task -- integration --shard=${n}/4`),
  ...numbered(
    'postgresql 15',
    4,
    (n) => `env POSTGRES_BIN=/usr/lib/postgresql/15/bin npm run task -- integration --shard=${n}/4`,
  ),
  ...numbered('browser', 2, (n) => `npm run task -- browser --shard=${n}/2`),
  ...numbered(
    'simulation',
    4,
    (n) => `npm run task -- sim --seeds 1 --first-seed ${n} --subscribers 50 --years 1`,
  ),
  ['mutations', 'npm run task -- mutations'],
  ['crashes of workers', 'npm run task -- fire worker workers clock'],
  ['crashes of webs', 'npm run task -- fire web changes repair taps passkeys moving'],
  ['crashes outside', 'npm run task -- fire database outside gateway mail mixed'],
  ['drills', 'npm run task -- drill services pgbouncer failover soak --short'],
  ['clients', 'npm run task -- clients'],
]);

/**
 * @typedef {{ part: string, commit: string, date: string, passed: boolean, minutes: number, machine: string }} Result
 */

/** Returns the last result of each part. @returns {Result[]} */
function readResults() {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8'))[0].results : [];
}

/** Replaces the result of a part. @param {Result} result */
function keepResult(result) {
  const names = Object.keys(PARTS);
  const results = [...readResults().filter(({ part }) => part !== result.part), result].filter(({ part }) =>
    names.includes(part),
  );
  results.sort((one, other) => names.indexOf(one.part) - names.indexOf(other.part));
  const campaign = {
    name: 'deep tests: the last result of each part',
    date: result.date,
    command: 'npm run test:deep',
    machine: 'as each result names it',
    results,
  };
  writeFileSync(RESULTS, `${JSON.stringify([campaign], null, 2)}\n`);
}

/** Returns the present commit, with `-dirty` if other files than the results are changed. */
function presentCommit() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const changed = git('status', '--porcelain', '--', '.', `:!${RESULTS_PATH}`).trim();
  return git('rev-parse', '--short', 'HEAD').trim() + (changed === '' ? '' : '-dirty');
}

/**
 * Runs a command in the long form of the tests, for at most two hours.
 * @param {string} line @returns {Promise<boolean>} whether the command succeeded in this time
 */
function run(line) {
  const [command = '', ...args] = line.split(' ');
  const env = { ...process.env, TEST_DEEP: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    const timer = setTimeout(() => {
      say('=== stopped after two hours ===');
      child.kill('SIGTERM');
    }, PART_MAX_MS);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

/** Returns the chosen parts: a name chooses the part of this name, or all parts that it begins. @param {string[]} wanted */
function chooseParts(wanted) {
  const names = Object.keys(PARTS);
  if (wanted.length === 0) return names;
  const chosen = names.filter((name) => wanted.some((one) => name === one || name.startsWith(`${one} `)));
  if (chosen.length === 0) throw new Refusal(`Parts: ${names.join(', ')}`);
  return chosen;
}

await runProgram(async () => {
  const args = process.argv.slice(2);
  const isAgain = args.includes('--again');
  const chosen = chooseParts(args.filter((one) => one !== '--again'));
  const commit = presentCommit();
  const done = readResults().filter(
    (one) => one.passed && one.commit === commit && !commit.endsWith('-dirty'),
  );
  const isDone = (/** @type {string} */ name) => !isAgain && done.some(({ part }) => part === name);
  const names = chosen.filter((name) => !isDone(name));
  if (names.length < chosen.length) say(`passed before at ${commit}: ${chosen.filter(isDone).join(', ')}`);
  if (names.some((name) => name.startsWith('browser'))) process.env.CHROMIUM_PATH = await ensureBrowser();
  const [cpu] = cpus();
  const machine = `${cpus().length} cores, ${cpu?.model ?? 'unknown'}, Node ${process.versions.node}`;
  for (const part of names) {
    const command = PARTS[part] ?? '';
    say(`\n=== ${part}: ${command} ===`);
    const started = performance.now();
    const passed = await run(command);
    const minutes = Math.round((performance.now() - started) / MINUTE_MS);
    const date = new Date().toISOString().slice(0, 10);
    keepResult({ part, commit, date, passed, minutes, machine });
    say(`=== ${part}: ${passed ? 'ok' : 'FAILED'} in ${minutes} min ===`);
    if (!passed) process.exitCode = 1;
  }
});
