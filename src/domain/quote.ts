import { priceBox, type BoxItem } from './box';
import { deliveryFee, type DeliveryTariff } from './delivery';
import type { OrderPrices } from './lifecycle/changes';
import type { Satang } from './money';
import { isDeliveredFree, type Plan } from './plan';
import { totals } from './price';
import type { Product } from './product';
import type { CodeDiscount } from './referral';

/** Products, plans and delivery tariff at one instant: all data that is needed to price a box. */
export interface PriceList {
  products: Product[];
  plans: Plan[];
  tariff: DeliveryTariff;
  /** The provinces of each postcode of the address table, by their English and Thai names. */
  provinces: ReadonlyMap<string, readonly string[]>;
}

export type Quote = ReturnType<typeof quoteOrder>;

/** Returns the delivery fee of a box to a postcode in satang; zero for free delivery. */
export function feeOf(
  { plans, products, tariff, provinces }: PriceList,
  items: BoxItem[],
  postalCode: string,
): Satang {
  return deliveryFee(postalCode, tariff, isDeliveredFree(items, plans, products), provinces.has(postalCode));
}

/**
 * Returns the prices of an order with these items, at the prices of the catalogue.
 * @param postalCode null while the address is unknown; the delivery fee is then null
 */
export function quoteOrder(
  catalogue: PriceList,
  items: BoxItem[],
  postalCode: string | null,
  code: CodeDiscount | null = null,
) {
  const box = priceBox(items, catalogue.products);
  const deliveryFee = postalCode === null ? null : feeOf(catalogue, items, postalCode);
  return { box, totals: totals({ box, deliveryFee, code }) };
}

/**
 * Returns the prices of a quote in the form in which an order stores them.
 * @param code the code of the quote's discount
 */
export function frozenPrices(
  { totals: sum, box }: Quote,
  catalogue: PriceList,
  code: string | null = null,
): OrderPrices {
  const version = new Map(catalogue.products.map((product) => [product.code, product.priceVersion]));
  return {
    listPrice: sum.listPrice,
    boxPrice: sum.boxPrice,
    deliveryFee: sum.deliveryFee ?? 0,
    codeDiscount: sum.codeDiscount,
    total: sum.total,
    points: sum.points,
    code,
    items: box.lines.map(({ productCode, quantity, listPrice, unitPrice, linePrice }) => ({
      productCode,
      quantity,
      listPrice,
      unitPrice,
      linePrice,
      priceVersion: version.get(productCode) ?? 1,
    })),
  };
}
