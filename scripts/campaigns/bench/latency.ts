/** The fewest samples that give a useful 99th percentile. */
export const SAMPLES_MIN = 500;

/**
 * Returns a percentile of the values by the method of the nearest rank.
 * @param share above 0, at most 1; 0.99 is the 99th percentile
 * @returns NaN for an empty list
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
}

/**
 * The largest accepted factor between the p99 before and after the load. A larger factor means that other
 * programs used the machine.
 */
const DRIFT_MAX = 2;

/** Durations in ms, measured in three phases: before the load, during the load (`busy`), and after the load. */
export interface Delays {
  before: number[];
  busy: number[];
  after: number[];
}

export interface Slowdown {
  samples: { quiet: number; busy: number };
  p50: { quiet: number; busy: number };
  p99: { before: number; after: number; quiet: number; busy: number };
  /** The p99 during the load divided by the p99 of the phases without load. */
  ratio: number;
  /** Whether the phases with and without load have enough samples for a p99. */
  isEnough: boolean;
  /** Whether the p99 was similar before and after the load. */
  isSteady: boolean;
}

export function slowdownOf({ before, busy, after }: Delays): Slowdown {
  const quiet = [...before, ...after];
  const p99 = {
    before: percentile(before, 0.99),
    after: percentile(after, 0.99),
    quiet: percentile(quiet, 0.99),
    busy: percentile(busy, 0.99),
  };
  return {
    samples: { quiet: quiet.length, busy: busy.length },
    p50: { quiet: percentile(quiet, 0.5), busy: percentile(busy, 0.5) },
    p99,
    ratio: p99.busy / p99.quiet,
    isEnough: Math.min(quiet.length, busy.length) >= SAMPLES_MIN,
    isSteady: Math.max(p99.before, p99.after) <= DRIFT_MAX * Math.min(p99.before, p99.after),
  };
}
