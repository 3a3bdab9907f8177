import { systemNow } from '../clock';

const FAILURES_MAX = 5;
const WITHIN_MS = 30_000;
const OPEN_MS = 30_000;

/** Spares a service that does not answer, and whoever waits for it. */
export interface Circuit {
  /** Whether asking makes sense now. */
  mayAsk(): boolean;
  /** Told of every answer, and of every failure to get one. */
  note(answered: boolean): void;
}

/**
 * Opens after five failures within 30 seconds; 30 seconds later the next caller tries, and one failure more opens it
 * again. Of this process alone.
 */
export function createCircuit(): Circuit {
  let failures: number[] = [];
  /** A clock that was set back, as tests do, knows nothing of what failed later. */
  const recent = (now: number) => {
    failures = failures.filter((at) => at <= now && now - at < WITHIN_MS + OPEN_MS);
    return failures;
  };
  return {
    mayAsk: () => {
      const now = systemNow().getTime();
      const known = recent(now);
      return known.length < FAILURES_MAX || now - (known.at(-1) ?? 0) >= OPEN_MS;
    },
    note: (answered) => {
      if (answered) {
        failures = [];
        return;
      }
      const now = systemNow().getTime();
      failures = [...recent(now), now].slice(-FAILURES_MAX);
    },
  };
}
