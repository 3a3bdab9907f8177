import type { RouterOutputs } from '@/trpc/outputs';

export type Session = RouterOutputs['auth']['me'];

/**
 * Returns the amount in satang that a new or selected card is charged immediately. Returns null if nothing is
 * charged.
 */
export function owedNow({ subscription, pendingPayment }: Session): number | null {
  if (pendingPayment === null) return null;
  if (subscription?.paymentMethod === 'offline') return pendingPayment.amount;
  const isLeft = pendingPayment.status === 'expired' || pendingPayment.method === 'offline';
  return pendingPayment.nextCardPays || isLeft ? pendingPayment.amount : null;
}

/**
 * Whether a new card replaces PromptPay and bank transfer. True if all boxes are paid that way, or if one
 * order waits for its payment link after its card failed.
 */
export function isConversion(session: Session): boolean {
  const { pendingPayment } = session;
  return isOffline(session) || (pendingPayment?.method === 'offline' && pendingPayment.status === 'pending');
}

/** Whether boxes are paid by PromptPay or bank transfer. */
export function isOffline({ subscription }: Session): boolean {
  return subscription?.paymentMethod === 'offline';
}
