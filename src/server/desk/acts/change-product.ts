import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ProductCode } from '@/domain/product';
import type { seenTexts } from '@/schemas/desk-catalogue';
import { transaction } from '../../db';
import { products } from '../../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import { lockCatalogue } from './prices/lock-catalogue';

/** The texts of a product, and the length of a piece in mm; null for a pack of other products. */
export type ProductTexts = z.output<typeof seenTexts>;

const TEXTS = ['nameEn', 'nameTh', 'descriptionEn', 'descriptionTh', 'lengthMm'] as const;

/**
 * Changes the texts of a product in both languages.
 * @param wanted `seen`: the texts that the member saw
 * @throws OperatorRefusal if another member has changed the texts meanwhile, or if nothing is different
 */
export async function changeTexts(
  ctx: OperatorCtx,
  { code, seen, texts, why }: { code: ProductCode; seen: ProductTexts; texts: ProductTexts; why: string },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = (await lockCatalogue(tx)).find((product) => product.code === code);
    if (!row) throw new OperatorRefusal('noProduct', { code });
    if (TEXTS.some((name) => row[name] !== seen[name])) throw new OperatorRefusal('textsChanged');
    const changed = TEXTS.filter((name) => texts[name] !== row[name]);
    if (changed.length === 0) throw new OperatorRefusal('textsSame');
    await tx.update(products).set(texts).where(eq(products.code, code));
    const before = Object.fromEntries(changed.map((name) => [name, row[name]]));
    const after = Object.fromEntries(changed.map((name) => [name, texts[name]]));
    const detail = { before, after, why };
    await auditOperator(tx, ctx, { subject: code, what: 'product.texts_changed', detail });
  });
}

/**
 * Marks a product as sold out or as sold again. A product that is sold out cannot be newly chosen. Boxes and orders
 * that contain it go on.
 * @throws OperatorRefusal if the product is in that state already, or is the last one that is sold
 */
export async function setSold(
  ctx: OperatorCtx,
  { code, sold, why }: { code: ProductCode; sold: boolean; why: string },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const all = await lockCatalogue(tx);
    const row = all.find((product) => product.code === code);
    if (!row) throw new OperatorRefusal('noProduct', { code });
    if (row.active === sold) throw new OperatorRefusal(sold ? 'productSold' : 'productSoldOut');
    if (!sold && all.filter(({ active }) => active).length === 1) throw new OperatorRefusal('lastProduct');
    await tx.update(products).set({ active: sold }).where(eq(products.code, code));
    const what = sold ? 'product.sold_again' : 'product.sold_out';
    await auditOperator(tx, ctx, { subject: code, what, detail: { why } });
  });
}
