import type { RouterOutputs } from '@/trpc/react';

export type Session = RouterOutputs['auth']['me'];

/** Satang that a card added or chosen now is charged once, at once; null when nothing is open or failed. */
export function owedNow({ subscription, pendingPayment }: Session): number | null {
  if (pendingPayment === null) return null;
  if (subscription?.paymentMethod === 'offline') return pendingPayment.amount;
  const isLeft = pendingPayment.status === 'expired' || pendingPayment.method === 'offline';
  return pendingPayment.nextCardPays || isLeft ? pendingPayment.amount : null;
}

/**
 * Whether a card takes the place of PromptPay and bank transfer: where boxes are paid so, and for an order that a card did
 * not pay and that waits for a link by now.
 */
export function isConversion(session: Session): boolean {
  const { pendingPayment } = session;
  return isOffline(session) || (pendingPayment?.method === 'offline' && pendingPayment.status === 'pending');
}

/** Whether boxes are paid by PromptPay or bank transfer. */
export function isOffline({ subscription }: Session): boolean {
  return subscription?.paymentMethod === 'offline';
}
