import type { Day } from './day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration';
import { allow, refuse, type Verdict } from './errors';
import type { Satang } from './money';
import type { PaymentMethod, SubscriptionStatus } from './subscription';

/** The banks whose accounts can be linked. */
export const LINK_BANKS = ['kbank', 'scb', 'ktb', 'bay'] as const;
export type LinkBank = (typeof LINK_BANKS)[number];

/**
 * The statuses of a bank account. `pending`: its owner has not agreed at the bank yet. `linked`: it can be charged.
 * `rejected`, `expired` and `deleted` are final.
 */
export const BANK_ACCOUNT_STATUSES = ['pending', 'linked', 'rejected', 'expired', 'deleted'] as const;
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number];

/** The time in which the first order is charged without a further tap, once its owner has agreed to pay it. */
const AGREED_MS = 30 * MINUTE_MS;

/** The first order as the screen showed it, when the link of a bank account was started to pay it. */
export interface AgreedFirst {
  /** The ISO instant at which the owner tapped. */
  at: string;
  total: Satang;
  code: string | null;
  /** The first three payment dates; the first is the day on which the owner tapped. */
  dates: readonly Day[];
}

/** Whether the first order is still the one that its owner agreed to pay. The charge compares the total by itself. */
export function isStillAgreed(
  { at, code, dates }: AgreedFirst,
  present: Pick<AgreedFirst, 'code' | 'dates'>,
  now: Date,
): boolean {
  const isRecent = now.getTime() - Date.parse(at) <= AGREED_MS;
  return isRecent && code === present.code && dates.join() === present.dates.join();
}

/**
 * The times after its start at which a pending link is read at the gateway if the subscriber has not returned. After 28
 * minutes a job has the time left to charge an agreed first order.
 */
const READ_AFTER_MS = [1, 3, 10, 20, 28, 60, 180].map((minutes) => minutes * MINUTE_MS);
/** The gateway ends a registration at its expiry; the next read is a little later. */
const AFTER_EXPIRY_MS = 5 * MINUTE_MS;
/** The wait after a read without an answer, and after the expiry. */
const AGAIN_MS = { unread: 10 * MINUTE_MS, open: HOUR_MS };
/** The time after its expiry from which a link is given up, although the gateway still calls it pending. */
const GIVEN_UP_AFTER_MS = DAY_MS;

interface LinkTimes {
  createdAt: Date;
  /** When the registration at the bank ends. */
  expiresAt: Date;
}

/** Returns when a pending link is read next. @param isRead whether the gateway answered the last read */
export function nextLinkReadAt({ createdAt, expiresAt }: LinkTimes, now: Date, isRead = true): Date {
  const planned = [
    ...READ_AFTER_MS.map((ms) => createdAt.getTime() + ms),
    expiresAt.getTime() + AFTER_EXPIRY_MS,
  ].find((at) => at > now.getTime());
  const next = planned ?? now.getTime() + AGAIN_MS.open;
  return new Date(isRead ? next : Math.min(next, now.getTime() + AGAIN_MS.unread));
}

/** Whether a link that the gateway still calls pending is given up. */
export const isLinkOver = ({ expiresAt }: LinkTimes, now: Date): boolean =>
  now.getTime() >= expiresAt.getTime() + GIVEN_UP_AFTER_MS;

/** Refuses with BANK_ACCOUNT_IN_USE to remove an account that pays for the subscription, or that is being charged. */
export function canRemoveBankAccount(facts: {
  paymentMethod: PaymentMethod;
  status: SubscriptionStatus;
  isBeingCharged: boolean;
}): Verdict {
  const pays = facts.paymentMethod === 'bank_account' && facts.status !== 'cancelled';
  return pays || facts.isBeingCharged ? refuse('BANK_ACCOUNT_IN_USE') : allow;
}
