/** The clock of the sandbox: the real time plus an offset. */
export interface SandboxClock {
  now(): Date;
  ms(): number;
  offsetMs(): number;
  /** Sets the offset so that the current time is `instant`. */
  moveTo(instant: Date): void;
  /** Sets the offset that an earlier run of the sandbox stored. */
  restore(offsetMs: number): void;
}

/** Creates the clock. @param realMs returns the real time in ms; tests pass a fixed time */
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

/**
 * Returns year and month (1-12) of an instant in Bangkok. A card is valid until the end of its month in
 * Bangkok time.
 */
export function bangkokMonth(ms: number): { year: number; month: number } {
  const local = new Date(ms + BANGKOK_OFFSET_MS);
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1 };
}
