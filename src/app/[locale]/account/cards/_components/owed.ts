import type { RouterOutputs } from '@/trpc/react';

export type Session = RouterOutputs['auth']['me'];

/** Satang that a card added or chosen now is charged once, at once; null when nothing is open or failed. */
export function owedNow({ subscription, pendingPayment }: Session): number | null {
  if (pendingPayment === null) return null;
  if (subscription?.paymentMethod === 'offline') return pendingPayment.amount;
  const hasFailed = pendingPayment.status === 'fail' || pendingPayment.status === 'suspended';
  const isLeft = pendingPayment.status === 'expired' || pendingPayment.method === 'offline';
  return hasFailed || isLeft ? pendingPayment.amount : null;
}

/** Whether boxes are paid by PromptPay or bank transfer. */
export function isOffline({ subscription }: Session): boolean {
  return subscription?.paymentMethod === 'offline';
}
