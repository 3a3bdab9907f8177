import { boxContents, mayHold, type BoxItem } from './box';
import type { Satang } from './money';
import type { Product } from './product';

export const PLAN_CODES = ['light', 'regular', 'heavy'] as const;

export type PlanCode = (typeof PLAN_CODES)[number];

/** A recommended plan: a preconfigured box. */
export type Plan = { code: PlanCode; items: BoxItem[]; freeDelivery: boolean };

/**
 * Whether a plan can be chosen: all its products are sold. A box with the content of a plan that cannot be
 * chosen still gets the plan's free delivery.
 */
export function isChoosable(
  plan: Pick<Plan, 'items'>,
  catalogue: readonly Pick<Product, 'code' | 'active'>[],
): boolean {
  return plan.items.every((item) => mayHold(item, catalogue));
}

/**
 * Returns the lowest box price in satang: the price of the cheapest plan or, without plans, of the cheapest
 * pack. Null when nothing is sold.
 */
export function lowestPrice(
  plans: readonly { boxPrice: Satang }[],
  products: readonly { price: Satang }[],
): Satang | null {
  const prices =
    plans.length > 0 ? plans.map(({ boxPrice }) => boxPrice) : products.map(({ price }) => price);
  return prices.length > 0 ? Math.min(...prices) : null;
}

/**
 * Whether a box contains at least the products of a plan with free delivery. The caller must leave out free
 * products: they do not count.
 */
export function isDeliveredFree(
  items: readonly BoxItem[],
  plans: readonly Pick<Plan, 'items' | 'freeDelivery'>[],
  catalogue: readonly Pick<Product, 'code' | 'contents'>[],
): boolean {
  const packs = boxContents(items, catalogue);
  return plans.some(
    (plan) =>
      plan.freeDelivery &&
      [...boxContents(plan.items, catalogue)].every(([code, needed]) => (packs.get(code) ?? 0) >= needed),
  );
}
