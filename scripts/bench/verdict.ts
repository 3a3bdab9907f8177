/** The goal of a measure: a share or rate is at least this, a count or delay at most. */
export type Target = { atLeast: number } | { atMost: number };

/** Whether a value reached its goal. '' without a goal. */
export type Verdict = 'reached' | 'missed' | '';

/** Compares a value with a goal. @param value NaN (not measured) does not reach a goal */
export function verdictOf(value: number, target: Target | null): Verdict {
  if (target === null) return '';
  const isReached = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
  return isReached ? 'reached' : 'missed';
}

/** Formats the goal for a table. */
export function targetText(target: Target | null): string {
  if (target === null) return '';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}
