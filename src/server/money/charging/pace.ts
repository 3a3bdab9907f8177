import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../platform/clock';
import { log } from '../../platform/log';

/** Limits how fast a run calls the gateway. */
export interface Pace {
  /** Waits until the next call may be made. */
  wait(): Promise<void>;
  /** Delays the next call by `ms`. Called after the gateway refused a call or was unreachable. */
  holdFor(ms: number): void;
}

export interface Rate {
  perSecond: number;
  /**
   * Takes `count` tokens from the shared bucket.
   * @returns the milliseconds until the first token may be used
   */
  take: (count: number) => Promise<number>;
}

/** How many tokens are taken at once: the tokens of this many seconds. */
const AHEAD_SECONDS = 0.25;

/**
 * Creates the pace of one run.
 * @param rate null: no limit
 */
export function createPace(rate: Rate | null): Pace {
  const gapMs = rate === null ? 0 : 1000 / rate.perSecond;
  let nextAt = 0;
  let tokens = rate === null ? Infinity : 0;
  let taking: Promise<void> | null = null;

  const takeMore = async ({ perSecond, take }: Rate) => {
    const count = Math.max(1, Math.floor(perSecond * AHEAD_SECONDS));
    try {
      nextAt = Math.max(nextAt, monotonicMs() + (await take(count)));
    } catch (error) {
      log.warn('billing.rate_not_shared', { error });
      nextAt = Math.max(nextAt, monotonicMs());
    }
    tokens = count;
  };
  return {
    wait: async () => {
      while (rate !== null && tokens === 0) {
        await (taking ??= takeMore(rate).finally(() => (taking = null)));
      }
      tokens -= 1;
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
