import type { CHARGED_METHODS } from '@/domain/subscription';
import type { RouterOutputs } from '@/trpc/outputs';

type Session = RouterOutputs['auth']['me'];
/** The parts of a session that decide what a change of the payment method charges. */
export type PayingSession = Pick<Session, 'subscription' | 'pendingPayment'>;
type ChargedMethod = (typeof CHARGED_METHODS)[number];

/**
 * Returns the amount in satang that a new or selected card, or the bank account, is charged immediately. Returns null if
 * nothing is charged.
 */
export function owedNow(session: PayingSession, by: ChargedMethod): number | null {
  const { pendingPayment } = session;
  if (pendingPayment === null) return null;
  if (!paysBy(session, by)) return pendingPayment.amount;
  const isLeft = pendingPayment.status === 'expired' || pendingPayment.method === 'offline';
  return pendingPayment.nextCardPays || isLeft ? pendingPayment.amount : null;
}

/**
 * Whether this method replaces another one. True if orders are paid another way, or if one order waits for its payment
 * link after a charge failed.
 */
export function isConversion(session: PayingSession, by: ChargedMethod): boolean {
  const { pendingPayment } = session;
  return (
    !paysBy(session, by) || (pendingPayment?.method === 'offline' && pendingPayment.status === 'pending')
  );
}

/** Whether orders are paid by this method. */
export function paysBy({ subscription }: PayingSession, method: ChargedMethod | 'offline'): boolean {
  return subscription?.paymentMethod === method;
}
