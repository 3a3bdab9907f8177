import { dayInMonth, daysBetween, type Day, type Month } from './day';

export const CARD_STATUSES = ['valid', 'nearly_expired', 'expired'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const NEARLY_EXPIRED_DAYS = 60;

type Expiry = { expiryMonth: number; expiryYear: number };

/** The last day on which a card works: the last of its month, in Bangkok. */
export function cardExpiresOn({ expiryMonth, expiryYear }: Expiry): Day {
  const month = `${String(expiryYear).padStart(4, '0')}-${String(expiryMonth).padStart(2, '0')}` as Month;
  return dayInMonth(month, 31);
}

/** Nearly expired: it ends before the next payment date, or within 60 days. */
export function cardStatus(card: Expiry, today: Day, nextPaymentDate: Day | null): CardStatus {
  const expiresOn = cardExpiresOn(card);
  if (today > expiresOn) return 'expired';
  const endsBeforePayment = nextPaymentDate !== null && expiresOn < nextPaymentDate;
  return endsBeforePayment || daysBetween(today, expiresOn) <= NEARLY_EXPIRED_DAYS
    ? 'nearly_expired'
    : 'valid';
}
