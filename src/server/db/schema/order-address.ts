import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { orders } from './order';

/** The delivery address of one order that does not go to the address of its account. */
export const orderAddresses = pgTable(
  'order_addresses',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    subdistrict: text('subdistrict'),
    district: text('district'),
    province: text('province').notNull(),
    postalCode: text('postal_code').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    check('order_addresses_street', sql`${t.address} <> ''`),
    check('order_addresses_postcode', sql`${t.postalCode} ~ '^[0-9]{5}$'`),
  ],
);
