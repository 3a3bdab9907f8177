/** What a measure should reach: a share or rate at least, a count or delay at most. */
export type Target = { atLeast: number } | { atMost: number };

/** '' where nothing is aimed at. */
export type Verdict = 'reached' | 'missed' | '';

/** @param value NaN, where nothing could be measured, reaches nothing */
export function verdictOf(value: number, target: Target | null): Verdict {
  if (target === null) return '';
  const isReached = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
  return isReached ? 'reached' : 'missed';
}

/** The target as a table says it. */
export function targetText(target: Target | null): string {
  if (target === null) return '';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}
