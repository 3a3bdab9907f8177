import { addDays, dayOf, type Day } from './day';
import type { OrderPrices } from './lifecycle/changes';
import type { Satang } from './money';
import { sendableFrom } from './quiet-hours';

/** The minimum number of days between the notice of a higher price and the first payment date with it. */
export const PRICE_NOTICE_DAYS = 30;
/**
 * The maximum of that number. An order is planned at most two months and 28 days ahead, so that a longer notice
 * would never let a price rise.
 */
export const PRICE_NOTICE_MAX_DAYS = 80;

/** The prices of a planned or paid order with the box of its subscription. */
export type HeldPrices = OrderPrices & { paymentDate: Day };

/** The latest notice of a higher price. `prices`: the announced prices, as `pricesKey` writes them. */
export interface PriceNotice {
  number: number;
  prices: string;
  firstDate: Day;
}

/** A higher price that must be announced, from this payment date on. Totals have no discount of a code. */
export interface PriceRaise {
  number: number;
  prices: string;
  firstDate: Day;
  oldTotal: Satang;
  newTotal: Satang;
}

export interface PlanPricesFacts {
  /** The prices of today for the box of the subscription. */
  todays: OrderPrices;
  /**
   * The prices of the last order with the same box. Null without such an order: the subscriber then requested the
   * box at the prices of today.
   */
  held: HeldPrices | null;
  notice: PriceNotice | null;
  now: Date;
  noticeDays: number;
}

/** Returns what a subscriber pays for a box with delivery. A code applies to the first order only. */
export const regularTotal = ({
  boxPrice,
  deliveryFee,
}: Pick<OrderPrices, 'boxPrice' | 'deliveryFee'>): Satang => boxPrice + deliveryFee;

/** Returns a text that is equal for equal prices of the same box: the price versions and the delivery fee. */
export function pricesKey({ items, deliveryFee }: Pick<OrderPrices, 'items' | 'deliveryFee'>): string {
  const versions = items.map(({ productCode, priceVersion }) => `${productCode}@${priceVersion}`).sort();
  return [...versions, `delivery=${deliveryFee}`].join(' ');
}

/** Returns the first payment date for which a notice sent now is early enough. */
export function firstNoticeDate(now: Date, noticeDays: number): Day {
  return addDays(dayOf(sendableFrom(now)), noticeDays);
}

/**
 * Returns the prices of orders to be planned, in the order of their payment dates. An order gets the prices of
 * today, if they are not higher than the prices of the order before it. It gets higher prices only from the first
 * date of a notice on. If no notice announced the prices, the first order that is far enough ahead causes one.
 * Earlier orders keep the prices of the order before them.
 * @returns `raise`: the price to announce; null without one
 */
export function planPrices(
  dates: readonly { paymentDate: Day }[],
  { todays, held, notice, now, noticeDays }: PlanPricesFacts,
): { prices: OrderPrices[]; raise: PriceRaise | null } {
  const atToday = { prices: dates.map(() => todays), raise: null };
  if (!held) return atToday;
  const isOutdated = isOlder(todays, held);
  if (!isOutdated && regularTotal(todays) <= regularTotal(held)) return atToday;
  const { paymentDate: heldDate, ...heldPrices } = held;
  // An order on or after the announced date with a lower price shows that the price fell again.
  const isTold = notice?.prices === pricesKey(todays) && heldDate < notice.firstDate;
  const from = isTold ? notice.firstDate : firstNoticeDate(now, noticeDays);
  const kept: OrderPrices = { ...heldPrices, codeDiscount: 0, code: null, total: regularTotal(held) };
  const prices = dates.map(({ paymentDate }) => (!isOutdated && paymentDate >= from ? todays : kept));
  const firstDate = dates[prices.indexOf(todays)]?.paymentDate;
  if (isTold || firstDate === undefined) return { prices, raise: null };
  const totals = { oldTotal: kept.total, newTotal: regularTotal(todays) };
  const number = (notice?.number ?? 0) + 1;
  return { prices, raise: { number, prices: pricesKey(todays), firstDate, ...totals } };
}

/**
 * Whether the prices of today were read before a newer price version was planned. A concurrent billing run can read
 * the catalogue, wait for a lock, and then find an order with a newer price.
 */
function isOlder(todays: OrderPrices, held: OrderPrices): boolean {
  const versions = new Map(todays.items.map(({ productCode, priceVersion }) => [productCode, priceVersion]));
  return held.items.some(({ productCode, priceVersion }) => priceVersion > (versions.get(productCode) ?? 0));
}
