import type { Changes } from '@/domain/lifecycle/changes';
import type { Tx } from '../db';
import { requireStaffMay } from './staff-limits';
import { writeNote, type NewNote } from './notes';
import { queueMessage, type NewMessage } from './outbox';

/** A member of the staff who requests a change for a subscriber. */
export interface OnBehalf {
  /** The actor of the audit events, such as `staff:stf_…`. */
  actor: string;
  accountId: string;
  /** The reason of the request, as a note about the subscriber. */
  note?: NewNote;
  /** What the subscriber is told about the change. */
  message?: NewMessage;
}

/** Returns cause and actor of a requested change: of the member, or of the subscriber without one. */
export function requestedBy(accountId: string, by: OnBehalf | undefined): Pick<Changes, 'cause' | 'actor'> {
  return by
    ? { cause: 'asked_by_operator', actor: by.actor }
    : { cause: 'asked_by_subscriber', actor: accountId };
}

/**
 * Writes the reason of a request, and its message to the subscriber. The caller must have written the change in the same transaction.
 * @throws AppError OWN_ACCOUNT for a change of the member's own account
 */
export async function writeReason(tx: Tx, now: Date, by: OnBehalf | undefined): Promise<void> {
  if (!by) return;
  await requireStaffMay(tx, now, by.actor, by);
  if (by.note) await writeNote(tx, now, by.note);
  if (by.message) await queueMessage(tx, now, by.message);
}
