import { priceBox, type BoxItem } from '@/domain/box';
import type { NewOrder, OrderPrices } from '@/domain/lifecycle/changes';
import { totals } from '@/domain/price';
import type { CodeDiscount } from '@/domain/referral';
import { feeOf, type Catalogue } from '../catalogue/queries';
import { newId } from '../platform/ids';
import type { Subscription } from '../lifecycle/locks';

export type Quote = ReturnType<typeof quoteOrder>;

/**
 * Returns the prices of an order with these items, at the prices of the catalogue.
 * @param postalCode null while the address is unknown; the delivery fee is then null
 */
export function quoteOrder(
  catalogue: Catalogue,
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
  catalogue: Catalogue,
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

/** Returns a new order with a new id. The caller must write it to the database. */
export function draftOrder(
  { id: subscriptionId, accountId }: Pick<Subscription, 'id' | 'accountId'>,
  now: Date,
  prices: OrderPrices,
  about: Pick<NewOrder, 'cycleIndex' | 'kind' | 'status' | 'paymentDate' | 'paused'>,
): NewOrder {
  const begunAt = about.status === 'upcoming' || about.status === 'skipped' ? null : now;
  return { id: newId('order'), subscriptionId, accountId, begunAt, ...prices, ...about };
}
