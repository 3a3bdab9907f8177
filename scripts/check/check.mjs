// @ts-check
// npm run check: runs all checks that must pass before a change lands, two at a time. Prints the complete
// output of every failed check.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { requireInstalled } from '../start/install.mjs';
import { root, runProgram, runTool, say } from '../start/terminal.mjs';

const LANES = 2;
const next = join(root, 'node_modules/next/dist/bin/next');

/** Returns the command that runs a program of a package. @param {string} bin @param {string[]} args @returns {string[]} */
const run = (bin, ...args) => [join(root, 'node_modules', bin), ...args];

/** The checks: for each name, the arguments of Node. The longest are the first. @type {Record<string, string[]>} */
const CHECKS = {
  // The types too: the linter and the compiler share one program. The validator of the pages is generated, so that
  // git does not list it.
  lint: run('oxlint/bin/oxlint', '--type-check', '.', '.next/types/validator.ts'),
  sources: run('vitest/vitest.mjs', 'run', '--project', 'sources'),
  deadcode: run('knip/bin/knip.js'),
  format: run('oxfmt/bin/oxfmt', '--check'),
};

/**
 * Runs Node and collects its output.
 * @param {string[]} args @returns {Promise<string | null>} the output, or null if it succeeds
 */
function problemsOf(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const channel of [child.stdout, child.stderr])
      channel.on('data', (/** @type {Buffer} */ data) => (said += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? null : said));
  });
}

await runProgram(async () => {
  requireInstalled(root, { withDev: true });
  // Generates the types of the pages first, because the types are checked with them.
  await runTool({ what: 'next typegen', command: process.execPath, args: [next, 'typegen'], cwd: root });
  const queue = Object.entries(CHECKS).values();
  const lane = async () => {
    for (const [name, args] of queue) {
      const started = performance.now();
      const problems = await problemsOf(args);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      say(`${name}: ${problems === null ? 'ok' : 'FAILED'}, ${seconds} s`);
      if (problems === null) continue;
      process.stderr.write(`${problems.trimEnd()}\n`);
      process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
});
