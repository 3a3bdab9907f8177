import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ProductCode } from '@/domain/product';
import { instant, satang, dayColumn } from './columns';

export const products = pgTable(
  'products',
  {
    code: text('code').primaryKey(),
    nameEn: text('name_en').notNull(),
    nameTh: text('name_th').notNull(),
    descriptionEn: text('description_en').notNull(),
    descriptionTh: text('description_th').notNull(),
    pieces: integer('pieces'),
    lengthMm: integer('length_mm'),
    image: text('image').notNull(),
    sort: integer('sort').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (t) => [
    check('products_length', sql`${t.lengthMm} is null or (${t.lengthMm} > 0 and ${t.pieces} is not null)`),
  ],
);

/** Prices of products. A price change adds a version. Planned orders keep their earlier version. */
export const productPrices = pgTable(
  'product_prices',
  {
    productCode: text('product_code')
      .notNull()
      .references(() => products.code),
    version: integer('version').notNull(),
    listPrice: satang('list_price').notNull(),
    validFrom: instant('valid_from').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productCode, t.version] }),
    check('product_prices_positive', sql`${t.listPrice} > 0`),
  ],
);

/** The products that a starter pack contains. */
export const productContents = pgTable(
  'product_contents',
  {
    productCode: text('product_code')
      .notNull()
      .references(() => products.code),
    containedCode: text('contained_code')
      .notNull()
      .references(() => products.code),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productCode, t.containedCode] }),
    check('product_contents_positive', sql`${t.quantity} > 0 and ${t.productCode} <> ${t.containedCode}`),
  ],
);

export const plans = pgTable('plans', {
  code: text('code').primaryKey(),
  nameEn: text('name_en').notNull(),
  nameTh: text('name_th').notNull(),
  freeDelivery: boolean('free_delivery').notNull(),
  sort: integer('sort').notNull(),
});

export const planItems = pgTable(
  'plan_items',
  {
    planCode: text('plan_code')
      .notNull()
      .references(() => plans.code),
    productCode: text('product_code')
      .notNull()
      .references(() => products.code),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.planCode, t.productCode] }),
    check('plan_items_positive', sql`${t.quantity} > 0`),
  ],
);

/**
 * Delivery zones by postcode prefix. The longest matching prefix decides the zone. A postcode without a match is in the
 * standard zone.
 */
export const deliveryZones = pgTable('delivery_zones', {
  prefix: text('prefix').primaryKey(),
  zone: text('zone').notNull(),
});

/** Delivery fees. A change of a fee adds a version, as for prices of products. */
export const deliveryRates = pgTable(
  'delivery_rates',
  {
    zone: text('zone').notNull(),
    fee: satang('fee').notNull(),
    version: integer('version').notNull().default(1),
    validFrom: instant('valid_from').notNull().default(new Date(0)),
  },
  (t) => [
    primaryKey({ columns: [t.zone, t.version] }),
    check('delivery_rates_not_negative', sql`${t.fee} >= 0`),
  ],
);

/** Postcodes with remote areas. `surcharged` is false for a postcode that also covers the mainland. */
export const remotePostcodes = pgTable('remote_postcodes', {
  postalCode: text('postal_code').primaryKey(),
  surcharged: boolean('surcharged').notNull(),
});

export const thaiAddresses = pgTable(
  'thai_addresses',
  {
    postalCode: text('postal_code').notNull(),
    subdistrictEn: text('subdistrict_en').notNull(),
    subdistrictTh: text('subdistrict_th').notNull(),
    districtEn: text('district_en').notNull(),
    districtTh: text('district_th').notNull(),
    provinceEn: text('province_en').notNull(),
    provinceTh: text('province_th').notNull(),
  },
  (t) => [index('thai_addresses_by_postcode').on(t.postalCode)],
);

/** Discount codes for the first order. `value`: satang, or a percentage of box price plus delivery fee. */
export const discountCodes = pgTable(
  'discount_codes',
  {
    code: text('code').primaryKey(),
    kind: text('kind').$type<'amount' | 'percent'>().notNull(),
    value: integer('value').notNull(),
    validFrom: instant('valid_from').notNull(),
    validTo: instant('valid_to'),
    usesMax: integer('uses_max'),
  },
  (t) => [
    check('discount_codes_kind', sql`${t.kind} in ('amount','percent')`),
    check('discount_codes_value', sql`${t.value} > 0 and (${t.kind} = 'amount' or ${t.value} <= 100)`),
  ],
);

/** Settings that an operator can change at run time. */
export const flags = pgTable('flags', { name: text('name').primaryKey(), value: text('value').notNull() });

/** The offset of the product clock from the system clock, used outside production. The table has one row. */
export const clockOffset = pgTable(
  'clock_offset',
  { only: boolean('only').primaryKey().default(true), offsetMs: satang('offset_ms').notNull() },
  (t) => [
    check('clock_offset_single', sql`${t.only}`),
    check('clock_offset_forward', sql`${t.offsetMs} >= 0`),
  ],
);

/**
 * What the staff recorded about the stock of a product. Rows are only added. `count`: the packs that were there, at
 * `createdAt`; `arrival`: packs that came or will come on a day.
 */
export const stockEntries = pgTable(
  'stock_entries',
  {
    id: text('id').primaryKey(),
    productCode: text('product_code')
      .$type<ProductCode>()
      .notNull()
      .references(() => products.code),
    kind: text('kind').$type<'count' | 'arrival'>().notNull(),
    packs: integer('packs').notNull(),
    onDay: dayColumn('on_day').notNull(),
    staffId: text('staff_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('stock_entries_of_product').on(t.productCode, t.createdAt),
    check('stock_entries_kind', sql`${t.kind} in ('count','arrival')`),
    check('stock_entries_packs', sql`${t.packs} between 0 and 1000000`),
  ],
);
