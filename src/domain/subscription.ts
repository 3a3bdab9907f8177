import { addDays, startOfDay, type Day } from './day';
import { allow, refuse, type Verdict } from './errors';

export const SUBSCRIPTION_STATUSES = ['awaiting_payment', 'active', 'inactive', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const FREQUENCIES = [1, 2, 3] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const PAYMENT_METHODS = ['card', 'offline'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Reasons for a cancellation; `other` is explained in the comment. */
export const CANCEL_REASONS = [
  'alternativeBrand',
  'alternativeProduct',
  'buyWhenNeed',
  'leavingCountry',
  'menopause',
  'other',
  'pregnant',
  'theProductWasntGoodEnough',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Reasons that reveal health data. They are kept only as anonymous counts. */
export const HEALTH_REASONS: readonly CancelReason[] = ['menopause', 'pregnant'];

/**
 * Returns the stored cancellation reason. A health reason becomes `other`, because storing none would reveal it too.
 */
export function keptReason(why: { reason: CancelReason; comment: string | null }): typeof why {
  return HEALTH_REASONS.includes(why.reason) ? { reason: 'other', comment: null } : why;
}

export const REGISTRATION_DAYS = 7;
/** How much longer an expired registration is kept for a bank transfer that was made in time. */
export const TRANSFER_WAIT_DAYS = 3;
export const REACTIVATE_MAX_DAYS = 90;

/** Returns the first instant at which a registration can no longer be changed or paid: 24:00 of the 7th day after. */
export function registrationExpiresAt(registeredOn: Day): Date {
  return startOfDay(addDays(registeredOn, REGISTRATION_DAYS + 1));
}

/**
 * Returns the first instant at which an expired registration is deleted.
 * @param linkShown a bank-transfer link was shown, so that a transfer made in time may still be imported
 */
export function erasureDueAt(registeredOn: Day, { linkShown }: { linkShown: boolean }): Date {
  return startOfDay(addDays(registeredOn, REGISTRATION_DAYS + 1 + (linkShown ? TRANSFER_WAIT_DAYS : 0)));
}

/** Returns ALREADY_CANCELLED for a cancelled subscription; otherwise cancelling is always allowed. */
export function canCancel(status: SubscriptionStatus): Verdict {
  return status === 'cancelled' ? refuse('ALREADY_CANCELLED') : allow;
}

/** Returns NOT_REACTIVATABLE unless the subscription is cancelled or inactive. */
export function canReactivate(status: SubscriptionStatus): Verdict {
  return status === 'cancelled' || status === 'inactive' ? allow : refuse('NOT_REACTIVATABLE');
}

/** Returns DATE_OUT_OF_RANGE unless the day is between tomorrow and 90 days ahead. */
export function canReactivateOn(day: Day, today: Day): Verdict {
  const isInRange = day > today && day <= addDays(today, REACTIVATE_MAX_DAYS);
  return isInRange ? allow : refuse('DATE_OUT_OF_RANGE');
}

/** Returns NOT_ACTIVE unless active: box, frequency and payment day may not change. */
export function canChange(status: SubscriptionStatus): Verdict {
  return status === 'active' ? allow : refuse('NOT_ACTIVE');
}

/** `awaitsOfflinePayment`: an order waits for a bank transfer or a QR payment. */
export type SubscriberFacts = {
  status: SubscriptionStatus;
  awaitsOfflinePayment: boolean;
  /** When the subscription first became active; null or omitted for never. */
  activatedAt?: Date | string | null;
};

/** Whether this is a registration in progress. An unpaid reactivation is none. */
export function isRegistering(facts: Pick<SubscriberFacts, 'status' | 'activatedAt'>): boolean {
  return facts.status === 'awaiting_payment' && !facts.activatedAt;
}

/** Whether a registration may be changed and its first payment started: until it expires. */
export function mayPayFirst(
  facts: Pick<SubscriberFacts, 'status' | 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return isRegistering(facts) && registrationExpiresAt(facts.registeredOn) > now;
}

/** Whether a registration in progress has expired and is not deleted yet. */
export function isRegistrationExpired(
  facts: Pick<SubscriberFacts, 'status' | 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return isRegistering(facts) && !mayPayFirst(facts, now);
}

/** Whether a registration without a first payment has expired, also a cancelled one. */
export function hasEndedUnpaid(
  { activatedAt, registeredOn }: Pick<SubscriberFacts, 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return !activatedAt && registrationExpiresAt(registeredOn) <= now;
}

/** Returns NOT_ALLOWED before the first payment and PAYMENT_PENDING while an offline payment is pending. */
export function canActAsSubscriber(facts: SubscriberFacts): Verdict {
  if (isRegistering(facts)) return refuse('NOT_ALLOWED');
  return facts.awaitsOfflinePayment || facts.status === 'awaiting_payment'
    ? refuse('PAYMENT_PENDING')
    : allow;
}

/** Returns NOT_ALLOWED for a registration in progress, whatever payment is pending. */
export function hasSubscribed(subscription: {
  status: SubscriptionStatus;
  activatedAt: Date | null;
}): Verdict {
  return isRegistering(subscription) ? refuse('NOT_ALLOWED') : allow;
}

/** Whether box, frequency and payment day may change now: as `canActAsSubscriber`, and NOT_ACTIVE unless active. */
export function canChangePlan(facts: SubscriberFacts): Verdict {
  const acting = canActAsSubscriber(facts);
  return acting.allowed ? canChange(facts.status) : acting;
}

/**
 * Whether details and address may change. A pending offline payment allows it; any other registration in progress gets
 * NOT_ALLOWED.
 */
export function canChangeDetails(facts: SubscriberFacts): Verdict {
  return isRegistering(facts) && !facts.awaitsOfflinePayment ? refuse('NOT_ALLOWED') : allow;
}
