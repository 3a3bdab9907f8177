/** Thai baht in whole satang: ฿1 = 100. */
export type Satang = number;

export const SUBSCRIPTION_DISCOUNT_PERCENT = 25;

/** The card gateway takes no smaller charge (Omise, Thailand: ฿20). */
export const MIN_CHARGE_SATANG = 2000;

/** Divides two whole numbers and rounds to the nearest whole one, a half upwards. */
export function roundHalfUpDiv(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

/** What a subscriber pays for something with this list price, in satang. */
export function subscriptionPrice(listPrice: Satang): Satang {
  return roundHalfUpDiv(listPrice * (100 - SUBSCRIPTION_DISCOUNT_PERCENT), 100);
}

/** The 7 % VAT that a price with VAT contains, in satang. */
export function containedVat(total: Satang): Satang {
  return roundHalfUpDiv(total * 7, 107);
}

/** Satang as baht with two decimals: 43900 → '439.00'; no baht sign or separators, a negative amount keeps its minus. */
export function bahtText(satang: Satang): string {
  const whole = Math.abs(satang);
  const baht = `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
  return satang < 0 ? `-${baht}` : baht;
}
