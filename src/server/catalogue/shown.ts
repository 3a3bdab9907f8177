import { eq } from 'drizzle-orm';
import { priceBox } from '@/domain/box';
import { deliveryFee } from '@/domain/delivery';
import { isChoosable } from '@/domain/plan';
import type { Product } from '@/domain/product';
import type { Ctx } from '../platform/context';
import { thaiAddresses } from '../db/schema';
import { catalogueToShow } from './cached';
import type { Catalogue } from './queries';

/** Returns the products that can be chosen; prices in satang. */
export async function listProducts(ctx: Ctx) {
  const { products } = await catalogueToShow(ctx);
  return products.filter(({ active }) => active).map(describeProduct);
}

/** Returns the plans that can be chosen, at today's prices. */
export async function listPlans(ctx: Ctx) {
  const { plans, products } = await catalogueToShow(ctx);
  return plans.filter((plan) => isChoosable(plan, products)).map((plan) => describePlan(plan, products));
}

/** Returns every product, active or not, to name and price the contents of boxes and orders. */
export async function listEveryProduct(ctx: Ctx) {
  const { products } = await catalogueToShow(ctx);
  return products.map((product) => ({ ...describeProduct(product), active: product.active }));
}

/** Returns every plan, active or not: all of them count for free delivery. */
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

/**
 * Returns the addresses of a postcode and the delivery fee there, before free delivery. Unknown postcodes have no
 * addresses.
 */
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
