import { addDays, startOfDay, type Day } from './day';
import { allow, refuse, type Verdict } from './errors';

export const SUBSCRIPTION_STATUSES = ['awaiting_payment', 'active', 'inactive', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const FREQUENCIES = [1, 2, 3] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const PAYMENT_METHODS = ['card', 'offline'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Why somebody leaves; `other` says it in the comment. */
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

/** Reasons that say something about a person's health. They are kept as counts, without the person. */
export const HEALTH_REASONS: readonly CancelReason[] = ['menopause', 'pregnant'];

/**
 * Returns what a subscription keeps of why it was cancelled. A health reason becomes `other`: if none were kept, that
 * would tell as much.
 */
export function keptReason(why: { reason: CancelReason; comment: string | null }): typeof why {
  return HEALTH_REASONS.includes(why.reason) ? { reason: 'other', comment: null } : why;
}

export const LAPSE_DAYS = 7;
/** How much longer a registration is kept for a bank transfer that was made in time. */
export const TRANSFER_WAIT_DAYS = 3;
export const REACTIVATE_MAX_DAYS = 90;

/** The first instant at which a registration can't be changed or paid any more: 24:00 of the 7th day after. */
export function lapsesAt(registeredOn: Day): Date {
  return startOfDay(addDays(registeredOn, LAPSE_DAYS + 1));
}

/**
 * The first instant at which a lapsed registration is erased.
 * @param linkShown a bank-transfer link was ever shown, so a transfer that was made in time may still be imported.
 */
export function erasesAt(registeredOn: Day, { linkShown }: { linkShown: boolean }): Date {
  return startOfDay(addDays(registeredOn, LAPSE_DAYS + 1 + (linkShown ? TRANSFER_WAIT_DAYS : 0)));
}

/** ALREADY_CANCELLED when there is nothing left to cancel; otherwise always possible. */
export function canCancel(status: SubscriptionStatus): Verdict {
  return status === 'cancelled' ? refuse('ALREADY_CANCELLED') : allow;
}

/** NOT_REACTIVATABLE unless the subscription is cancelled or inactive. */
export function canReactivate(status: SubscriptionStatus): Verdict {
  return status === 'cancelled' || status === 'inactive' ? allow : refuse('NOT_REACTIVATABLE');
}

/** DATE_OUT_OF_RANGE unless the day lies between tomorrow and 90 days ahead. */
export function canReactivateOn(day: Day, today: Day): Verdict {
  const isInRange = day > today && day <= addDays(today, REACTIVATE_MAX_DAYS);
  return isInRange ? allow : refuse('DATE_OUT_OF_RANGE');
}

/** Whether box, frequency and payment day may change: NOT_ACTIVE unless active. */
export function canChange(status: SubscriptionStatus): Verdict {
  return status === 'active' ? allow : refuse('NOT_ACTIVE');
}

/** `awaitsOfflinePayment`: an order waits for a transfer or a QR payment that may come at any moment. */
export type SubscriberFacts = {
  status: SubscriptionStatus;
  awaitsOfflinePayment: boolean;
  /** When the subscription first became active; null or left out: never. */
  activatedAt?: Date | string | null;
};

/** A registration in progress. Somebody who comes back and has not paid yet is none: they were a subscriber before. */
export function isRegistering(facts: Pick<SubscriberFacts, 'status' | 'activatedAt'>): boolean {
  return facts.status === 'awaiting_payment' && !facts.activatedAt;
}

/** Whether a registration may be changed, and its first payment begun: until it lapses. */
export function mayPayFirst(
  facts: Pick<SubscriberFacts, 'status' | 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return isRegistering(facts) && lapsesAt(facts.registeredOn) > now;
}

/** Whether a registration in progress has lapsed and is not erased yet. */
export function isLapsed(
  facts: Pick<SubscriberFacts, 'status' | 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return isRegistering(facts) && !mayPayFirst(facts, now);
}

/** Whether a registration without a first payment has lapsed, also one that was cancelled. */
export function hasEndedUnpaid(
  { activatedAt, registeredOn }: Pick<SubscriberFacts, 'activatedAt'> & { registeredOn: Day },
  now: Date,
): boolean {
  return !activatedAt && lapsesAt(registeredOn) <= now;
}

/** Whether somebody may act as a subscriber: NOT_ALLOWED before the first payment, PAYMENT_PENDING while an offline one is. */
export function canActAsSubscriber(facts: SubscriberFacts): Verdict {
  if (isRegistering(facts)) return refuse('NOT_ALLOWED');
  return facts.awaitsOfflinePayment || facts.status === 'awaiting_payment'
    ? refuse('PAYMENT_PENDING')
    : allow;
}

/** Whether somebody has subscribed, whatever is being paid just now: NOT_ALLOWED for a registration in progress. */
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
 * Whether details and address may change, which a pending offline payment allows, of a first order too: NOT_ALLOWED
 * for any other registration in progress.
 */
export function canChangeDetails(facts: SubscriberFacts): Verdict {
  return isRegistering(facts) && !facts.awaitsOfflinePayment ? refuse('NOT_ALLOWED') : allow;
}
