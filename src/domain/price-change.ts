import { addDays, dayOf, type Day } from './day';
import { HOUR_MS } from './duration';
import { MIN_CHARGE_SATANG, type Satang } from './money';
import { subscriptionPrice } from './price';
import type { ProductCode } from './product';

/** The rates of delivery: two zones, and the surcharge of remote postcodes. */
export const DELIVERY_RATES = ['bangkok', 'standard', 'remote_surcharge'] as const;
export type DeliveryRate = (typeof DELIVERY_RATES)[number];

/** The highest list price. A box of 20 packs then stays below the largest charge of the card gateway. */
export const LIST_PRICE_MAX: Satang = 500_000;
export const DELIVERY_FEE_MAX: Satang = 100_000;
/** The maximum number of days between a price change and the first day with the new prices. */
export const PRICE_AHEAD_DAYS = 180;
/** The hours for which a rehearsal describes the effect of its change. */
export const REHEARSAL_HOURS = 24;
/** The time before the first day of new prices from which on they cannot be withdrawn: clocks differ. */
export const WITHDRAW_UNTIL_MS = HOUR_MS;

/** New list prices and delivery fees that take effect together. `from`: the first day; null: when they are saved. */
export interface PriceChange {
  products: readonly { code: ProductCode; listPrice: Satang }[];
  fees: readonly { zone: DeliveryRate; fee: Satang }[];
  from: Day | null;
}

/** The latest price of each product and each delivery rate, planned ones included. `since`: ISO 8601. */
export interface PriceState {
  products: readonly { code: ProductCode; version: number; listPrice: Satang; since: string }[];
  fees: readonly { zone: DeliveryRate; version: number; fee: Satang; since: string }[];
}

/** Returns a text that is equal for equal prices with equal versions and instants. */
export function priceStateKey({ products, fees }: PriceState): string {
  return [
    ...products.map(({ code, version, listPrice, since }) => `${code}@${version}=${listPrice}/${since}`),
    ...fees.map(({ zone, version, fee, since }) => `${zone}@${version}=${fee}/${since}`),
  ]
    .sort()
    .join(' ');
}

/** Returns the prices of a change that differ from the latest ones. */
export function differingPrices(change: PriceChange, state: PriceState): PriceChange {
  const price = new Map(state.products.map(({ code, listPrice }) => [code, listPrice]));
  const fee = new Map(state.fees.map((rate) => [rate.zone, rate.fee]));
  return {
    products: change.products.filter(({ code, listPrice }) => price.get(code) !== listPrice),
    fees: change.fees.filter((rate) => fee.get(rate.zone) !== rate.fee),
    from: change.from,
  };
}

/** Returns the first day of the last planned prices; null if no price takes effect after `now`. */
export function lastPlannedDay({ products, fees }: PriceState, now: Date): Day | null {
  const ahead = [...products, ...fees].map(({ since }) => new Date(since)).filter((since) => since > now);
  return ahead.length === 0 ? null : dayOf(new Date(Math.max(...ahead.map((since) => since.getTime()))));
}

export type PriceFault =
  | { reason: 'priceUnchanged' | 'priceTwice' }
  | { reason: 'priceOrder'; day: Day }
  | { reason: 'priceLow'; code: ProductCode; listPrice: Satang; least: Satang }
  | { reason: 'priceHigh'; code: ProductCode; listPrice: Satang; most: Satang }
  | { reason: 'feeOutside'; fee: Satang; most: Satang }
  | { reason: 'priceDay'; day: Day; first: Day; last: Day };

/** The lowest list price. One pack at it costs the smallest charge, so that every order can be charged. */
export const LIST_PRICE_MIN: Satang = lowestListPrice();

function lowestListPrice(): Satang {
  let price = MIN_CHARGE_SATANG;
  while (subscriptionPrice(price) < MIN_CHARGE_SATANG) price += 1;
  return price;
}

/**
 * Returns why a price change is refused: nothing changes, a price is named twice, an amount is too low or too high, the
 * first day is not from tomorrow to 180 days ahead, or other prices are planned for it or for a later day. A version
 * that began before an earlier version would hide that one. Null for a change that may be made.
 * @param planned the first day of the last planned prices; null without any
 */
export function priceFault(change: PriceChange, today: Day, planned: Day | null): PriceFault | null {
  const { products, fees, from } = change;
  if (products.length === 0 && fees.length === 0) return { reason: 'priceUnchanged' };
  const names = [...products.map(({ code }) => code), ...fees.map(({ zone }) => zone)];
  if (new Set<string>(names).size < names.length) return { reason: 'priceTwice' };
  for (const { code, listPrice } of products) {
    if (!Number.isSafeInteger(listPrice) || listPrice < LIST_PRICE_MIN)
      return { reason: 'priceLow', code, listPrice, least: LIST_PRICE_MIN };
    if (listPrice > LIST_PRICE_MAX) return { reason: 'priceHigh', code, listPrice, most: LIST_PRICE_MAX };
  }
  const outside = fees.find(({ fee }) => !Number.isSafeInteger(fee) || fee < 0 || fee > DELIVERY_FEE_MAX);
  if (outside) return { reason: 'feeOutside', fee: outside.fee, most: DELIVERY_FEE_MAX };
  if (planned !== null && (from === null || from <= planned)) return { reason: 'priceOrder', day: planned };
  const [first, last] = [addDays(today, 1), addDays(today, PRICE_AHEAD_DAYS)];
  if (from !== null && (from < first || from > last)) return { reason: 'priceDay', day: from, first, last };
  return null;
}
