import { allow, AppError, refuse, type Verdict } from './errors';
import type { Satang } from './money';
import { subscriptionPrice } from './price';
import type { Product, ProductCode } from './product';

/** A product in a box and its number of packs. */
export type BoxItem = { productCode: ProductCode; quantity: number };

export const BOX_MAX_PACKS = 20;
export const PRODUCT_MAX_PACKS = 10;

/**
 * A line of a priced box, in satang. `listPrice` and `unitPrice` are for one pack. `linePrice` is for the
 * whole line, rounded once.
 */
export type BoxLine = {
  productCode: ProductCode;
  quantity: number;
  listPrice: Satang;
  unitPrice: Satang;
  linePrice: Satang;
};

/** The prices of a box in satang. `boxPrice` = `listPrice` − `subscriptionDiscount`. */
export type BoxPrice = {
  listPrice: Satang;
  subscriptionDiscount: Satang;
  boxPrice: Satang;
  lines: BoxLine[];
};

/** Whether two boxes have the same content. */
export function isSameBox(items: readonly BoxItem[], other: readonly BoxItem[]): boolean {
  return (
    items.length === other.length &&
    items.every((item) =>
      other.some((o) => o.productCode === item.productCode && o.quantity === item.quantity),
    )
  );
}

/**
 * Whether a box may contain these packs. A product that is sold is always allowed. A product that is no
 * longer sold is allowed up to its quantity in the present box (`held`). An unknown product is never allowed.
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
 * Refuses an empty box, a quantity outside 1–10, a product listed twice, or more than 20 packs with
 * BOX_INVALID. A starter pack counts as one pack. If the caller passes a catalogue, checks the products too
 * (`mayHold`).
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
 * Returns the number of packs of each product in a box. A starter pack is replaced by its contents.
 * @throws BOX_INVALID for a product that is not in the catalogue
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
 * Returns the prices of a box with the subscription discount. Products that are no longer sold are priced
 * too.
 * @throws BOX_INVALID for a product that is not in the catalogue
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
