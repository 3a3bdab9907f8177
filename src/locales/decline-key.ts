import { reasonOf, type DeclineReason } from '@/domain/decline';

/** Returns the key of a decline's reason; the generic key for a reason that this release does not know. */
export function declineKey(reason: string | null): `declines.${DeclineReason}` {
  return `declines.${reasonOf(reason)}`;
}
