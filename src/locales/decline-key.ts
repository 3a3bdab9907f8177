import { reasonOf, type DeclineReason } from '@/domain/decline';

/** Where the words for a decline's reason stand; those of the generic one for a reason that this release does not know. */
export function declineKey(reason: string | null): `declines.${DeclineReason}` {
  return `declines.${reasonOf(reason)}`;
}
