import type { BankAccountStatus } from '../bank-account';
import type { DisputeStatus } from '../dispute';
import type { OrderStatus, ShipmentStatus } from '../order';
import { OPEN_ATTEMPT_STATUSES, type AttemptStatus, type PaymentStatus } from '../payment';
import type { LinkStatus } from '../payment-link';
import type { ReferralStatus } from '../referral';
import type { RefundStatus } from '../refund';
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
  { name: 'refund_corrected', from: ['refunded'], to: 'paid' },
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

/**
 * All status changes of a subscription. A registration creates the subscription as awaiting_payment, moving in as
 * imported.
 */
export const SUBSCRIPTION_TRANSITIONS: readonly Transition<SubscriptionStatus>[] = [
  { name: 'activated', from: ['awaiting_payment', 'inactive', 'cancelled', 'imported'], to: 'active' },
  { name: 'return_begun', from: ['inactive', 'cancelled'], to: 'awaiting_payment' },
  { name: 'deactivated', from: ['active', 'awaiting_payment'], to: 'inactive' },
  { name: 'cancelled', from: ['awaiting_payment', 'active', 'inactive', 'imported'], to: 'cancelled' },
];

const OPEN_REFUND = ['created', 'sent', 'unknown'] as const;

/**
 * All status changes of a refund. A new refund is created. The refund of a bank transfer is manual, because an operator
 * makes it, and a refund that was made elsewhere has succeeded. The loss of a dispute is corrected if the bank gives it back.
 */
export const REFUND_TRANSITIONS: readonly Transition<RefundStatus>[] = [
  { name: 'claimed', from: ['created', 'unknown'], to: 'sent' },
  { name: 'put_back', from: ['sent', 'unknown'], to: 'created' },
  { name: 'not_answered', from: ['sent'], to: 'unknown' },
  { name: 'succeeded', from: [...OPEN_REFUND, 'manual'], to: 'succeeded' },
  { name: 'left_to_operator', from: OPEN_REFUND, to: 'manual' },
  { name: 'withdrawn', from: [...OPEN_REFUND, 'manual'], to: 'failed' },
  { name: 'corrected', from: ['succeeded'], to: 'corrected' },
];

/** All status changes of a dispute. It is recorded as the gateway reports it. A decided dispute is not opened again. */
export const DISPUTE_TRANSITIONS: readonly Transition<DisputeStatus>[] = [
  { name: 'answered', from: ['open'], to: 'pending' },
  { name: 'reopened', from: ['pending'], to: 'open' },
  { name: 'won', from: ['open', 'pending', 'lost'], to: 'won' },
  { name: 'lost', from: ['open', 'pending', 'won'], to: 'lost' },
];

/** All status changes of a referral. A new referral is applied. */
export const REFERRAL_TRANSITIONS: readonly Transition<ReferralStatus>[] = [
  { name: 'held', from: ['applied', 'reversed'], to: 'held' },
  { name: 'rewarded', from: ['applied', 'held', 'reversed'], to: 'rewarded' },
  { name: 'refused', from: ['applied', 'held'], to: 'refused' },
  { name: 'reversed', from: ['held', 'rewarded'], to: 'reversed' },
];

/** All status changes of a parcel. A new parcel is preparing. A lost or damaged parcel is sent again. */
export const PARCEL_TRANSITIONS: readonly Transition<ShipmentStatus>[] = [
  { name: 'packed', from: ['preparing'], to: 'packed' },
  { name: 'shipped', from: ['preparing', 'packed'], to: 'shipped' },
  { name: 'delivered', from: ['preparing', 'packed', 'shipped'], to: 'delivered' },
  { name: 'sent_again', from: ['packed', 'shipped', 'delivered'], to: 'preparing' },
];

/** All status changes of a bank account. A new link is pending. */
export const BANK_ACCOUNT_TRANSITIONS: readonly Transition<BankAccountStatus>[] = [
  { name: 'linked', from: ['pending'], to: 'linked' },
  { name: 'rejected', from: ['pending'], to: 'rejected' },
  { name: 'expired', from: ['pending'], to: 'expired' },
  { name: 'deleted', from: ['pending', 'linked'], to: 'deleted' },
];

/** All status changes of a payment link. A new link is open. */
export const LINK_TRANSITIONS: readonly Transition<LinkStatus>[] = [
  { name: 'paid', from: ['open'], to: 'paid' },
  { name: 'expired', from: ['open'], to: 'expired' },
  { name: 'voided', from: ['open'], to: 'void' },
];

/** All status changes of a message. A new message is queued. A mail that bounced is queued for LINE. */
export const MESSAGE_TRANSITIONS: readonly Transition<MessageStatus>[] = [
  { name: 'sent', from: ['queued'], to: 'sent' },
  { name: 'failed', from: ['queued'], to: 'failed' },
  { name: 'dropped', from: ['queued'], to: 'dropped' },
  { name: 'bounced', from: ['sent'], to: 'queued' },
];

export const MESSAGE_STATUSES = ['queued', 'sent', 'failed', 'dropped'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

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
