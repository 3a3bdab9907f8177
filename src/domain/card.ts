import { dayInMonth, daysBetween, type Day, type Month } from './day';
import { allow, refuse, type Verdict } from './errors';
import type { PaymentMethod, SubscriptionStatus } from './subscription';
import { normaliseDigits } from './digits';

export const CARD_STATUSES = ['valid', 'nearly_expired', 'expired'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const NEARLY_EXPIRED_DAYS = 60;

type Expiry = { expiryMonth: number; expiryYear: number };

/** Returns the last day on which a card is valid: the last day of its month in Bangkok. */
export function cardExpiresOn({ expiryMonth, expiryYear }: Expiry): Day {
  const month = `${String(expiryYear).padStart(4, '0')}-${String(expiryMonth).padStart(2, '0')}` as Month;
  return dayInMonth(month, 31);
}

/**
 * Returns the status of a card. A card is nearly expired if it expires before the next payment date or within
 * 60 days.
 */
export function cardStatus(card: Expiry, today: Day, nextPaymentDate: Day | null): CardStatus {
  const expiresOn = cardExpiresOn(card);
  if (today > expiresOn) return 'expired';
  const endsBeforePayment = nextPaymentDate !== null && expiresOn < nextPaymentDate;
  return endsBeforePayment || daysBetween(today, expiresOn) <= NEARLY_EXPIRED_DAYS
    ? 'nearly_expired'
    : 'valid';
}

/**
 * Returns the first payment date after the expiry of a card; null if there is none.
 * @param paymentDates in ascending order
 */
export function firstMissedDate(card: Expiry, paymentDates: readonly Day[]): Day | null {
  const expiresOn = cardExpiresOn(card);
  return paymentDates.find((paymentDate) => paymentDate > expiresOn) ?? null;
}

/** The reasons for which the charge of a payment date will certainly fail. */
export type CardProblem = 'missing' | 'expired' | 'declined';

/**
 * Returns why a card cannot be charged on a payment date; null if it probably can.
 * @param card `hardDecline`: the reason of a permanent decline. Null if the subscriber has no card
 */
export function cardProblemOn(
  card: (Expiry & { hardDecline: string | null }) | null,
  paymentDate: Day,
): CardProblem | null {
  if (card === null) return 'missing';
  if (cardExpiresOn(card) < paymentDate) return 'expired';
  return card.hardDecline === null ? null : 'declined';
}

/**
 * Whether a new card becomes the default card. The first card always does. For another card the subscriber
 * decides (`asked`). If `asked` is undefined, the card becomes the default only after a failed payment.
 */
export function becomesDefault(facts: {
  isFirst: boolean;
  asked: boolean | undefined;
  paymentFailed: boolean;
}): boolean {
  return facts.isFirst || (facts.asked ?? facts.paymentFailed);
}

/** Refuses with CARD_LAST to remove the only card of a subscriber who pays by card and has not cancelled. */
export function canRemoveCard(facts: {
  isOnlyCard: boolean;
  paymentMethod: PaymentMethod;
  status: SubscriptionStatus;
}): Verdict {
  const isNeeded = facts.isOnlyCard && facts.paymentMethod === 'card' && facts.status !== 'cancelled';
  return isNeeded ? refuse('CARD_LAST') : allow;
}

/**
 * Parses an expiry date as typed in a form ('8/29', '08 / 2029', '0829', Thai digits).
 * @returns null if the text is not an expiry date
 */
export function parseExpiry(text: string): Expiry | null {
  const [, month, year] =
    /^(0?[1-9]|1[0-2])\s*[/.\- ]?\s*(?:20)?(\d\d)$/.exec(normaliseDigits(text).trim()) ?? [];
  return month && year ? { expiryMonth: Number(month), expiryYear: 2000 + Number(year) } : null;
}
