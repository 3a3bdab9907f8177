import type { BoxItem } from '@/domain/box';
import { deliveryFee, type DeliveryTariff } from '@/domain/delivery';
import { isDeliveredFree, type Plan } from '@/domain/plan';
import { subscriptionPrice } from '@/domain/money';
import type { Product } from '@/domain/product';
import { monotonicMs } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { ask } from '../db/ask';
import type { Db, Tx } from '../db';

/** Everything that prices a box, as it stands at one moment. */
export interface Catalogue {
  products: Product[];
  plans: (Plan & { nameEn: string; nameTh: string })[];
  tariff: DeliveryTariff;
  /** The postcodes of the address table. */
  postalCodes: ReadonlySet<string>;
}

interface CatalogueRow {
  products: (Omit<Product, 'price'> & { contents: Product['contents'] | null })[];
  plans: (Omit<Plan, 'items'> & { nameEn: string; nameTh: string; items: Plan['items'] | null })[];
  zones: DeliveryTariff['zones'];
  rates: DeliveryTariff['rates'];
  remote: string[] | null;
}

const CATALOGUE = `select
  (select json_agg(json_build_object('code', p.code, 'nameEn', p.name_en, 'nameTh', p.name_th,
      'descriptionEn', p.description_en, 'descriptionTh', p.description_th, 'pieces', p.pieces, 'image', p.image,
      'sort', p.sort, 'active', p.active, 'listPrice', v.list_price, 'priceVersion', v.version,
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
  (select json_agg(json_build_object('zone', zone, 'fee', fee)) from delivery_rates) as rates,
  (select json_agg(postal_code) from remote_postcodes where surcharged) as remote`;

/**
 * Every product, active or not, at today's price version, the recommended plans and the delivery tariff. One query.
 * What may be chosen of it is for the rules to say: boxes keep what is no longer sold, and have to be priced.
 */
export async function loadCatalogue(db: Db | Tx, now: Date): Promise<Catalogue> {
  const postalCodes = await knownPostalCodes(db);
  const [row] = await ask<CatalogueRow>(db, CATALOGUE, [now.toISOString()]);
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
    postalCodes,
  };
}

const POSTAL_CODES_MS = 10 * 60_000;
let heldPostalCodes: { codes: Promise<ReadonlySet<string>>; at: number } | undefined;

/** The postcodes of the address table, which only a migration changes: asked again every ten minutes. */
function knownPostalCodes(db: Db | Tx): Promise<ReadonlySet<string>> {
  const at = monotonicMs();
  if (heldPostalCodes && at - heldPostalCodes.at <= POSTAL_CODES_MS) return heldPostalCodes.codes;
  const codes = ask<{ code: string }>(db, 'select distinct postal_code as code from thai_addresses', []).then(
    (rows) => new Set(rows.map((row) => row.code)),
  );
  heldPostalCodes = { codes, at };
  codes.catch(() => (heldPostalCodes = undefined));
  return codes;
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

/** The delivery fee of a box at a postcode, satang; free boxes are free everywhere. */
export function feeOf(catalogue: Catalogue, items: BoxItem[], postalCode: string): number {
  const free = isDeliveredFree(items, catalogue.plans, catalogue.products);
  return deliveryFee(postalCode, catalogue.tariff, free, catalogue.postalCodes.has(postalCode));
}
