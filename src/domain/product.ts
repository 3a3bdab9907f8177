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
 * Something we sell, sold in packs. `pieces` and `contents`: a single product has pieces, a starter pack contents.
 * `active`: it may be chosen; boxes, orders and plans that have one that is not keep it. A starter pack has a flag of its
 * own, whatever those of its contents say.
 */
export type Product = {
  code: ProductCode;
  nameEn: string;
  nameTh: string;
  descriptionEn: string;
  descriptionTh: string;
  pieces: number | null;
  contents: ProductContent[];
  listPrice: Satang;
  price: Satang;
  priceVersion: number;
  sort: number;
  image: string;
  active: boolean;
};

/** Whether the text is the code of one of our products. */
export function isProductCode(text: unknown): text is ProductCode {
  return PRODUCT_CODES.some((code) => code === text);
}

/** Points buy one pack of a single product that is sold, never a starter pack. */
export function isRedeemable(product: Pick<Product, 'contents' | 'active'>): boolean {
  return product.active && product.contents.length === 0;
}

/** PRODUCT_NOT_REDEEMABLE for a starter pack, and for what is no longer sold. */
export function canRedeemProduct(product: Pick<Product, 'contents' | 'active'>): Verdict {
  return isRedeemable(product) ? allow : refuse('PRODUCT_NOT_REDEEMABLE');
}
