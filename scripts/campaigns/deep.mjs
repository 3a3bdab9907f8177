// @ts-check
// npm run test:deep: runs tests that are too long for `npm test`. Adds the result to
// docs/results/deep-tests.json.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../start/browser.mjs';
import { Refusal, root, runProgram, say } from '../start/terminal.mjs';

const RESULTS = join(root, 'docs/results/deep-tests.json');

/** The long tests: for each name, the command. @type {Record<string, string>} */
const CAMPAIGNS = {
  integration: 'npm run task -- integration',
  'postgresql 15': 'env POSTGRES_BIN=/usr/lib/postgresql/15/bin npm run task -- integration',
  browser: 'npm run task -- browser',
  simulation: 'npm run task -- sim --seeds 4 --subscribers 50 --years 1',
  mutations: 'npm run task -- mutations',
  crashes: 'npm run task -- fire',
  drills: 'npm run task -- drill pgbouncer failover --short',
  clients: 'npm run task -- clients',
};

/**
 * Runs a command in the long form of the tests.
 * @param {string} line @returns {Promise<boolean>} whether the command succeeded
 */
function run(line) {
  const [command = '', ...args] = line.split(' ');
  const env = { ...process.env, TEST_DEEP: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

await runProgram(async () => {
  const wanted = process.argv.slice(2);
  const names = Object.keys(CAMPAIGNS).filter((name) => wanted.length === 0 || wanted.includes(name));
  if (names.length === 0) throw new Refusal(`Parts: ${Object.keys(CAMPAIGNS).join(', ')}`);
  if (names.includes('browser')) process.env.CHROMIUM_PATH = await ensureBrowser();
  const git = ['describe', '--always', '--dirty'];
  const commit = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const results = [];
  for (const name of names) {
    const command = CAMPAIGNS[name] ?? '';
    say(`\n=== ${name}: ${command} ===`);
    const started = performance.now();
    const passed = await run(command);
    const minutes = Math.round((performance.now() - started) / 60_000);
    results.push({ part: name, command, passed, minutes });
    say(`=== ${name}: ${passed ? 'ok' : 'FAILED'} in ${minutes} min ===`);
    if (!passed) process.exitCode = 1;
  }
  const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : [];
  const [cpu] = cpus();
  const machine = `${cpus().length} cores, ${cpu?.model ?? 'unknown'}, Node ${process.versions.node}`;
  const campaign = { name: 'deep tests', date, command: 'npm run test:deep', commit, machine, results };
  writeFileSync(RESULTS, `${JSON.stringify([...known, campaign], null, 2)}\n`);
});
