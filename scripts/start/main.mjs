// @ts-check
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bringUp } from './bring-up.mjs';
import { LockHeld, acquireLock } from './lock.mjs';
import { endLeftovers, forgetRun } from './run-file.mjs';
import { deathNotice } from './services.mjs';
import { callerEnv } from './settings.mjs';
import { starterAbove, watchForStop } from './stopping.mjs';
import { Refusal, Stopped, root, runProgram, say } from './terminal.mjs';
import { writableDir } from './writing.mjs';

// The time in ms in which a process must exit after SIGTERM. The sum is below 10 s, the limit for the whole
// product.
const WEB_GRACE_MS = 7000;
const SANDBOX_GRACE_MS = 1000;
const POSTGRES_GRACE_MS = 1000;

/** @typedef {import('./bring-up.mjs').Running} Running */

function parse() {
  try {
    const options = /** @type {const} */ ({
      reset: { type: 'boolean', default: false },
      dev: { type: 'boolean', default: false },
      // Creates no demo accounts. Used by tests, which create their own accounts.
      unseeded: { type: 'boolean', default: false },
    });
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Refusal(
      `${/** @type {Error} */ (error).message}\nUse: npm start [-- --reset], npm run dev [-- --reset].`,
    );
  }
}

/** Locks the data directory. Throws a Refusal if another product uses the directory. @param {string} dataDir */
async function lockDataDir(dataDir) {
  try {
    return await acquireLock(join(dataDir, 'lock'), {
      owner: starterAbove(),
      onWait: () => say('waiting for an earlier run to stop'),
    });
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    const held = `The product already runs with the data directory ${dataDir} (process ${error.pid}).`;
    throw new Refusal(`${held} Stop it, or set DATA_DIR and PORT to run a second one.`);
  }
}

/**
 * Never resolves. Rejects on a stop signal, or when the web process, the sandbox or PostgreSQL exits.
 * @param {Running} running @param {AbortSignal} signal
 */
async function stayUp({ web, sandbox, postgres }, signal) {
  if (signal.aborted) throw new Stopped();
  const asked = new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Stopped())));
  const deaths = [web, sandbox]
    .filter((service) => service !== null)
    .map(async (service) => {
      const how = await service.exited;
      throw new Refusal(deathNotice(service, how));
    });
  const serverDeath = postgres?.exited.then(() => {
    throw new Refusal('The PostgreSQL server ended.');
  });
  await Promise.race([asked, ...deaths, ...(serverDeath === undefined ? [] : [serverDeath])]);
}

async function main() {
  const { reset, dev, unseeded } = parse();
  const caller = callerEnv(process.env, root);
  const dataDir = writableDir(
    resolve(root, caller.DATA_DIR ?? '.data'),
    'Set DATA_DIR to a directory of this account.',
  );
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true });
  const lock = await lockDataDir(dataDir);
  const signal = watchForStop(() => lock.markStopping());
  /** @type {Running} */
  const running = { web: null, sandbox: null, postgres: null };
  try {
    const ended = await endLeftovers(dataDir);
    if (ended.length > 0) say(`ended what a killed run had left: ${ended.join(', ')}`);
    await bringUp({ root, caller, dev, reset, unseeded, dataDir, logDir, signal, running });
    await stayUp(running, signal);
  } finally {
    lock.markStopping();
    await running.web?.stop(WEB_GRACE_MS);
    await running.sandbox?.stop(SANDBOX_GRACE_MS);
    await running.postgres?.stop(POSTGRES_GRACE_MS);
    forgetRun(dataDir);
    lock.release();
  }
}

await runProgram(main);
