import { dayOf, type Day } from '@/domain/day';
import type { Catalogue } from '../catalogue/queries';
import type { Subscriber } from '../lifecycle/load-facts';
import { quoteOrder } from '../orders/drafts';

export type ReactivationQuote = ReturnType<typeof quoteReactivation>;

/**
 * Quotes a reactivation: today's box at today's prices.
 * @returns `paidToday`: what an order paid today has become, null without one; `totals` of "now": null where that order is
 * paid already, so that nothing is charged
 */
export function quoteReactivation({ orders, box, account }: Subscriber, now: Date, catalogue: Catalogue) {
  const paidToday = findPaidToday(orders, dayOf(now));
  const quote = quoteOrder(catalogue, box, account.postalCode);
  return { paidToday, quote, totalsNow: paidToday === 'paid' ? null : quote.totals };
}

/** What an order paid today has become: paid, or refunded, which leaves no room for another one today; else null. */
function findPaidToday(orders: Subscriber['orders'], today: Day) {
  const ofToday = orders.filter(({ paidOn }) => paidOn === today);
  if (ofToday.some(({ status }) => status === 'paid')) return 'paid' as const;
  const isRefunded = ofToday.some(
    ({ status, paymentDate }) => status === 'refunded' && paymentDate === today,
  );
  return isRefunded ? ('refunded' as const) : null;
}
