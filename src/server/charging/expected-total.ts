import { enforce } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { isAsShown, type Totals } from '@/domain/payment';
import type { Db } from '../db';
import type { orders } from '../db/schema';
import type { Subscription } from '../lifecycle/locks';
import { findOpenAttempt } from '../settlement/open-attempts';
import { findOwed, type Owed } from './owed';

/**
 * Refuses a payment call whose total is not the one that the subscriber was shown. Called under the subscription's lock,
 * in the transaction that writes the charge or the link, so that the compared total is the one that is charged.
 * @param totals what this call would charge, or ask for by a link; null where nothing is due
 * @throws AppError TOTAL_CHANGED with the new quote as `data`
 */
export function requireTotal(expected: Satang | undefined, totals: Totals | null): void {
  const total = totals?.total ?? 0;
  enforce(isAsShown(expected, total), { data: { total, totals } });
}

/**
 * Makes the same check for an order that is owed before the gateway is called, so that a card token stays unused and a
 * bank page stays open. While an attempt is under way it decides nothing.
 * @param isCharged whether the call would charge the order that is owed
 * @throws AppError TOTAL_CHANGED with the new quote as `data`
 */
export async function requireOwedTotal(
  db: Db,
  subscription: Pick<Subscription, 'id' | 'status' | 'accountId'>,
  expected: Satang | undefined,
  isCharged: (owed: Owed) => boolean = () => true,
): Promise<void> {
  if (expected === undefined || (await findOpenAttempt(db, subscription.accountId))) return;
  const owed = await findOwed(db, subscription);
  requireTotal(expected, owed && isCharged(owed) ? totalsOf(owed.order) : null);
}

/** Returns the totals that an order was written with. */
export function totalsOf(order: typeof orders.$inferSelect): Totals {
  const { listPrice, boxPrice, deliveryFee, codeDiscount, total, points } = order;
  return {
    currency: 'THB',
    ...{ listPrice, subscriptionDiscount: listPrice - boxPrice, boxPrice },
    ...{ deliveryFee, codeDiscount, total, points },
  };
}
