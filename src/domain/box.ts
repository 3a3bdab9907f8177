import { allow, AppError, refuse, type Verdict } from './errors';
import { subscriptionPrice, type Satang } from './money';
import type { Product, ProductCode } from './product';

/** One product and a number of packs in the box. */
export type BoxItem = { productCode: ProductCode; quantity: number };

export const BOX_MAX_PACKS = 20;
export const PRODUCT_MAX_PACKS = 10;

/** Satang. `listPrice` and `unitPrice` are of one pack; `linePrice` is the whole line, rounded once. */
export type BoxLine = {
  productCode: ProductCode;
  quantity: number;
  listPrice: Satang;
  unitPrice: Satang;
  linePrice: Satang;
};

/** Satang: `boxPrice` = `listPrice` − `subscriptionDiscount`. */
export type BoxPrice = {
  listPrice: Satang;
  subscriptionDiscount: Satang;
  boxPrice: Satang;
  lines: BoxLine[];
};

/**
 * Whether a box may hold these packs: of a product that is sold, or of one that no longer is as many as `held`, the box
 * as it is, has of it already. A product that is not in the catalogue never.
 */
export function mayHold(
  { productCode, quantity }: BoxItem,
  catalogue: readonly Pick<Product, 'code' | 'active'>[],
  held: readonly BoxItem[] = [],
): boolean {
  const product = catalogue.find(({ code }) => code === productCode);
  if (!product) return false;
  return product.active || held.some((item) => item.productCode === productCode && quantity <= item.quantity);
}

/**
 * BOX_INVALID for an empty box, a quantity that is not 1–10, a product named twice or more than 20 packs in all.
 * A starter pack counts as one pack. With a catalogue, also for what the box may not hold of it (`mayHold`).
 */
export function checkBox(
  items: readonly BoxItem[],
  catalogue?: readonly Pick<Product, 'code' | 'active'>[],
  held: readonly BoxItem[] = [],
): Verdict {
  const packs = items.reduce((sum, item) => sum + item.quantity, 0);
  const isValid =
    items.length > 0 &&
    items.every(
      ({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= PRODUCT_MAX_PACKS,
    ) &&
    new Set(items.map((item) => item.productCode)).size === items.length &&
    packs <= BOX_MAX_PACKS &&
    (!catalogue || items.every((item) => mayHold(item, catalogue, held)));
  return isValid ? allow : refuse('BOX_INVALID');
}

function find<P extends Pick<Product, 'code'>>(catalogue: readonly P[], code: ProductCode): P {
  const product = catalogue.find((candidate) => candidate.code === code);
  if (!product) throw new AppError('BOX_INVALID');
  return product;
}

/**
 * Packs per single product, starter packs unfolded, whether sold or not. Throws BOX_INVALID for a product the catalogue
 * does not have.
 */
export function boxContents(
  items: readonly BoxItem[],
  catalogue: readonly Pick<Product, 'code' | 'contents'>[],
): Map<ProductCode, number> {
  const packs = new Map<ProductCode, number>();
  for (const { productCode, quantity } of items) {
    const { contents } = find(catalogue, productCode);
    const singles = contents.length > 0 ? contents : [{ productCode, quantity: 1 }];
    for (const single of singles) {
      packs.set(single.productCode, (packs.get(single.productCode) ?? 0) + single.quantity * quantity);
    }
  }
  return packs;
}

/**
 * Prices a box, what is no longer sold included, with the subscription discount. Throws BOX_INVALID for a product the
 * catalogue does not have.
 */
export function priceBox(
  items: readonly BoxItem[],
  catalogue: readonly Pick<Product, 'code' | 'listPrice'>[],
): BoxPrice {
  const lines = items.map(({ productCode, quantity }): BoxLine => {
    const { listPrice } = find(catalogue, productCode);
    const unitPrice = subscriptionPrice(listPrice);
    return {
      productCode,
      quantity,
      listPrice,
      unitPrice,
      linePrice: subscriptionPrice(listPrice * quantity),
    };
  });
  const listPrice = lines.reduce((sum, line) => sum + line.listPrice * line.quantity, 0);
  const boxPrice = lines.reduce((sum, line) => sum + line.linePrice, 0);
  return { listPrice, subscriptionDiscount: listPrice - boxPrice, boxPrice, lines };
}
