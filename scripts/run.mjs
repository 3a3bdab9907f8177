// @ts-check
// node scripts/run.mjs [--alone] <entry.ts> […]: runs an entry point with the settings of the product that runs in this DATA_DIR, if
// one does; with --alone without them, for commands that bring a world of their own.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { requireInstalled } from './launch/install.mjs';
import { livingRun } from './launch/run-file.mjs';
import { callerEnv } from './launch/settings.mjs';
import { root, runProgram } from './launch/terminal.mjs';

function runningProduct() {
  const caller = callerEnv(process.env, root);
  return { ...livingRun(resolve(root, caller.DATA_DIR ?? '.data'))?.env, ...caller };
}

await runProgram(async () => {
  requireInstalled(root);
  const alone = process.argv[2] === '--alone';
  const child = spawn(process.execPath, ['--import', 'tsx', ...process.argv.slice(alone ? 3 : 2)], {
    cwd: root,
    env: /** @type {NodeJS.ProcessEnv} */ (alone ? process.env : runningProduct()),
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
});
