import type { Registration } from './flow';

/**
 * Whether the first payment waits for an open payment link. Until it is paid, only the payment method of the
 * registration can be changed. While a QR code is open, the payment has the status `action_required`.
 */
export function isLinkOpen({ payment, step }: Registration): boolean {
  if (step !== 'payment' || payment?.method !== 'offline') return false;
  return payment.status === 'pending' || payment.status === 'action_required';
}

/** Whether the first payment is pending, so that the page must not offer to pay again. */
export function isAwaited(registration: Registration): boolean {
  return registration.payment?.status === 'pending' || isLinkOpen(registration);
}
