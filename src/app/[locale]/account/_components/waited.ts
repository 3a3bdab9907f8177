import type { RouterOutputs } from '@/trpc/outputs';

export type Session = RouterOutputs['auth']['me'];
export type Pending = NonNullable<Session['pendingPayment']>;

/**
 * Returns the pending payment if it is to be paid with a payment link, otherwise null. The link may not be
 * created yet.
 */
export function waitedFor({ pendingPayment }: Session): Pending | null {
  const isWaited = pendingPayment?.method === 'offline' && pendingPayment.status === 'pending';
  return isWaited ? pendingPayment : null;
}
