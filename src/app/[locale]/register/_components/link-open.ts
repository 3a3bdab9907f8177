import type { Registration } from './flow';

/**
 * Whether the first payment waits for a payment link: only the payment method of the registration can be changed until it
 * is paid. (An open QR code shows as an action required.)
 */
export function isLinkOpen({ payment, step }: Registration): boolean {
  if (step !== 'payment' || payment?.method !== 'offline') return false;
  return payment.status === 'pending' || payment.status === 'action_required';
}

/** Whether the first payment is pending, so that the page must not offer to pay again. */
export function isAwaited(registration: Registration): boolean {
  return registration.payment?.status === 'pending' || isLinkOpen(registration);
}
