import { reasonOf, type DeclineReason } from '@/domain/decline';

/** Returns the text key of a decline reason. An unknown reason gives the key of the generic text. */
export function declineKey(reason: string | null): `declines.${DeclineReason}` {
  return `declines.${reasonOf(reason)}`;
}
