import { roundHalfUpDiv, type Satang } from './money';

/** Off every product of a box, compared with the list price. */
const SUBSCRIPTION_DISCOUNT_PERCENT = 25;

/** Returns the subscriber's price for a list price, in satang. */
export function subscriptionPrice(listPrice: Satang): Satang {
  return roundHalfUpDiv(listPrice * (100 - SUBSCRIPTION_DISCOUNT_PERCENT), 100);
}

/** Returns the 7 % VAT contained in a price, in satang. */
export function containedVat(total: Satang): Satang {
  return roundHalfUpDiv(total * 7, 107);
}
