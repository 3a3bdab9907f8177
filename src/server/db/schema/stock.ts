import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { ProductCode } from '@/domain/product';
import { products } from './catalogue';
import { dayColumn, instant } from './columns';

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
