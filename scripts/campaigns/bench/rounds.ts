/** Median, lowest and highest of some numbers. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** Returns median, lowest and highest value. @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? NaN;
  const half = sorted.length / 2;
  const median = sorted.length % 2 === 1 ? at(Math.floor(half)) : (at(half - 1) + at(half)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1) };
}

/**
 * Measures every case once per round. Every second round has the reverse order, so that other programs affect
 * all cases alike.
 * @param cases for each name, a function that measures a slice and returns its rate per second
 * @returns the rates of every case, by round
 */
export async function interleave(
  cases: Record<string, (round: number) => Promise<number>>,
  rounds: number,
  signal: AbortSignal,
): Promise<Record<string, number[]>> {
  const names = Object.keys(cases);
  const rates: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      signal.throwIfAborted();
      rates[name]?.push((await cases[name]?.(round)) ?? NaN);
    }
  }
  return rates;
}

/** Divides the rates of a case by the rates of a reference, for each round. */
export function ratiosOf(rates: readonly number[], reference: readonly number[]): Spread {
  return spreadOf(rates.map((rate, round) => rate / (reference[round] ?? NaN)));
}
