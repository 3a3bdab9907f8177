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

/** Something we sell, sold in packs. `pieces` and `contents`: a single product has pieces, a starter pack contents. */
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
};

/** Whether the text is the code of one of our products. */
export function isProductCode(text: unknown): text is ProductCode {
  return PRODUCT_CODES.some((code) => code === text);
}

/** Points buy one pack of a single product, never a starter pack. */
export function isRedeemable(product: Pick<Product, 'contents'>): boolean {
  return product.contents.length === 0;
}

/** PRODUCT_NOT_REDEEMABLE for a starter pack. */
export function canRedeemProduct(product: Pick<Product, 'contents'>): Verdict {
  return isRedeemable(product) ? allow : refuse('PRODUCT_NOT_REDEEMABLE');
}
