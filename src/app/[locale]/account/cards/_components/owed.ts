import type { RouterOutputs } from '@/trpc/outputs';

export type Session = RouterOutputs['auth']['me'];

/** Returns the amount (satang) that a new or selected card is charged immediately; null without an open payment. */
export function owedNow({ subscription, pendingPayment }: Session): number | null {
  if (pendingPayment === null) return null;
  if (subscription?.paymentMethod === 'offline') return pendingPayment.amount;
  const isLeft = pendingPayment.status === 'expired' || pendingPayment.method === 'offline';
  return pendingPayment.nextCardPays || isLeft ? pendingPayment.amount : null;
}

/**
 * Whether a card replaces PromptPay and bank transfer: as the method of all boxes, or for an order whose card failed and
 * which now waits for a payment link.
 */
export function isConversion(session: Session): boolean {
  const { pendingPayment } = session;
  return isOffline(session) || (pendingPayment?.method === 'offline' && pendingPayment.status === 'pending');
}

/** Whether boxes are paid by PromptPay or bank transfer. */
export function isOffline({ subscription }: Session): boolean {
  return subscription?.paymentMethod === 'offline';
}
