import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock';

/** How fast something outside is asked. */
export interface Pace {
  /** Waits for the next free moment. */
  wait(): Promise<void>;
  /** Whoever comes next waits for so long: it said that it is asked too much, or was not to be reached. */
  holdFor(ms: number): void;
}

/** @param perSecond at most, evenly spaced; null: as fast as they come. */
export function createPace(perSecond: number | null): Pace {
  const gapMs = perSecond === null ? 0 : 1000 / perSecond;
  let nextAt = 0;
  return {
    wait: async () => {
      const now = monotonicMs();
      const at = Math.max(now, nextAt);
      nextAt = at + gapMs;
      if (at > now) await sleep(at - now);
    },
    holdFor: (ms) => {
      nextAt = Math.max(nextAt, monotonicMs() + ms);
    },
  };
}
