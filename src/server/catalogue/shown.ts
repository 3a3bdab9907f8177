import { eq } from 'drizzle-orm';
import { priceBox } from '@/domain/box';
import { deliveryFee } from '@/domain/delivery';
import type { Ctx } from '../context';
import { thaiAddresses } from '../db/schema';
import { catalogueToShow } from './cached';

/** The products as the wire shows them; prices in satang. */
export async function listProducts(ctx: Ctx) {
  const catalogue = await catalogueToShow(ctx);
  return catalogue.products.map((product) => ({
    code: product.code,
    name: { en: product.nameEn, th: product.nameTh },
    description: { en: product.descriptionEn, th: product.descriptionTh },
    pieces: product.pieces,
    listPrice: product.listPrice,
    price: product.price,
    contents: product.contents,
    image: product.image,
  }));
}

/** The recommended plans with what they cost today. */
export async function listPlans(ctx: Ctx) {
  const catalogue = await catalogueToShow(ctx);
  return catalogue.plans.map((plan) => {
    const { listPrice, boxPrice } = priceBox(plan.items, catalogue.products);
    return {
      code: plan.code,
      name: { en: plan.nameEn, th: plan.nameTh },
      items: plan.items,
      freeDelivery: plan.freeDelivery,
      listPrice,
      boxPrice,
    };
  });
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
