import { enforce } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { isAsShown } from '@/domain/payment';
import type { Totals } from '@/domain/price';
import type { Db } from '../../db';
import type { orders } from '../../db/schema';
import type { Subscription } from '../../lifecycle/locks';
import { findOpenAttempt } from '../settlement/queries';
import { findOwedOrder, type OwedOrder } from './queries';

/**
 * Throws if the total of a payment call differs from the total that the subscriber was shown. The caller must
 * hold the subscription's lock and write the charge or link in the same transaction.
 * @param expected the shown total in satang; undefined accepts any total
 * @param totals the totals that the call would charge or request by a link; null if nothing is due
 * @throws AppError TOTAL_CHANGED with the new quote as `data`
 */
export function requireTotal(expected: Satang | undefined, totals: Totals | null): void {
  const total = totals?.total ?? 0;
  enforce(isAsShown(expected, total), { data: { total, totals } });
}

/**
 * Checks the total of an owed order before the gateway is called, as `requireTotal` does. A refused call then
 * does not use the card token or end a 3-D Secure challenge. Checks nothing while an attempt is open.
 * @param isCharged whether the call would charge the owed order
 * @throws AppError TOTAL_CHANGED with the new quote as `data`
 */
export async function requireOwedTotal(
  db: Db,
  subscription: Pick<Subscription, 'id' | 'status' | 'accountId'>,
  expected: Satang | undefined,
  isCharged: (owed: OwedOrder) => boolean = () => true,
): Promise<void> {
  if (expected === undefined || (await findOpenAttempt(db, subscription.accountId))) return;
  const owed = await findOwedOrder(db, subscription);
  requireTotal(expected, owed && isCharged(owed) ? totalsOf(owed.order) : null);
}

type StoredTotals = Pick<
  typeof orders.$inferSelect,
  'listPrice' | 'boxPrice' | 'deliveryFee' | 'codeDiscount' | 'total' | 'points'
>;

/** Returns the totals that are stored in an order, in satang. */
export function totalsOf(order: StoredTotals): Totals {
  const { listPrice, boxPrice, deliveryFee, codeDiscount, total, points } = order;
  return {
    currency: 'THB',
    listPrice,
    subscriptionDiscount: listPrice - boxPrice,
    boxPrice,
    deliveryFee,
    codeDiscount,
    total,
    points,
  };
}
