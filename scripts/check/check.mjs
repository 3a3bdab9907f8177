// @ts-check
// npm run check: runs all checks that must pass before a change lands, two at a time. Prints the start and the end of the
// output of every failed check.
import { join } from 'node:path';
import { requireInstalled } from '../start/install.mjs';
import { watchForStop } from '../start/stopping.mjs';
import { leashed, Refusal, root, runProgram, runTool, say } from '../start/terminal.mjs';

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

await runProgram(async () => {
  requireInstalled(root, { withDev: true });
  const signal = watchForStop(() => {});
  const runNode = (/** @type {string} */ what, /** @type {string[]} */ args) =>
    runTool({ what, command: process.execPath, args, cwd: root, signal });
  // Generates the types of the pages first, because the types are checked with them.
  await runNode('next typegen', [next, 'typegen']);
  const queue = Object.entries(CHECKS).values();
  const lane = async () => {
    for (const [name, args] of queue) {
      const started = performance.now();
      const failure = await runNode(name, [...leashed, ...args]).then(
        () => null,
        (/** @type {unknown} */ error) => {
          if (error instanceof Refusal) return error.message;
          throw error;
        },
      );
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      say(`${name}: ${failure === null ? 'ok' : 'FAILED'}, ${seconds} s`);
      if (failure === null) continue;
      process.stderr.write(`${failure}\n`);
      process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
});
