import type { RouterOutputs } from '@/trpc/react';

export type Session = RouterOutputs['auth']['me'];
export type Pending = NonNullable<Session['pendingPayment']>;

/** The payment link, made or about to be made, that the account waits for; null where it waits for nothing. */
export function waitedFor({ pendingPayment }: Session): Pending | null {
  const isWaited = pendingPayment?.method === 'offline' && pendingPayment.status === 'pending';
  return isWaited ? pendingPayment : null;
}
