import type { RouterOutputs } from './outputs';

type Session = Pick<RouterOutputs['auth']['me'], 'subscription' | 'pendingPayment'>;

/** Whether this visitor has a registration to finish. With an open payment link, paying it is the only step left. */
export function isUnfinished({ subscription, pendingPayment }: Session): boolean {
  if (!subscription?.registering) return false;
  return pendingPayment?.method !== 'offline' || pendingPayment.status !== 'pending';
}

/** Returns the kind of visitor, for the links of the header. */
export function visitorOf(session: Session | null): 'anonymous' | 'registering' | 'subscriber' {
  if (!session) return 'anonymous';
  return isUnfinished(session) ? 'registering' : 'subscriber';
}
