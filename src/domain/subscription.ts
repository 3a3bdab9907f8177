import { addDays, startOfDay, type Day } from './day';
import { allow, refuse, type Verdict } from './errors';

/** `imported`: moved in from another system and not activated here yet. Nothing is planned, charged or sent. */
export const SUBSCRIPTION_STATUSES = [
  'awaiting_payment',
  'active',
  'inactive',
  'cancelled',
  'imported',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const FREQUENCIES = [1, 2, 3] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const PAYMENT_METHODS = ['card', 'offline', 'bank_account'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The methods whose payments are charged without their payer, from 09:00 of the payment date on. */
export const CHARGED_METHODS = ['card', 'bank_account'] as const satisfies readonly PaymentMethod[];

/** Whether payments by this method are charged. Other payments are requested by a link. */
export const isCharged = (method: PaymentMethod): boolean =>
  CHARGED_METHODS.some((charged) => charged === method);

export const REGISTRATION_DAYS = 7;
/**
 * The days for which an expired registration is still stored, because a bank transfer may be imported late.
 */
export const TRANSFER_WAIT_DAYS = 3;
export const REACTIVATE_MAX_DAYS = 90;

/**
 * Returns the expiry of a registration: the end of the 7th day after `registeredOn`. From then on it cannot
 * be changed or paid.
 */
export function registrationExpiresAt(registeredOn: Day): Date {
  return startOfDay(addDays(registeredOn, REGISTRATION_DAYS + 1));
}

/**
 * Returns the instant from which an expired registration is deleted.
 * @param linkShown whether the visitor saw a bank-transfer link, so that a transfer made in time may be
 *   imported later
 */
export function erasureDueAt(registeredOn: Day, { linkShown }: { linkShown: boolean }): Date {
  return startOfDay(addDays(registeredOn, REGISTRATION_DAYS + 1 + (linkShown ? TRANSFER_WAIT_DAYS : 0)));
}

/**
 * Refuses a cancelled subscription with ALREADY_CANCELLED, and an imported one with NOT_ALLOWED: another system may
 * still charge it. Any other subscription can be cancelled.
 */
export function canCancel(status: SubscriptionStatus): Verdict {
  if (status === 'imported') return refuse('NOT_ALLOWED');
  return status === 'cancelled' ? refuse('ALREADY_CANCELLED') : allow;
}

/**
 * Allows a cancelled or inactive subscription to be reactivated. Refuses an imported one with NOT_ALLOWED, any other
 * with NOT_REACTIVATABLE.
 */
export function canReactivate(status: SubscriptionStatus): Verdict {
  if (status === 'imported') return refuse('NOT_ALLOWED');
  return status === 'cancelled' || status === 'inactive' ? allow : refuse('NOT_REACTIVATABLE');
}

/** Refuses a day before tomorrow or more than 90 days ahead with DATE_OUT_OF_RANGE. */
export function canReactivateOn(day: Day, today: Day): Verdict {
  const isInRange = day > today && day <= addDays(today, REACTIVATE_MAX_DAYS);
  return isInRange ? allow : refuse('DATE_OUT_OF_RANGE');
}

/**
 * Allows changes of box, frequency and payment day. Refuses an imported subscription with NOT_ALLOWED, another that
 * is not active with NOT_ACTIVE.
 */
export function canChange(status: SubscriptionStatus): Verdict {
  if (status === 'imported') return refuse('NOT_ALLOWED');
  return status === 'active' ? allow : refuse('NOT_ACTIVE');
}

/**
 * The facts that decide which actions a subscriber may take. `awaitsOfflinePayment`: an order waits for a
 * bank transfer or a QR payment.
 */
export type SubscriberFacts = {
  status: SubscriptionStatus;
  awaitsOfflinePayment: boolean;
  /** Whether a charge is open or its outcome is unknown. */
  hasUnresolvedCharge?: boolean;
  /** Whether an order that was ordered now waits for its payment. A decline must find the schedule unchanged. */
  isOrderingNow?: boolean;
  /** The instant at which the subscription first became active; null or omitted if it never did. */
  activatedAt?: Date | string | null;
};

/**
 * Whether a subscription is a registration in progress: it waits for a payment and was never active. An
 * unpaid reactivation is not a registration.
 */
export function isRegistering(facts: Pick<SubscriberFacts, 'status' | 'activatedAt'>): boolean {
  return facts.status === 'awaiting_payment' && !facts.activatedAt;
}

/** Whether a registration can still be changed and paid: it is in progress and has not expired. */
export function mayPayFirst(
  facts: Pick<SubscriberFacts, 'status' | 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return isRegistering(facts) && registrationExpiresAt(facts.registeredOn) > now;
}

/** Whether a registration in progress has expired but is not deleted yet. */
export function isRegistrationExpired(
  facts: Pick<SubscriberFacts, 'status' | 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return isRegistering(facts) && !mayPayFirst(facts, now);
}

/** Whether a registration has expired without a first payment. It may be cancelled. */
export function hasEndedUnpaid(
  {
    status,
    activatedAt,
    registeredOn,
  }: Pick<SubscriberFacts, 'status' | 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return !activatedAt && status !== 'imported' && registrationExpiresAt(registeredOn) <= now;
}

/**
 * Refuses a registration in progress with NOT_ALLOWED, and a pending offline payment with PAYMENT_PENDING.
 */
export function canActAsSubscriber(facts: SubscriberFacts): Verdict {
  if (isRegistering(facts)) return refuse('NOT_ALLOWED');
  return facts.awaitsOfflinePayment || facts.status === 'awaiting_payment'
    ? refuse('PAYMENT_PENDING')
    : allow;
}

/** Refuses a registration in progress with NOT_ALLOWED. */
export function hasSubscribed(subscription: {
  status: SubscriptionStatus;
  activatedAt: Date | null;
}): Verdict {
  return isRegistering(subscription) ? refuse('NOT_ALLOWED') : allow;
}

/**
 * Whether box, frequency and payment day may change now. Refuses as `canActAsSubscriber` does, with NOT_ACTIVE
 * if the subscription is not active, and with PAYMENT_PENDING while an order that was ordered now is not paid.
 */
export function canChangePlan(facts: SubscriberFacts): Verdict {
  const acting = canActAsSubscriber(facts);
  if (!acting.allowed) return acting;
  const changing = canChange(facts.status);
  return changing.allowed && facts.isOrderingNow ? refuse('PAYMENT_PENDING') : changing;
}

/**
 * Whether the subscriber may pause the subscription. Refuses as `canChangePlan` does, and with PAYMENT_PENDING
 * while a charge is open or its outcome is unknown.
 */
export function canChangeDeliveries(facts: SubscriberFacts): Verdict {
  const changing = canChangePlan(facts);
  return changing.allowed && facts.hasUnresolvedCharge ? refuse('PAYMENT_PENDING') : changing;
}

/**
 * Whether the subscriber may change personal details and postal address. A registration in progress is
 * refused with NOT_ALLOWED, except while it waits for an offline payment.
 */
export function canChangeDetails(facts: SubscriberFacts): Verdict {
  return isRegistering(facts) && !facts.awaitsOfflinePayment ? refuse('NOT_ALLOWED') : allow;
}
