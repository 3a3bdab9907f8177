import { eq } from 'drizzle-orm';
import { priceBox } from '@/domain/box';
import { deliveryFee } from '@/domain/delivery';
import { isChoosable } from '@/domain/plan';
import type { Product } from '@/domain/product';
import type { Ctx } from '../platform/context';
import { thaiAddresses } from '../db/schema';
import { catalogueToShow } from './cached';
import type { Catalogue } from './queries';

/** The products that may be chosen, as the wire shows them; prices in satang. */
export async function listProducts(ctx: Ctx) {
  const { products } = await catalogueToShow(ctx);
  return products.filter(({ active }) => active).map(describeProduct);
}

/** The recommended plans that may be chosen, with what they cost today. */
export async function listPlans(ctx: Ctx) {
  const { plans, products } = await catalogueToShow(ctx);
  return plans.filter((plan) => isChoosable(plan, products)).map((plan) => describePlan(plan, products));
}

/** Every product, `active` or no longer to be chosen: for naming and pricing what boxes and orders have of it. */
export async function listEveryProduct(ctx: Ctx) {
  const { products } = await catalogueToShow(ctx);
  return products.map((product) => ({ ...describeProduct(product), active: product.active }));
}

/** Every plan, `active` or no longer to be chosen: whether a box is delivered free is asked of them all. */
export async function listEveryPlan(ctx: Ctx) {
  const { plans, products } = await catalogueToShow(ctx);
  return plans.map((plan) => ({ ...describePlan(plan, products), active: isChoosable(plan, products) }));
}

function describeProduct(product: Product) {
  return {
    code: product.code,
    name: { en: product.nameEn, th: product.nameTh },
    description: { en: product.descriptionEn, th: product.descriptionTh },
    pieces: product.pieces,
    listPrice: product.listPrice,
    price: product.price,
    contents: product.contents,
    image: product.image,
  };
}

function describePlan(plan: Catalogue['plans'][number], products: readonly Product[]) {
  const { listPrice, boxPrice } = priceBox(plan.items, products);
  return {
    code: plan.code,
    name: { en: plan.nameEn, th: plan.nameTh },
    items: plan.items,
    freeDelivery: plan.freeDelivery,
    listPrice,
    boxPrice,
  };
}

/** What lies at a postcode, and what delivery there costs before free plans. Unknown postcodes have no addresses. */
export async function findAddresses(ctx: Ctx, postalCode: string) {
  const [rows, catalogue] = await Promise.all([
    ctx.db.select().from(thaiAddresses).where(eq(thaiAddresses.postalCode, postalCode)),
    catalogueToShow(ctx),
  ]);
  return {
    addresses: rows.map((row) => ({
      subdistrict: { en: row.subdistrictEn, th: row.subdistrictTh },
      district: { en: row.districtEn, th: row.districtTh },
      province: { en: row.provinceEn, th: row.provinceTh },
    })),
    deliveryFee: deliveryFee(postalCode, catalogue.tariff, false, rows.length > 0),
  };
}
