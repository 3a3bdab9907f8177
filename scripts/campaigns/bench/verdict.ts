/** The goal of a measured value. `atLeast`: for rates and shares. `atMost`: for counts and durations. */
export type Target = { atLeast: number } | { atMost: number };

/** Whether a value reached its goal. '' if there is no goal. */
export type Verdict = 'reached' | 'missed' | '';

/** Compares a value with its goal. @param value NaN, if it was not measured, does not reach a goal */
export function verdictOf(value: number, target: Target | null): Verdict {
  if (target === null) return '';
  const isReached = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
  return isReached ? 'reached' : 'missed';
}

/** Formats a goal for a table. Returns '' if there is no goal. */
export function targetText(target: Target | null): string {
  if (target === null) return '';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}
