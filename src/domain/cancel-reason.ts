/** The reasons for a cancellation. The comment explains `other`. */
export const CANCEL_REASONS = [
  'alternativeBrand',
  'alternativeProduct',
  'buyWhenNeed',
  'leavingCountry',
  'menopause',
  'other',
  'pregnant',
  'theProductWasntGoodEnough',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** The reasons in the order in which people look for theirs. */
export const REASONS_SHOWN: readonly CancelReason[] = [
  'theProductWasntGoodEnough',
  'buyWhenNeed',
  'alternativeBrand',
  'alternativeProduct',
  'leavingCountry',
  'pregnant',
  'menopause',
  'other',
];

/** Reasons that reveal health data. They are stored only as anonymous counts. */
export const HEALTH_REASONS: readonly CancelReason[] = ['menopause', 'pregnant'];

/**
 * Returns the cancellation reason to store. A health reason becomes `other`. Storing no reason would reveal a
 * health reason too.
 */
export function keptReason(why: { reason: CancelReason; comment: string | null }): typeof why {
  return HEALTH_REASONS.includes(why.reason) ? { reason: 'other', comment: null } : why;
}
