import type { Refusal } from '@/trpc/react';

/** Why a mailed link is over. */
export type LinkOver = 'used' | 'expired';

/** Returns why the link of a refused call is over. Null if the call was refused for another reason. */
export function linkOverOf({ code, reason }: Pick<Refusal, 'code' | 'reason'>): LinkOver | null {
  if (code !== 'TOKEN_EXPIRED') return null;
  return reason === 'link_used' ? 'used' : 'expired';
}
