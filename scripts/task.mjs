// @ts-check
// npm run task -- <name> […]: runs one of the rarer programs of this repository. Without a name it lists them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBrowser } from './start/browser.mjs';
import { requireInstalled } from './start/install.mjs';
import { Refusal, root, runProgram } from './start/terminal.mjs';

const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);
/** A TypeScript file. @param {string} file */
const source = (file) => [process.execPath, '--import', 'tsx', `scripts/${file}`];
/** A file that Node runs as it is. @param {string} file @param {string[]} args */
const plain = (file, ...args) => [process.execPath, `scripts/${file}`, ...args];

/** The command of each task, by its name. @type {Record<string, string[]>} */
const TASKS = {
  // One stage of `npm test`.
  unit: [bin('vitest'), 'run', '--project', 'unit'],
  integration: [bin('vitest'), 'run', '--project', 'integration'],
  browser: [bin('playwright'), 'test'],
  lint: [bin('oxlint'), '--type-check'],
  format: [bin('oxfmt')],
  deadcode: [bin('knip')],
  sources: [bin('vitest'), 'run', '--project', 'sources'],
  // Campaigns.
  sim: source('campaigns/sim.ts'),
  mutations: source('campaigns/mutations.ts'),
  fire: source('campaigns/fire.ts'),
  drill: source('campaigns/drill.ts'),
  conformance: source('campaigns/conformance.ts'),
  clients: plain('campaigns/clients.mjs'),
  image: plain('campaigns/image.mjs'),
  // Files that are generated.
  graphql: source('data/graphql-schema.ts'),
  paths: source('data/rest-paths.ts'),
  emails: source('pictures/emails.ts'),
  og: source('pictures/og.tsx'),
  menus: source('pictures/menus.tsx'),
  shots: plain('start/run.mjs', 'scripts/pictures/shots.ts'),
};

await runProgram(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  if (!Object.hasOwn(TASKS, name))
    throw new Refusal(`Use: npm run task -- <name> […]\nNames: ${Object.keys(TASKS).join(', ')}`);
  const [command = '', ...given] = TASKS[name] ?? [];
  requireInstalled(root, { withDev: true });
  if (name === 'browser') process.env.CHROMIUM_PATH = await ensureBrowser();
  // The task gets the signals of the terminal itself. One that is sent to this process alone is passed on.
  const child = spawn(command, [...given, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
});
