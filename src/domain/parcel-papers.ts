/** The papers of parcels: labels four on a sheet, labels of 100 × 150 mm, and packing slips. */
export const PARCEL_PAPERS = ['sheets', 'labels', 'slips'] as const;
export type ParcelPaper = (typeof PARCEL_PAPERS)[number];

export interface Packs<Code extends string> {
  productCode: Code;
  quantity: number;
}

/**
 * Returns how many packs of each product are to be taken, the starter packs as what is in them.
 * @param contentsOf the packs in a starter pack; empty for a single product
 */
export function packsToTake<Code extends string>(
  items: readonly Packs<Code>[],
  contentsOf: (code: Code) => readonly Packs<Code>[],
): Map<Code, number> {
  const total = new Map<Code, number>();
  const add = (code: Code, quantity: number) => total.set(code, (total.get(code) ?? 0) + quantity);
  for (const { productCode, quantity } of items) {
    const contents = contentsOf(productCode);
    if (contents.length === 0) add(productCode, quantity);
    for (const one of contents) add(one.productCode, one.quantity * quantity);
  }
  return total;
}
