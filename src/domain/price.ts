import { MIN_CHARGE_SATANG, roundHalfUpDiv, type Satang } from './money';
import { pointsForBox } from './points';
import type { CodeDiscount, CodeKind } from './referral';

/** The discount on every product of a box, compared with the list price. */
const SUBSCRIPTION_DISCOUNT_PERCENT = 25;

/** Returns the subscriber's price for a list price, in satang. */
export function subscriptionPrice(listPrice: Satang): Satang {
  return roundHalfUpDiv(listPrice * (100 - SUBSCRIPTION_DISCOUNT_PERCENT), 100);
}

/** Returns the 7 % VAT contained in a price, in satang. */
export function containedVat(total: Satang): Satang {
  return roundHalfUpDiv(total * 7, 107);
}

/**
 * Returns the discount of a code in satang, at most `base` (box price + delivery fee). A percentage is
 * rounded half up.
 */
export function codeDiscount(kind: CodeKind, value: number, base: Satang): Satang {
  return Math.min(kind === 'amount' ? value : roundHalfUpDiv(base * value, 100), base);
}

/** Amounts in satang. `deliveryFee` is null while the address is unknown. */
export type Totals = {
  currency: 'THB';
  listPrice: Satang;
  subscriptionDiscount: Satang;
  boxPrice: Satang;
  deliveryFee: Satang | null;
  codeDiscount: Satang;
  total: Satang;
  points: number;
};

/**
 * Returns the totals of an order. A code reduces box price + delivery fee. The discount is capped so that the
 * total is 0 or at least the smallest charge. While the delivery fee is unknown it counts as 0, and the cap
 * is not applied.
 */
export function totals(order: {
  box: Pick<Totals, 'listPrice' | 'subscriptionDiscount' | 'boxPrice'>;
  deliveryFee: Satang | null;
  code: CodeDiscount | null;
}): Totals {
  const { listPrice, subscriptionDiscount, boxPrice } = order.box;
  const base = boxPrice + (order.deliveryFee ?? 0);
  const wanted = order.code ? codeDiscount(order.code.kind, order.code.value, base) : 0;
  const rest = base - wanted;
  const isCapped = order.deliveryFee !== null && rest > 0 && rest < MIN_CHARGE_SATANG;
  const discount = isCapped ? Math.max(0, base - MIN_CHARGE_SATANG) : wanted;
  return {
    currency: 'THB',
    listPrice,
    subscriptionDiscount,
    boxPrice,
    deliveryFee: order.deliveryFee,
    codeDiscount: discount,
    total: base - discount,
    points: pointsForBox(boxPrice),
  };
}

/** Returns the total of the same box from the second order on. A code applies to the first order only. */
export function laterTotal({ total, codeDiscount }: Pick<Totals, 'total' | 'codeDiscount'>): Satang {
  return total + codeDiscount;
}
