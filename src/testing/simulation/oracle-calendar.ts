import type { Person } from './journal';
import type { OrderRow } from './order-row';

/* Dates, reckoned once more and otherwise than the product does: months are counted, and the nearest is looked for. */

const DAY_MS = 86_400_000;

/** The payment day of a month counted from year 0, or its last day. */
function dateIn(month: number, paymentDay: number): string {
  const year = Math.floor(month / 12);
  const last = new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month % 12, Math.min(paymentDay, last))).toISOString().slice(0, 10);
}

/** The second date: the one nearest to so many months after paying, later when two are as near, never 20 days or fewer after. */
function secondMonth(paid: string, paymentDay: number, frequency: number): number {
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
 * Whoever never changes anything gets the dates that the calendar gives, one after the other. Who stopped paying and then
 * paid after all begins again from that day; dates that had passed by then are left out.
 */
export function judgeCalendars(orders: OrderRow[], people: readonly Person[]): string[] {
  return people.filter((one) => one.quiet).flatMap((person) => judgeDates(orders, person));
}

function judgeDates(orders: OrderRow[], { accountId, paymentDay, frequency }: Person): string[] {
  const own = orders.filter((order) => order.account === accountId);
  const first = own.find((order) => order.kind === 'first');
  if (!first?.paid_on) return [];
  let month = secondMonth(first.paid_on, paymentDay, frequency);
  let lastPaid = first.paid_on;
  let hasEnded = false;
  for (const { status, kind, date, paid_on } of own) {
    if (kind !== 'renewal') continue;
    if (hasEnded && status !== 'void') {
      hasEnded = false;
      month = secondMonth(lastPaid, paymentDay, frequency);
      while (dateIn(month, paymentDay) < date) month += frequency;
    }
    if (dateIn(month, paymentDay) !== date)
      return [`${accountId}: ${date} instead of ${dateIn(month, paymentDay)}`];
    hasEnded ||= status === 'void';
    lastPaid = paid_on ?? lastPaid;
    month += frequency;
  }
  return [];
}
