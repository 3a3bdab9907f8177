import type { Changes } from '@/domain/lifecycle/changes';
import type { Tx } from '../db';

/** A member of the staff who requests a change for a subscriber. */
export interface OnBehalf {
  /** The actor of the audit events, such as `staff:stf_…`. */
  actor: string;
  /** Runs after the change is written, in the same transaction. It does not run if nothing changes. */
  then?: (tx: Tx, now: Date) => Promise<void>;
}

/** Returns cause and actor of a requested change: of the member, or of the subscriber without one. */
export function requestedBy(accountId: string, by: OnBehalf | undefined): Pick<Changes, 'cause' | 'actor'> {
  return by
    ? { cause: 'asked_by_operator', actor: by.actor }
    : { cause: 'asked_by_subscriber', actor: accountId };
}
