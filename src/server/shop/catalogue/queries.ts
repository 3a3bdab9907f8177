import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { priceBox } from '@/domain/box';
import { deliveryFee } from '@/domain/delivery';
import { isChoosable, PLAN_CODES, type Plan } from '@/domain/plan';
import { subscriptionPrice } from '@/domain/price';
import { PRODUCT_CODES, type Product } from '@/domain/product';
import type { PriceList } from '@/domain/quote';
import { processState } from '@/process-state';
import { monotonicMs } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import { columnShape, rowShape } from '../../db/row-shapes';
import type { Db, Tx } from '../../db';
import {
  deliveryRates,
  deliveryZones,
  planItems,
  plans,
  productContents,
  productPrices,
  products,
  thaiAddresses,
} from '../../db/schema';

/** The prices of one instant, with the names of the plans. */
export interface Catalogue extends PriceList {
  plans: (Plan & { nameEn: string; nameTh: string })[];
}

const productRow = rowShape(products, [
  'nameEn',
  'nameTh',
  'descriptionEn',
  'descriptionTh',
  'pieces',
  'lengthMm',
  'image',
  'sort',
  'active',
]).extend({
  code: z.enum(PRODUCT_CODES),
  listPrice: columnShape(productPrices.listPrice),
  priceVersion: columnShape(productPrices.version),
  contents: z
    .array(
      z.object({
        productCode: z.enum(PRODUCT_CODES),
        quantity: columnShape(productContents.quantity),
      }),
    )
    .nullable(),
});
const catalogueRow = z.object({
  products: z.array(productRow),
  plans: z.array(
    rowShape(plans, ['nameEn', 'nameTh', 'freeDelivery']).extend({
      code: z.enum(PLAN_CODES),
      items: z
        .array(rowShape(planItems, ['quantity']).extend({ productCode: z.enum(PRODUCT_CODES) }))
        .nullable(),
    }),
  ),
  zones: z.array(rowShape(deliveryZones, ['prefix', 'zone'])),
  rates: z.array(rowShape(deliveryRates, ['zone', 'fee'])),
  remote: z.array(z.string()).nullable(),
});
const provincesRow = z.object({ code: z.string(), names: z.array(z.string()) });

const CATALOGUE = `select
  (select json_agg(json_build_object('code', p.code, 'nameEn', p.name_en, 'nameTh', p.name_th,
      'descriptionEn', p.description_en, 'descriptionTh', p.description_th, 'pieces', p.pieces,
      'lengthMm', p.length_mm, 'image', p.image, 'sort', p.sort, 'active', p.active, 'listPrice', v.list_price, 'priceVersion', v.version,
      'contents', (select json_agg(json_build_object('productCode', c.contained_code, 'quantity', c.quantity)
        order by c.contained_code) from product_contents c where c.product_code = p.code)) order by p.sort)
    from products p cross join lateral (select list_price, version from product_prices
      where product_code = p.code and valid_from <= $1 order by version desc limit 1) v) as products,
  (select json_agg(json_build_object('code', l.code, 'nameEn', l.name_en, 'nameTh', l.name_th,
      'freeDelivery', l.free_delivery,
      'items', (select json_agg(json_build_object('productCode', i.product_code, 'quantity', i.quantity)
        order by i.product_code) from plan_items i where i.plan_code = l.code)) order by l.sort)
    from plans l) as plans,
  (select json_agg(json_build_object('prefix', prefix, 'zone', zone)) from delivery_zones) as zones,
  (select json_agg(json_build_object('zone', r.zone, 'fee', r.fee)) from (select distinct on (zone) zone, fee
    from delivery_rates where valid_from <= $1 order by zone, version desc) r) as rates,
  (select json_agg(postal_code) from remote_postcodes where surcharged) as remote`;

/**
 * Returns all products and delivery fees in their version at `now`, and the plans. Includes inactive products,
 * because boxes can still contain them.
 */
export async function loadCatalogue(db: Db | Tx, now: Date): Promise<Catalogue> {
  const provinces = await knownProvinces(db);
  const [row] = await queryRows(db, catalogueRow, { text: CATALOGUE, params: [now.toISOString()] });
  if (!row) throw new Error('the catalogue did not answer');
  return {
    products: row.products.map((product) => ({
      ...product,
      contents: product.contents ?? [],
      price: subscriptionPrice(product.listPrice),
    })),
    plans: row.plans.map((plan) => ({ ...plan, items: plan.items ?? [] })),
    tariff: {
      zones: row.zones,
      rates: row.rates.filter(({ zone }) => zone !== 'remote_surcharge'),
      remotePostcodes: new Set(row.remote),
      remoteSurcharge: row.rates.find(({ zone }) => zone === 'remote_surcharge')?.fee ?? 0,
    },
    provinces,
  };
}

