import type { Day } from './day';
import type { SubscriptionStatus } from './subscription';

/** The state of a subscription as the desk names it; `none` for an account without a subscription. */
export type ShownState = SubscriptionStatus | 'paused' | 'none';

/** Returns the state of a subscription. An active one with a pause in progress is `paused`. */
export function shownState(
  subscription: { status: SubscriptionStatus; pausedUntil: Day | null } | null,
  today: Day,
): ShownState {
  if (!subscription) return 'none';
  const { status, pausedUntil } = subscription;
  return status === 'active' && pausedUntil !== null && pausedUntil > today ? 'paused' : status;
}
