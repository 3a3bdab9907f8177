// @ts-check
import { say } from './terminal.mjs';

const EVERY_MS = 15_000;

/**
 * Waits for `work` and prints a line every fifteen seconds until it ends, so that a slow step does not look like a hung one.
 * @template T
 * @param {Promise<T>} work
 * @param {(seconds: number) => string} describe the line after so many seconds
 * @returns {Promise<T>}
 */
export async function sayWhile(work, describe) {
  const started = performance.now();
  const timer = setInterval(() => say(describe(Math.round((performance.now() - started) / 1000))), EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Below this share of one core a process is idle: answering our own questions costs less. */
const IDLE_SHARE = 0.02;

/**
 * Decides how long to wait for a process that does not answer yet: as long as it works.
 * @param {{ idleLimitMs: number }} options how long it may be idle
 */
export function createPatience({ idleLimitMs }) {
  let last = { atMs: 0, cpuMs: 0, logBytes: 0 };
  let workedAtMs = 0;
  return {
    /**
     * Notes what the process has used up to now.
     * @param {{ atMs: number, cpuMs: number, logBytes: number }} use `atMs`: since the wait began
     * @returns {boolean} whether to go on waiting
     */
    note(use) {
      const isWorking =
        use.logBytes > last.logBytes || use.cpuMs - last.cpuMs > (use.atMs - last.atMs) * IDLE_SHARE;
      if (isWorking) workedAtMs = use.atMs;
      last = use;
      return use.atMs - workedAtMs <= idleLimitMs;
    },
  };
}
