import type { Subscriber } from './journal';
import type { OrderRow } from './oracle-facts';

/* Computes payment dates without the product's rules: counts months and picks the nearest date. */

const DAY_MS = 86_400_000;

/** Returns the payment date in a month, or the last day of a shorter month. @param month counted from year 0 */
export function dateIn(month: number, paymentDay: number): string {
  const year = Math.floor(month / 12);
  const last = new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month % 12, Math.min(paymentDay, last))).toISOString().slice(0, 10);
}

/**
 * Returns the month of the second payment date, counted from year 0. This date is the nearest to `frequency`
 * months after the first payment, and more than 20 days after it. If two dates are equally near, returns the
 * later.
 */
export function secondMonth(paid: string, paymentDay: number, frequency: number): number {
  const [year = 0, month = 0, day = 0] = paid.split('-').map(Number);
  const aim = year * 12 + month - 1 + frequency;
  const target = Date.parse(dateIn(aim, day));
  const candidates = [aim - 1, aim, aim + 1].filter(
    (one) => Date.parse(dateIn(one, paymentDay)) - Date.parse(paid) > 20 * DAY_MS,
  );
  const distance = (one: number) => Math.abs(Date.parse(dateIn(one, paymentDay)) - target);
  return candidates.reduce((best, one) => (distance(one) <= distance(best) ? one : best));
}

/**
 * Checks the payment dates of subscribers who sent no commands. After an expired subscription is paid again,
 * the calendar starts at this payment and has no past dates. It may end again before another payment.
 */
export function checkCalendars(orders: OrderRow[], subscribers: readonly Subscriber[]): string[] {
  return subscribers.filter((one) => one.isPassive).flatMap((subscriber) => checkDates(orders, subscriber));
}

function checkDates(orders: OrderRow[], { accountId, paymentDay, frequency }: Subscriber): string[] {
  const own = orders.filter((order) => order.account === accountId);
  const first = own.find((order) => order.kind === 'first');
  if (!first?.paid_on) return [];
  let month = secondMonth(first.paid_on, paymentDay, frequency);
  let lastPaid = first.paid_on;
  let hasEnded = false;
  let lastDate = '';
  for (const { status, kind, date, paid_on } of own) {
    if (kind !== 'renewal') continue;
    if (hasEnded && (status !== 'void' || date <= lastDate)) {
      hasEnded = false;
      month = secondMonth(lastPaid, paymentDay, frequency);
      while (dateIn(month, paymentDay) < date) month += frequency;
    }
    if (dateIn(month, paymentDay) !== date)
      return [`${accountId}: ${date} instead of ${dateIn(month, paymentDay)}`];
    hasEnded ||= status === 'void';
    lastDate = date;
    lastPaid = paid_on ?? lastPaid;
    month += frequency;
  }
  return [];
}
