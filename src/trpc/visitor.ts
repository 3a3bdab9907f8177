import type { RouterOutputs } from './outputs';

type Session = Pick<RouterOutputs['auth']['me'], 'subscription' | 'pendingPayment'>;

/**
 * Whether the visitor has a registration with steps to finish. A registration that only waits for the payment
 * of its link has none.
 */
export function isUnfinished({ subscription, pendingPayment }: Session): boolean {
  if (!subscription?.registering) return false;
  return pendingPayment?.method !== 'offline' || pendingPayment.status !== 'pending';
}

/** Returns the kind of visitor. The header shows different links for each kind. */
export function visitorOf(session: Session | null): 'anonymous' | 'registering' | 'subscriber' {
  if (!session) return 'anonymous';
  return isUnfinished(session) ? 'registering' : 'subscriber';
}
