import type { RouterOutputs } from '@/trpc/outputs';

export type Session = RouterOutputs['auth']['me'];
export type Pending = NonNullable<Session['pendingPayment']>;

/** Returns the payment link, existing or about to be created, that the account waits for, or null. */
export function waitedFor({ pendingPayment }: Session): Pending | null {
  const isWaited = pendingPayment?.method === 'offline' && pendingPayment.status === 'pending';
  return isWaited ? pendingPayment : null;
}