const PROVINCES_MS = 10 * 60_000;
const PROVINCES = `select postal_code as code,
    to_json(array_agg(distinct province_en) || array_agg(distinct province_th)) as names
  from thai_addresses group by postal_code`;
const provinceCache = () =>
  processState('provinces', (): { held?: { names: Promise<Catalogue['provinces']>; at: number } } => ({}));

/**
 * Returns the provinces of each postcode of the address table. Caches the result for ten minutes: only a migration
 * changes the table.
 */
function knownProvinces(db: Db | Tx): Promise<Catalogue['provinces']> {
  const at = monotonicMs();
  const cache = provinceCache();
  if (cache.held && at - cache.held.at <= PROVINCES_MS) return cache.held.names;
  const names = queryRows(db, provincesRow, { text: PROVINCES, params: [] }).then(
    (rows) => new Map(rows.map((row) => [row.code, row.names])),
  );
  cache.held = { names, at };
  names.catch(() => (cache.held = undefined));
  return names;
}

/**
 * The maximum age of the cached catalogue. Public pages are cached too. A price on a page is less than ten seconds old
 * in total.
 */
const FRESH_MS = 2_000;

/** The catalogue that pages show. `isFresh`: whether it may be shown at an instant. */
export interface CatalogueCache {
  held?: { catalogue: Promise<Catalogue>; isFresh: (now: Date) => boolean } | undefined;
}
const catalogueCache = () => processState('catalogue', (): CatalogueCache => ({}));

/**
 * Returns the catalogue for display, at most two seconds old by the system clock and by the product clock. Charges must
 * use `loadCatalogue` instead.
 */
export function getCachedCatalogue({ db, now }: Ctx): Promise<Catalogue> {
  const cache = catalogueCache();
  if (cache.held?.isFresh(now)) return cache.held.catalogue;
  const catalogue = loadCatalogue(db, now);
  const at = monotonicMs();
  const isFresh = (then: Date) =>
    monotonicMs() - at <= FRESH_MS && Math.abs(then.getTime() - now.getTime()) <= FRESH_MS;
  cache.held = { catalogue, isFresh };
  catalogue.catch(() => (cache.held = undefined));
  return catalogue;
}

const perRun = new WeakMap<Ctx, Promise<Catalogue>>();

/** Returns the catalogue at `ctx.now`, loaded once per context. */
export function catalogueOf(ctx: Ctx): Promise<Catalogue> {
  let held = perRun.get(ctx);
  if (!held) {
    held = loadCatalogue(ctx.db, ctx.now);
    perRun.set(ctx, held);
  }
  return held;
}

/** Returns the products that users can choose. Prices are in satang. */
export async function listProducts(ctx: Ctx) {
  const { products } = await getCachedCatalogue(ctx);
  return products.filter(({ active }) => active).map(describeProduct);
}

/** Returns the plans that users can choose, with present prices in satang. */
export async function listPlans(ctx: Ctx) {
  const { plans, products } = await getCachedCatalogue(ctx);
  return plans.filter((plan) => isChoosable(plan, products)).map((plan) => describePlan(plan, products));
}

/** Returns all products, also inactive products, because boxes and orders can contain them. */
export async function listEveryProduct(ctx: Ctx) {
  const { products } = await getCachedCatalogue(ctx);
  return products.map((product) => ({ ...describeProduct(product), active: product.active }));
}

/** Returns all plans, also inactive plans, because a box that equals an inactive plan can have free delivery. */
export async function listEveryPlan(ctx: Ctx) {
  const { plans, products } = await getCachedCatalogue(ctx);
  return plans.map((plan) => ({ ...describePlan(plan, products), active: isChoosable(plan, products) }));
}

function describeProduct(product: Product) {
  return {
    code: product.code,
    name: { en: product.nameEn, th: product.nameTh },
    description: { en: product.descriptionEn, th: product.descriptionTh },
    pieces: product.pieces,
    lengthMm: product.lengthMm,
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
 * Returns the addresses of a postcode and its full delivery fee in satang. The list of addresses is empty for an unknown
 * postcode.
 */
export async function findAddresses(ctx: Ctx, postalCode: string) {
  const [rows, catalogue] = await Promise.all([
    ctx.db.select().from(thaiAddresses).where(eq(thaiAddresses.postalCode, postalCode)),
    getCachedCatalogue(ctx),
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
