import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { dayColumn, instant, satang } from './columns';
import { subscriptions } from './subscription';

/**
 * The notices of higher prices. Planning an order at a higher price writes a row, and queues its message. `number`
 * counts the notices of a subscription, so that concurrent planning cannot announce one change twice.
 */
export const priceNotices = pgTable(
  'price_notices',
  {
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    /** The announced price versions and the delivery fee, as `pricesKey` writes them. */
    prices: text('prices').notNull(),
    oldTotal: satang('old_total').notNull(),
    newTotal: satang('new_total').notNull(),
    /** The first payment date with the new total. */
    firstDate: dayColumn('first_date').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.number] }),
    check('price_notices_number', sql`${t.number} >= 1`),
    check('price_notices_higher', sql`${t.newTotal} > ${t.oldTotal} and ${t.oldTotal} > 0`),
    check(
      'price_notices_ahead',
      sql`${t.firstDate} >= (${t.createdAt} at time zone 'Asia/Bangkok')::date + 30`,
    ),
  ],
);
