/** Fewer samples do not show the slowest hundredth. */
export const SAMPLES_MIN = 500;

/**
 * Returns the value that the given share of the values does not exceed (nearest rank).
 * @param share above 0, at most 1
 * @returns NaN for an empty list
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
}

/** If the quiet p99 changes by more than this factor, the machine was busy. */
const DRIFT_MAX = 2;

/** Durations in ms: on the quiet system before and after, and while it was busy. */
export interface Delays {
  before: number[];
  busy: number[];
  after: number[];
}

export interface Slowdown {
  samples: { quiet: number; busy: number };
  p50: { quiet: number; busy: number };
  p99: { before: number; after: number; quiet: number; busy: number };
  /** Returns the busy system's p99 as a multiple of the quiet one's, before and after taken together. */
  ratio: number;
  /** Whether both sides have enough samples for a p99. */
  isEnough: boolean;
  /** Whether the quiet system was about as fast after as before. */
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
