// @ts-check
// node scripts/run.mjs <entry.ts> […]: runs an entry point with the settings of the product that runs in this DATA_DIR, if one does.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { livingRun } from './launch/run-file.mjs';
import { callerEnv } from './launch/settings.mjs';
import { root } from './launch/terminal.mjs';

const caller = callerEnv(process.env, root);
const run = livingRun(resolve(root, caller.DATA_DIR ?? '.data'));
const child = spawn(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], {
  cwd: root,
  env: /** @type {NodeJS.ProcessEnv} */ ({ ...run?.env, ...caller }),
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.once('exit', (code) => (process.exitCode = code ?? 1));
