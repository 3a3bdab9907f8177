import type { OrderStatus } from '../order';
import { OPEN_ATTEMPT_STATUSES, type AttemptStatus, type PaymentStatus } from '../payment';
import type { SubscriptionStatus } from '../subscription';

/** One step of a state machine: its name in the audit, the statuses before it and the status after it. */
export interface Transition<S extends string> {
  name: string;
  from: readonly S[];
  to: S;
}

/** All status changes of an order. A new order is upcoming, skipped, charging or awaiting_payment. */
export const ORDER_TRANSITIONS: readonly Transition<OrderStatus>[] = [
  { name: 'skipped', from: ['upcoming'], to: 'skipped' },
  { name: 'unskipped', from: ['skipped'], to: 'upcoming' },
  { name: 'charged', from: ['upcoming', 'awaiting_payment'], to: 'charging' },
  { name: 'asked_by_link', from: ['upcoming', 'charging'], to: 'awaiting_payment' },
  { name: 'put_back', from: ['charging', 'awaiting_payment'], to: 'upcoming' },
  { name: 'paid', from: ['charging', 'awaiting_payment', 'unpaid'], to: 'paid' },
  { name: 'unpaid', from: ['charging', 'awaiting_payment'], to: 'unpaid' },
  { name: 'missed', from: ['upcoming'], to: 'missed' },
  { name: 'voided', from: ['upcoming', 'skipped', 'charging', 'awaiting_payment', 'unpaid'], to: 'void' },
  { name: 'refunded', from: ['paid'], to: 'refunded' },
];

/**
 * All status changes of a payment. A new payment is pending. It is created when the payment date of its order
 * begins.
 */
export const PAYMENT_TRANSITIONS: readonly Transition<PaymentStatus>[] = [
  { name: 'failed', from: ['pending'], to: 'failed' },
  { name: 'asked_again', from: ['failed', 'suspended', 'expired'], to: 'pending' },
  { name: 'begun_again', from: ['void'], to: 'pending' },
  { name: 'suspended', from: ['pending', 'failed', 'expired'], to: 'suspended' },
  { name: 'expired', from: ['pending'], to: 'expired' },
  { name: 'succeeded', from: ['pending', 'failed', 'suspended', 'expired'], to: 'succeeded' },
  { name: 'voided', from: ['pending', 'failed', 'suspended', 'expired'], to: 'void' },
];

/**
 * All status changes of a charge attempt. An attempt is created as sent, before the gateway is called. A
 * closed attempt can still become succeeded, because money can arrive later.
 */
export const ATTEMPT_TRANSITIONS: readonly Transition<AttemptStatus>[] = [
  { name: 'awaits_person', from: ['created', 'sent', 'unknown'], to: 'action_required' },
  { name: 'not_answered', from: ['created', 'sent'], to: 'unknown' },
  {
    name: 'succeeded',
    from: [...OPEN_ATTEMPT_STATUSES, 'declined', 'expired', 'voided'],
    to: 'succeeded',
  },
  { name: 'declined', from: OPEN_ATTEMPT_STATUSES, to: 'declined' },
  { name: 'expired', from: OPEN_ATTEMPT_STATUSES, to: 'expired' },
  { name: 'voided', from: OPEN_ATTEMPT_STATUSES, to: 'voided' },
];

/** All status changes of a subscription. A registration creates the subscription as awaiting_payment. */
export const SUBSCRIPTION_TRANSITIONS: readonly Transition<SubscriptionStatus>[] = [
  { name: 'activated', from: ['awaiting_payment', 'inactive', 'cancelled'], to: 'active' },
  { name: 'return_begun', from: ['inactive', 'cancelled'], to: 'awaiting_payment' },
  { name: 'deactivated', from: ['active', 'awaiting_payment'], to: 'inactive' },
  { name: 'cancelled', from: ['awaiting_payment', 'active', 'inactive'], to: 'cancelled' },
];

/**
 * Returns the name of the step between two statuses.
 * @throws RangeError when the machine has no such step
 */
export function transitionBetween<S extends string>(
  machine: readonly Transition<S>[],
  from: S,
  to: S,
): string {
  const step = machine.find((one) => one.to === to && one.from.includes(from));
  if (!step) throw new RangeError(`No step leads from ${from} to ${to}`);
  return step.name;
}
