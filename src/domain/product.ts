import { allow, refuse, type Verdict } from './errors';
import type { Satang } from './money';

export const PRODUCT_CODES = [
  'day-pads',
  'light-day-pads',
  'night-pads',
  'night-pads-xl',
  'panty-liners',
  'starter-pack',
  'starter-pack-v2',
] as const;

export type ProductCode = (typeof PRODUCT_CODES)[number];

export type ProductContent = { productCode: ProductCode; quantity: number };

/**
 * A product, sold in packs. A single product has `pieces` of a length in mm, a starter pack has `contents`. `active`:
 * subscribers can choose the product. Boxes, orders and plans that contain an inactive product keep it. A
 * starter pack can be active although its contents are not.
 */
export type Product = {
  code: ProductCode;
  nameEn: string;
  nameTh: string;
  descriptionEn: string;
  descriptionTh: string;
  pieces: number | null;
  lengthMm: number | null;
  contents: ProductContent[];
  listPrice: Satang;
  price: Satang;
  priceVersion: number;
  sort: number;
  image: string;
  active: boolean;
};

/** Whether the text is a product code of the catalogue. */
export function isProductCode(text: unknown): text is ProductCode {
  return PRODUCT_CODES.some((code) => code === text);
}

/** Whether a product can be redeemed with points: a single product that is sold, not a starter pack. */
export function isRedeemable(product: Pick<Product, 'contents' | 'active'>): boolean {
  return product.active && product.contents.length === 0;
}

/** Refuses a starter pack and a product that is no longer sold with PRODUCT_NOT_REDEEMABLE. */
export function canRedeemProduct(product: Pick<Product, 'contents' | 'active'>): Verdict {
  return isRedeemable(product) ? allow : refuse('PRODUCT_NOT_REDEEMABLE');
}
