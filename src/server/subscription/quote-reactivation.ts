import { and, eq, inArray } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import type { Catalogue } from '../catalogue/queries';
import type { Db, Tx } from '../db';
import { orders } from '../db/schema';
import { quoteOrder } from '../orders/drafts';
import { loadBox } from '../orders/planning';

export type ReactivationQuote = Awaited<ReturnType<typeof quoteReactivation>>;

/**
 * Quotes a reactivation: today's box at today's prices.
 * @returns `paidToday`: what an order paid today has become, null without one; `totals` of "now": null where that order is
 * paid already, so that nothing is charged
 */
export async function quoteReactivation(
  db: Db | Tx,
  now: Date,
  {
    subscriptionId,
    postalCode,
    catalogue,
  }: {
    subscriptionId: string;
    postalCode: string | null;
    catalogue: Catalogue;
  },
) {
  const [paidToday, items] = await Promise.all([
    findPaidToday(db, subscriptionId, dayOf(now)),
    loadBox(db, subscriptionId),
  ]);
  const quote = quoteOrder(catalogue, items, postalCode);
  return { paidToday, quote, totalsNow: paidToday === 'paid' ? null : quote.totals };
}

/** What an order paid today has become: paid, or refunded, which leaves no room for another one today; else null. */
async function findPaidToday(db: Db | Tx, subscriptionId: string, today: Day) {
  const rows = await db
    .select({ status: orders.status, paymentDate: orders.paymentDate })
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        eq(orders.paidOn, today),
        inArray(orders.status, ['paid', 'refunded']),
      ),
    );
  if (rows.some((order) => order.status === 'paid')) return 'paid' as const;
  return rows.some((order) => order.paymentDate === today) ? ('refunded' as const) : null;
}
