// @ts-check
import { say } from './terminal.mjs';

const LINE_MS = 5000;
const COUNTER_MS = 500;
const CLEAR_LINE = '\r\u001b[2K';

/**
 * Waits for `work` and shows how far it is: a terminal shows one line that counts, anything else gets a line every five seconds.
 * @template T
 * @param {Promise<T>} work
 * @param {(seconds: number) => string} describe the line after so many seconds
 * @returns {Promise<T>}
 */
export async function sayWhile(work, describe) {
  const started = performance.now();
  const { isTTY, columns } = process.stdout;
  const describeNow = () => describe(Math.round((performance.now() - started) / 1000));
  const count = () => process.stdout.write(CLEAR_LINE + describeNow().slice(0, columns - 1));
  const timer = setInterval(() => (isTTY ? count() : say(describeNow())), isTTY ? COUNTER_MS : LINE_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isTTY) process.stdout.write(CLEAR_LINE);
  }
}

/** Below this share of one core a process is idle. Answering the polls costs less. */
const IDLE_SHARE = 0.02;

/**
 * Decides how long to wait for a process that does not respond yet: as long as it uses CPU or logs.
 * @param {{ idleLimitMs: number }} options how long it may be idle
 */
export function createPatience({ idleLimitMs }) {
  let last = { atMs: 0, cpuMs: 0, logBytes: 0 };
  let workedAtMs = 0;
  return {
    /**
     * Records what the process has used so far.
     * @param {{ atMs: number, cpuMs: number, logBytes: number }} use `atMs`: since the wait began
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
