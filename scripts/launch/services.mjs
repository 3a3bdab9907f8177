// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, know } from './processes.mjs';
import { Refusal, Stopped, leashed, tailOf } from './terminal.mjs';

/** @typedef {{ name: string, pid: number | undefined, marker: string, log: string | null, exited: Promise<string>, stop: (graceMs: number) => Promise<void> }} Service `exited`: how it ended */

/**
 * Starts a TypeScript entry point of ours. It goes when this process goes (`leash.mjs`), and hears Ctrl-C only through us.
 * @param {{ name: string, root: string, entry: string, env: NodeJS.ProcessEnv, logDir: string | null }} wanted `logDir`: null
 *   shows its output on the terminal
 * @returns {Service}
 */
export function startService({ name, root, entry, env, logDir }) {
  const marker = join(root, entry);
  const log = logDir === null ? null : join(logDir, `${name}.log`);
  if (logDir !== null) mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const out = log === null ? null : openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, [...leashed, '--import', 'tsx', marker], {
    cwd: root,
    env,
    stdio: ['pipe', out ?? 'inherit', out ?? 'inherit'],
    detached: true,
  });
  if (out !== null) closeSync(out);
  child.stdin?.on('error', () => {});
  /** @type {Promise<string>} */
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const known = child.pid === undefined ? null : know(child.pid);
  return {
    name,
    pid: child.pid,
    marker,
    log,
    exited,
    stop: async (graceMs) => {
      if (known !== null) await endProcess(known, { graceMs, group: true });
    },
  };
}

/** What the person at the terminal needs when a service died.
 * @param {Service} service @param {string} how */
export function deathNotice(service, how) {
  const tail = service.log === null ? '' : `${tailOf(readFileSync(service.log, 'utf8'), 25)}\n\n`;
  return `${tail}The ${service.name} process ended (${how}).${service.log === null ? '' : ` Its log: ${service.log}`}`;
}

/** @param {string} url @param {(response: Response) => boolean | Promise<boolean>} accepts @param {AbortSignal} signal */
async function answers(url, accepts, signal) {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) });
    return await accepts(response);
  } catch {
    return false;
  }
}

/**
 * Waits until the service answers at `url` as `accepts` wants.
 * @param {{ service: Service, url: string, accepts: (response: Response) => boolean | Promise<boolean>, limitMs: number, signal: AbortSignal }} wanted
 * @returns {Promise<void>} throws Refusal when it dies first or stays silent for `limitMs`, Stopped when `signal` was given
 */
export async function waitForAnswer({ service, url, accepts, limitMs, signal }) {
  /** @type {string | null} */
  let ended = null;
  void service.exited.then((how) => (ended = how));
  const started = performance.now();
  while (!(await answers(url, accepts, signal))) {
    if (signal.aborted) throw new Stopped();
    if (ended !== null) throw new Refusal(deathNotice(service, ended));
    if (performance.now() - started > limitMs) {
      throw new Refusal(
        `${deathNotice(service, 'still running')}\n${url} did not answer as it should for ${limitMs / 1000} s.`,
      );
    }
    await sleep(50);
  }
}
