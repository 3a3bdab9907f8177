// @ts-check
import { commandOf, isAlive, know, parentOf } from './processes.mjs';
import { say } from './terminal.mjs';

/**
 * Returns the package manager that started us, or at least its shell; null without one. npm kills that shell on
 * SIGTERM and exits, and the shell sends no signal, so their exit is the only notification.
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
 * Returns a signal that is given once: on Ctrl-C, SIGTERM, SIGHUP, or when the npm that started us was killed.
 * @param {() => void} onStop
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
  // The reader of our output may exit first; that must not prevent us from stopping our processes.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const starter = starterAbove();
  if (starter !== null) setInterval(() => isAlive(starter) || stop(), 300).unref();
  return controller.signal;
}
