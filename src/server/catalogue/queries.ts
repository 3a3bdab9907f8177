import { and, asc, eq, sql } from 'drizzle-orm';
import type { BoxItem } from '@/domain/box';
import { deliveryFee, type DeliveryTariff } from '@/domain/delivery';
import { isDeliveredFree, type Plan, type PlanCode } from '@/domain/plan';
import { subscriptionPrice } from '@/domain/money';
import type { Product, ProductCode } from '@/domain/product';
import type { Ctx } from '../context';
import type { Db, Tx } from '../db/client';
import {
  deliveryRates,
  deliveryZones,
  planItems,
  plans,
  productContents,
  productPrices,
  products,
  remotePostcodes,
  thaiAddresses,
} from '../db/schema';

/** Everything that prices a box, as it stands at one moment. */
export interface Catalogue {
  products: Product[];
  plans: (Plan & { nameEn: string; nameTh: string })[];
  tariff: DeliveryTariff;
  /** The postcodes of the address table. */
  postalCodes: ReadonlySet<string>;
}

/** Active products at today's price version, the recommended plans and the delivery tariff. */
export async function loadCatalogue(db: Db | Tx, now: Date): Promise<Catalogue> {
  const [productRows, contents, planRows, items, zones, rates, remote, known] = await Promise.all([
    currentProducts(db, now),
    db.select().from(productContents),
    db.select().from(plans).orderBy(asc(plans.sort)),
    db.select().from(planItems),
    db.select().from(deliveryZones),
    db.select().from(deliveryRates),
    db.select().from(remotePostcodes).where(eq(remotePostcodes.surcharged, true)),
    db.selectDistinct({ code: thaiAddresses.postalCode }).from(thaiAddresses),
  ]);
  return {
    products: productRows.map(({ price, product }) => ({
      ...product,
      code: product.code as ProductCode,
      contents: contents
        .filter((row) => row.productCode === product.code)
        .map((row) => ({ productCode: row.containedCode as ProductCode, quantity: row.quantity })),
      listPrice: price.listPrice,
      price: subscriptionPrice(price.listPrice),
      priceVersion: price.version,
    })),
    plans: planRows.map((plan) => ({
      code: plan.code as PlanCode,
      nameEn: plan.nameEn,
      nameTh: plan.nameTh,
      freeDelivery: plan.freeDelivery,
      items: items
        .filter((row) => row.planCode === plan.code)
        .map((row) => ({ productCode: row.productCode as ProductCode, quantity: row.quantity })),
    })),
    tariff: {
      zones,
      rates: rates.filter((row) => row.zone !== 'remote_surcharge'),
      remotePostcodes: new Set(remote.map((row) => row.postalCode)),
      remoteSurcharge: rates.find((row) => row.zone === 'remote_surcharge')?.fee ?? 0,
    },
    postalCodes: new Set(known.map((row) => row.code)),
  };
}

const perRun = new WeakMap<Ctx, Promise<Catalogue>>();

/** The catalogue at `ctx.now`, loaded once for everything that one request or run does with the same context. */
export function catalogueOf(ctx: Ctx): Promise<Catalogue> {
  let held = perRun.get(ctx);
  if (!held) {
    held = loadCatalogue(ctx.db, ctx.now);
    perRun.set(ctx, held);
  }
  return held;
}

function currentProducts(db: Db | Tx, now: Date) {
  const latest = sql`${productPrices.version} = (select max(p.version) from product_prices p
    where p.product_code = ${products.code} and p.valid_from <= ${now.toISOString()})`;
  return db
    .select({ product: products, price: productPrices })
    .from(products)
    .innerJoin(productPrices, and(eq(productPrices.productCode, products.code), latest))
    .where(eq(products.active, true))
    .orderBy(asc(products.sort));
}

/** The delivery fee of a box at a postcode, satang; free boxes are free everywhere. */
export function feeOf(catalogue: Catalogue, items: BoxItem[], postalCode: string): number {
  const free = isDeliveredFree(items, catalogue.plans, catalogue.products);
  return deliveryFee(postalCode, catalogue.tariff, free, catalogue.postalCodes.has(postalCode));
}
