// @ts-check
import { say } from './terminal.mjs';

const LINE_MS = 5000;
const COUNTER_MS = 500;
const CLEAR_LINE = '\r\u001b[2K';

let isShown = false;

/**
 * Waits for `work` and prints its progress: on a terminal one line that changes twice a second, elsewhere a
 * new line every five seconds. Prints nothing while the progress of other work is printed.
 * @template T
 * @param {Promise<T>} work
 * @param {(seconds: number) => string} describe returns the line for the seconds since the start
 * @returns {Promise<T>}
 */
export async function sayWhile(work, describe) {
  if (isShown) return work;
  isShown = true;
  const started = performance.now();
  const { isTTY, columns } = process.stdout;
  const describeNow = () => describe(Math.round((performance.now() - started) / 1000));
  const count = () => process.stdout.write(CLEAR_LINE + describeNow().slice(0, columns - 1));
  const timer = setInterval(() => (isTTY ? count() : say(describeNow())), isTTY ? COUNTER_MS : LINE_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    isShown = false;
    if (isTTY) process.stdout.write(CLEAR_LINE);
  }
}

/** The share of a CPU core below which a process is idle. Responding to the polls uses less than this share. */
const IDLE_SHARE = 0.02;

/**
 * Creates a check of whether to wait longer for a process that does not respond yet. The answer is yes while
 * the process uses CPU time or writes to its log.
 * @param {{ idleLimitMs: number }} options the longest time for which the process may be idle
 */
export function createPatience({ idleLimitMs }) {
  let last = { atMs: 0, cpuMs: 0, logBytes: 0 };
  let workedAtMs = 0;
  return {
    /**
     * Records the CPU time and the log size of the process so far.
     * @param {{ atMs: number, cpuMs: number, logBytes: number }} use totals so far; `atMs`: time since the wait began
     * @returns {boolean} whether to keep waiting
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
