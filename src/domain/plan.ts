import { boxContents, mayHold, type BoxItem } from './box';
import type { Satang } from './money';
import type { Product } from './product';

export const PLAN_CODES = ['light', 'regular', 'heavy'] as const;

export type PlanCode = (typeof PLAN_CODES)[number];

/** A recommended plan: a ready-made box. */
export type Plan = { code: PlanCode; items: BoxItem[]; freeDelivery: boolean };

/** Whether a plan may be chosen: everything in it is sold. A free-delivery plan that may not still makes boxes free. */
export function isChoosable(
  plan: Pick<Plan, 'items'>,
  catalogue: readonly Pick<Product, 'code' | 'active'>[],
): boolean {
  return plan.items.every((item) => mayHold(item, catalogue));
}

/** What boxes cost at least, satang: the cheapest plan, without one the cheapest pack; null when nothing is sold. */
export function lowestPrice(
  plans: readonly { boxPrice: Satang }[],
  products: readonly { price: Satang }[],
): Satang | null {
  const prices =
    plans.length > 0 ? plans.map(({ boxPrice }) => boxPrice) : products.map(({ price }) => price);
  return prices.length > 0 ? Math.min(...prices) : null;
}

/** Whether the box contains at least what some free-delivery plan contains. Pass no free products: they don't count. */
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
