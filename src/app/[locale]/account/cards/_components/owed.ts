import type { RouterOutputs } from '@/trpc/react';

export type Session = RouterOutputs['auth']['me'];

/** Satang that a card added or chosen now is charged once, at once; null when nothing failed. */
export function owedNow({ subscription, pendingPayment }: Session): number | null {
  if (subscription?.paymentMethod !== 'card' || pendingPayment === null) return null;
  const hasFailed = pendingPayment.status === 'fail' || pendingPayment.status === 'suspended';
  return hasFailed ? pendingPayment.amount : null;
}
