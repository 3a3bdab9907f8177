import { desc, eq, inArray } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { PRODUCT_CODES } from '@/domain/product';
import { listProducts, loadCatalogue } from '@/server/shop/catalogue/queries';
import { transaction } from '@/server/db';
import { auditEvents, products } from '@/server/db/schema';
import { operatorCtx } from '@/testing/price-changes';
import { pass } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { changeTexts, setSold, type ProductTexts } from './change-product';

const world = withWorld({ cleanup: 'empty' });
let texts: ProductTexts;
afterEach(() =>
  transaction(world.db, async (tx) => {
    await tx.update(products).set({ active: true });
    if (texts) await tx.update(products).set(texts).where(eq(products.code, 'day-pads'));
  }),
);

const present = async (): Promise<ProductTexts> => {
  const [row] = await world.db.select().from(products).where(eq(products.code, 'day-pads'));
  const { nameEn, nameTh, descriptionEn, descriptionTh, lengthMm } = row!;
  return { nameEn, nameTh, descriptionEn, descriptionTh, lengthMm };
};
const change = (seen: ProductTexts, wanted: ProductTexts) =>
  changeTexts(operatorCtx(world), { code: 'day-pads', seen, texts: wanted, why: 'A better name' });
const sell = (code: (typeof PRODUCT_CODES)[number], sold: boolean) =>
  setSold(operatorCtx(world), { code, sold, why: 'Stock' });
const told = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );
const lastAudit = async (subject: string) =>
  (
    await world.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subject, subject))
      .orderBy(desc(auditEvents.at))
      .limit(1)
  )[0];

test('texts change in both languages with the reason in the audit, and not from a stale tab', async () => {
  texts = await present();
  const wanted = { ...texts, nameEn: 'Daytime pads' };
  await change(texts, wanted);
  expect(await present()).toEqual(wanted);
  expect(await lastAudit('day-pads')).toMatchObject({
    actor: 'staff:mali',
    what: 'product.texts_changed',
    subject: 'day-pads',
    detail: { before: { nameEn: texts.nameEn }, after: { nameEn: 'Daytime pads' }, why: 'A better name' },
  });
  expect(await told(change(texts, { ...texts, nameTh: 'อื่น' }))).toMatch('have changed since');
  expect(await told(change(wanted, wanted))).toMatch('No text is different');
  expect(await present()).toEqual(wanted);
});

test('the length of a piece changes, and a pack of other products has none', async () => {
  texts = await present();
  await change(texts, { ...texts, lengthMm: 250 });
  const { products: all } = await loadCatalogue(world.db, world.now());
  expect(all.find(({ code }) => code === 'day-pads')).toMatchObject({ lengthMm: 250, pieces: 10 });
  const wrong = transaction(world.db, (tx) =>
    tx.update(products).set({ lengthMm: 100 }).where(eq(products.code, 'starter-pack')),
  );
  await expect(wrong).rejects.toThrow();
});

test('texts that two members change at the same moment keep the change of one of them', async () => {
  texts = await present();
  const ends = await Promise.all(['One', 'Two'].map((nameEn) => told(change(texts, { ...texts, nameEn }))));
  expect(ends.filter((end) => end === 'done')).toHaveLength(1);
});

test('a product that is sold out cannot be chosen until it is sold again, once each', async () => {
  const isChoosable = async () => {
    await pass(world, { minutes: 1 });
    return (await listProducts(world.ctx())).some(({ code }) => code === 'night-pads');
  };
  expect(await told(sell('night-pads', true))).toMatch('already sold');
  await sell('night-pads', false);
  expect(await isChoosable()).toBe(false);
  expect(await lastAudit('night-pads')).toMatchObject({ what: 'product.sold_out', detail: { why: 'Stock' } });
  expect(await told(sell('night-pads', false))).toMatch('already sold out');
  await sell('night-pads', true);
  expect(await isChoosable()).toBe(true);
});

test('the last two products cannot both be sold out, also by two members at the same moment', async () => {
  const others = PRODUCT_CODES.filter((code) => code !== 'day-pads' && code !== 'night-pads');
  await transaction(world.db, (tx) =>
    tx.update(products).set({ active: false }).where(inArray(products.code, others)),
  );
  const ends = await Promise.all([told(sell('day-pads', false)), told(sell('night-pads', false))]);
  expect(ends.toSorted()).toEqual([expect.stringMatching(/^This is the only product/), 'done']);
});
