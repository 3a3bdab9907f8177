import { swapProduct } from './bulk';
import type { BoxItem } from './box';
import type { Satang } from './money';
import { changeOrderBox } from './plan-changes/box';
import type { PlanFacts } from './plan-changes/decision';
import type { Product, ProductCode } from './product';
import type { PriceList } from './quote';

/** A product that a box gets in place of a sold-out one. */
export interface Substitute {
  from: ProductCode;
  to: ProductCode;
}

/** A substitute that the shop offers for one order. `box`: the contents of the order at that time. */
export interface SubstituteOffer extends Substitute {
  box: BoxItem[];
}

/** Whether a product can replace a sold-out one: another product, on sale, at the same or a lower price. */
export function isSubstitute(
  from: Pick<Product, 'code' | 'price'>,
  to: Pick<Product, 'code' | 'price' | 'active'>,
): boolean {
  return to.code !== from.code && to.active && to.price <= from.price;
}

/** An order with a substitute: its new contents, the packs that change, and its total before and after. */
export interface SubstitutedOrder {
  items: BoxItem[];
  packs: number;
  before: Satang;
  after: Satang;
}

/**
 * Returns an order with a substitute. Null if the subscriber cannot have it: the order is not the next one that can
 * change, does not have the product, or would cost more than now. A box that is delivered free stays so, because the
 * shop asks for the change.
 */
export function substituteIn(
  facts: PlanFacts,
  { orderId, from, to }: Substitute & { orderId: string },
  prices: PriceList,
): SubstitutedOrder | null {
  const order = facts.subscriber.orders.find(({ id }) => id === orderId);
  const [old, other] = [from, to].map((code) => prices.products.find((product) => product.code === code));
  const items = order && old && other && isSubstitute(old, other) && swapProduct(order.items, { from, to });
  if (!items) return null;
  const decided = changeOrderBox(facts, { orderId, items, keepsFee: true }, prices);
  const after = decided && 'changes' in decided ? decided.changes.orders?.[0]?.total : undefined;
  const before = order.boxPrice + order.deliveryFee - order.codeDiscount;
  if (after === undefined || after > before) return null;
  const packs = order.items.find(({ productCode }) => productCode === from)?.quantity ?? 0;
  return { items, packs, before, after };
}
