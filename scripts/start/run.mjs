// @ts-check
// node scripts/start/run.mjs <program> […]: runs a bundle of dist/ or a .ts file of this repository. Uses the
// settings of the product that is running with this DATA_DIR, if there is one.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { bundleOf, ensureBundles } from './bundle.mjs';
import { requireInstalled } from './install.mjs';
import { livingRun } from './run-file.mjs';
import { callerEnv } from './settings.mjs';
import { root, runProgram } from './terminal.mjs';

/** Returns the arguments of Node that run a bundle or a source file. @param {string} name */
async function programOf(name) {
  const isSource = /\.tsx?$/.test(name);
  requireInstalled(root, { withDev: isSource });
  if (isSource) return ['--import', 'tsx', name];
  await ensureBundles(root);
  return bundleOf(root, /** @type {import('./bundle.mjs').Program} */ (name));
}

await runProgram(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const caller = callerEnv(process.env, root);
  const run = livingRun(resolve(root, caller.DATA_DIR ?? '.data'));
  const child = spawn(process.execPath, [...(await programOf(name)), ...args], {
    cwd: root,
    env: /** @type {NodeJS.ProcessEnv} */ ({ ...run?.env, ...caller }),
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
});
