// @ts-check
// npm run test:deep: the campaigns that are too long for `npm test`. Adds the result to docs/results/deep-tests.json.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { root, runProgram, say } from './launch/terminal.mjs';

const RESULTS = join(root, 'docs/results/deep-tests.json');

/** @type {Record<string, string>} */
const CAMPAIGNS = {
  integration: 'npx vitest run --project integration',
  browser: 'npx playwright test',
  simulation: 'npm run sim -- --seeds 4 --subscribers 50 --years 1',
  mutations: 'npm run mutations',
  crashes: 'npm run fire',
};

/** @param {string} line @returns {Promise<boolean>} whether the command succeeded */
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
  if (names.includes('browser')) process.env.CHROMIUM_PATH = await ensureBrowser();
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  for (const name of names) {
    const command = CAMPAIGNS[name] ?? '';
    say(`\n=== ${name}: ${command} ===`);
    const started = new Date();
    const passed = await run(command);
    const minutes = Math.round((Date.now() - started.getTime()) / 60_000);
    const results = JSON.parse(readFileSync(RESULTS, 'utf8'));
    results.push({
      date: started.toISOString().slice(0, 10),
      commit,
      campaign: name,
      command,
      passed,
      minutes,
    });
    writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
    say(`=== ${name}: ${passed ? 'ok' : 'FAILED'} in ${minutes} min ===`);
    if (!passed) process.exitCode = 1;
  }
});
