// @ts-check
import { commandOf, isAlive, know, parentOf } from './processes.mjs';
import { say } from './terminal.mjs';

/**
 * Returns the npm process that started this process, or the parent process if npm is not found. Returns null
 * if npm did not start this process. npm does not forward SIGTERM, so a stop is visible only as the exit of
 * npm.
 * @returns {import('./processes.mjs').Known | null}
 */
export function starterAbove() {
  if (process.env.npm_lifecycle_event === undefined) return null;
  for (let pid = process.ppid, level = 0; level < 3 && pid > 1; pid = parentOf(pid), level += 1) {
    if (/^npm |npm-cli\.js/.test(commandOf(pid))) return know(pid);
  }
  return know(process.ppid);
}

/**
 * Creates an AbortSignal that is aborted on Ctrl-C, SIGTERM or SIGHUP, or when the npm process that started
 * this process exits.
 * @param {() => void} onStop called once, before the abort
 * @returns {AbortSignal}
 */
export function watchForStop(onStop) {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) return;
    say('stopping');
    onStop();
    controller.abort();
  };
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, stop);
  // The program that reads stdout may exit first. The write error must not keep the launcher from stopping
  // its processes.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const starter = starterAbove();
  if (starter !== null) setInterval(() => isAlive(starter) || stop(), 300).unref();
  return controller.signal;
}
