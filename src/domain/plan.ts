import { boxContents, type BoxItem } from './box';
import type { Product } from './product';

export const PLAN_CODES = ['light', 'regular', 'heavy'] as const;

export type PlanCode = (typeof PLAN_CODES)[number];

/** A recommended plan: a ready-made box. */
export type Plan = { code: PlanCode; items: BoxItem[]; freeDelivery: boolean };

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
