import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, primaryKey } from 'drizzle-orm/pg-core';
import type { PriceChange, PriceState } from '@/domain/price-change';
import type { Rehearsal } from '@/domain/price-rehearsal';
import { dayColumn, instant, ownedBy, satang } from './columns';
import { subscriptions } from './subscription';

export const REHEARSAL_STATUSES = ['waiting', 'running', 'done', 'failed'] as const;

/**
 * Price changes with their rehearsals. A change is saved only with a finished rehearsal. Then its prices are rows of
 * `product_prices` and `delivery_rates` with the same `valid_from`.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: text('id').primaryKey(),
    change: jsonb('change').$type<PriceChange>().notNull(),
    /** The prices from which the change starts. */
    base: jsonb('base').$type<PriceState>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    status: text('status').$type<(typeof REHEARSAL_STATUSES)[number]>().notNull().default('waiting'),
    /** How many of the active subscriptions the rehearsal has read. */
    readCount: integer('read_count').notNull().default(0),
    wholeCount: integer('whole_count').notNull().default(0),
    /** The last sign of life of the rehearsal, by the system clock of the database. */
    movedAt: instant('moved_at').notNull().defaultNow(),
    /** The instant whose subscriptions the rehearsal read. */
    rehearsedAt: instant('rehearsed_at'),
    result: jsonb('result').$type<Rehearsal>(),
    savedBy: text('saved_by'),
    savedAt: instant('saved_at'),
    reason: text('reason'),
    validFrom: instant('valid_from'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    index('price_changes_by_time').on(t.createdAt),
    check('price_changes_status', sql`${t.status} in ('waiting','running','done','failed')`),
    check(
      'price_changes_rehearsed',
      sql`(${t.status} = 'done') = (${t.result} is not null) and (${t.result} is null or ${t.rehearsedAt} is not null)`,
    ),
    check(
      'price_changes_saved',
      sql`(${t.savedAt} is null) = (${t.validFrom} is null) and (${t.savedAt} is null) = (${t.savedBy} is null)
        and (${t.savedAt} is null) = (${t.reason} is null) and (${t.savedAt} is null or ${t.status} = 'done')`,
    ),
    check('price_changes_withdrawn', sql`${t.withdrawnAt} is null or ${t.savedAt} is not null`),
  ],
);

/**
 * The notices of higher prices. Planning an order at a higher price writes a row, and queues its message. `number`
 * counts the notices of a subscription, so that concurrent planning cannot announce one change twice.
 */
export const priceNotices = pgTable(
  'price_notices',
  {
    subscriptionId: ownedBy('subscription_id', () => subscriptions.id).notNull(),
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
