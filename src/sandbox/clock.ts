/** The sandbox's own time: the real time plus an offset that only grows. */
export interface SandboxClock {
  now(): Date;
  ms(): number;
  offsetMs(): number;
  /** Sets the offset so that it is `instant` now. */
  moveTo(instant: Date): void;
  /** Puts back an offset kept from an earlier run. */
  restore(offsetMs: number): void;
}

/** @param realMs the real time in milliseconds; tests hand in a frozen one. */
// eslint-disable-next-line no-restricted-syntax -- the one place of the sandbox that asks what time it is
export function createClock(realMs: () => number = () => Date.now()): SandboxClock {
  let offset = 0;
  return {
    now: () => new Date(realMs() + offset),
    ms: () => realMs() + offset,
    offsetMs: () => offset,
    moveTo: (instant) => {
      offset = instant.getTime() - realMs();
    },
    restore: (offsetMs) => {
      offset = offsetMs;
    },
  };
}

const BANGKOK_OFFSET_MS = 7 * 3_600_000;

/** Year and month (1-12) of an instant in Bangkok, where a card is good until its month ends. */
export function bangkokMonth(ms: number): { year: number; month: number } {
  const local = new Date(ms + BANGKOK_OFFSET_MS);
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1 };
}
