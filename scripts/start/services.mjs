// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf, endProcess, know } from './processes.mjs';
import { createPatience, sayWhile } from './progress.mjs';
import { Refusal, Stopped, leashed, tailOf } from './terminal.mjs';

/** @typedef {{ name: string, pid: number | undefined, marker: string, log: string | null, exited: Promise<string>, stop: (graceMs: number) => Promise<void> }} Service `exited`: resolves with the cause of the exit */

/**
 * Starts a program of the product as a child process, which exits when this process exits (`leash.mjs`).
 * Ctrl-C signals only this process, which then stops the child.
 * @param {{ name: string, root: string, program: string[], env: NodeJS.ProcessEnv, logDir: string | null }} wanted
 *   `program`: arguments of Node, with the program's file as the last; `logDir`: null prints the output on the terminal
 * @returns {Service}
 */
export function startService({ name, root, program, env, logDir }) {
  const marker = program.at(-1) ?? '';
  const log = logDir === null ? null : join(logDir, `${name}.log`);
  if (logDir !== null) mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const out = log === null ? null : openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, [...leashed, ...program], {
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

/**
 * Returns the message for a service that has exited: the end of its log and the reason of the exit.
 * @param {Service} service @param {string} how
 */
export function deathNotice(service, how) {
  const tail = service.log === null ? '' : `${tailOf(readFileSync(service.log, 'utf8'), 25)}\n\n`;
  return `${tail}The ${service.name} process ended (${how}).${service.log === null ? '' : ` Its log: ${service.log}`}`;
}

/**
 * Whether `url` responds and `accepts` returns true for the response.
 * @param {string} url @param {(response: Response) => boolean | Promise<boolean>} accepts @param {AbortSignal} signal
 */
async function answers(url, accepts, signal) {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) });
    return await accepts(response);
  } catch {
    return false;
  }
}

/** The longest time in ms for which a process may be idle without responding. The start then fails. */
const IDLE_LIMIT_MS = 120_000;
/** The interval in ms between checks of whether a starting process uses CPU time or writes to its log. */
const NOTE_MS = 5000;
/** The polls of the URL: every `quickMs` for the first 200 polls, then every `slowMs`. */
const POLLS = { quick: 200, quickMs: 50, slowMs: 500 };

/**
 * Returns the size of the service's log. Returns 0 if the service prints on the terminal.
 * @param {Service} service
 */
const logBytesOf = ({ log }) => (log === null ? 0 : statSync(log).size);

/**
 * Waits until `accepts` returns true for the response at `url`. Prints the progress. Has no time limit,
 * because machines may be slow: the wait ends when the process exits or is idle.
 * @param {{ service: Service, url: string, accepts: (response: Response) => boolean | Promise<boolean>, signal: AbortSignal }} wanted
 * @returns {Promise<void>} throws Refusal if the process exits or is idle for too long, Stopped if `signal` is aborted
 */
export async function waitForAnswer({ service, url, accepts, signal }) {
  /** @type {string | null} */
  let ended = null;
  void service.exited.then((how) => (ended = how));
  const started = performance.now();
  const patience = createPatience({ idleLimitMs: IDLE_LIMIT_MS });
  let notedAtMs = 0;
  const waiting = async () => {
    for (let polls = 0; !(await answers(url, accepts, signal)); polls += 1) {
      if (signal.aborted) throw new Stopped();
      if (ended !== null) throw new Refusal(deathNotice(service, ended));
      const atMs = performance.now() - started;
      if (atMs - notedAtMs >= NOTE_MS) {
        notedAtMs = atMs;
        const cpuMs = service.pid === undefined ? 0 : cpuMsOf(service.pid);
        if (!patience.note({ atMs, cpuMs, logBytes: logBytesOf(service) })) throw idle(service, url);
      }
      await sleep(polls < POLLS.quick ? POLLS.quickMs : POLLS.slowMs);
    }
  };
  await sayWhile(
    waiting(),
    (seconds) => `waiting for the ${service.name} process to answer at ${url} (${seconds} s)`,
  );
}

/** Returns the error for a service that is idle for too long. @param {Service} service @param {string} url */
function idle(service, url) {
  const silence = `${url} did not answer as it should, and the process has been idle for ${IDLE_LIMIT_MS / 1000} s.`;
  return new Refusal(`${deathNotice(service, 'still running')}\n${silence}`);
}
