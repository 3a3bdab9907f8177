/**
 * Returns the probability that two samples of the same source differ as much as `a` and `b`. Uses the
 * two-sided Mann-Whitney U test with the normal approximation and a correction for ties. Needs about twenty
 * values in each sample.
 * @returns NaN for an empty sample
 */
export function sameSourceP(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  all.sort((one, other) => one.value - other.value);
  const n = all.length;
  let rankSum = 0;
  let ties = 0;
  for (let from = 0, to = 0; from < n; from = to) {
    while (to < n && all[to]?.value === all[from]?.value) to += 1;
    const [size, rank] = [to - from, (from + 1 + to) / 2];
    ties += size ** 3 - size;
    rankSum += rank * all.slice(from, to).filter(({ isA }) => isA).length;
  }
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1)));
  if (variance === 0) return 1;
  return 2 * upperTail(Math.max(0, (Math.abs(u - mean) - 0.5) / Math.sqrt(variance)));
}

/**
 * Returns the share of the normal distribution above z (Abramowitz and Stegun 26.2.17, error below 7.5e-8).
 * @param z at least 0
 */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((rest, factor) => t * (factor + rest), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
