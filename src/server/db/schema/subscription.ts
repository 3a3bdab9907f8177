import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CANCEL_OFFER_KINDS, ReasonGroup } from '@/domain/cancel-offer';
import type { Day, Month } from '@/domain/day';
import type { CancelReason } from '@/domain/cancel-reason';
import type { PAYMENT_METHODS, SUBSCRIPTION_STATUSES } from '@/domain/subscription';
import { accounts } from './account';
import type { ProductCode } from '@/domain/product';
import { products } from './catalogue';
import { dayColumn, instant, ownedBy } from './columns';

/**
 * The subscription of an account. An account has at most one row. Cancelling and reactivating change this row.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    status: text('status').$type<(typeof SUBSCRIPTION_STATUSES)[number]>().notNull(),
    frequency: integer('frequency').notNull(),
    paymentDay: integer('payment_day').notNull(),
    paymentMethod: text('payment_method').$type<(typeof PAYMENT_METHODS)[number]>().notNull(),
    /** The version of the row, increased by every change. A change based on an older version is rejected. */
    version: integer('version').notNull().default(1),
    /** The `cycleIndex` of the next order to plan, greater than the index of every existing order. */
    nextIndex: integer('next_index').notNull().default(0),
    /** The discount code of the registration, until the first order is paid; else null. */
    code: text('code'),
    registeredOn: dayColumn('registered_on').notNull(),
    createdAt: instant('created_at').notNull(),
    activatedAt: instant('activated_at'),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    cancelComment: text('cancel_comment'),
    /** The first day after the pause; null without a pause. A past day has no effect. */
    pausedUntil: dayColumn('paused_until'),
    /** When the last offer beside a cancellation was shown; null without one. */
    offeredAt: instant('offered_at'),
    /** Whether the last offer can still be counted as accepted. */
    offerOpen: boolean('offer_open').notNull().default(false),
  },
  (t) => [
    uniqueIndex('subscriptions_one_per_account').on(t.accountId),
    index('subscriptions_unpaid')
      .on(t.registeredOn)
      .where(sql`${t.activatedAt} is null`),
    // The order of the list for other programs.
    index('subscriptions_by_time').on(t.createdAt, t.id),
    index('subscriptions_by_registration').on(t.registeredOn),
    index('subscriptions_ended')
      .on(t.accountId)
      .where(sql`${t.status} in ('inactive','cancelled')`),
    check(
      'subscriptions_status',
      sql`${t.status} in ('awaiting_payment','active','inactive','cancelled','imported')`,
    ),
    // Planning an order counts up its index in the same statement, so that an imported subscription has no orders.
    check(
      'subscriptions_imported',
      sql`${t.status} <> 'imported' or (${t.nextIndex} = 0 and ${t.activatedAt} is null and ${t.code} is null)`,
    ),
    check('subscriptions_offer', sql`not ${t.offerOpen} or ${t.offeredAt} is not null`),
    check('subscriptions_frequency', sql`${t.frequency} in (1,2,3)`),
    check('subscriptions_payment_day', sql`${t.paymentDay} between 1 and 31`),
    check('subscriptions_payment_method', sql`${t.paymentMethod} in ('card','offline','bank_account')`),
    check('subscriptions_cancelled_when', sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`),
    check('subscriptions_paused_while_active', sql`${t.pausedUntil} is null or ${t.status} = 'active'`),
    check(
      'subscriptions_active_once_activated',
      sql`${t.status} not in ('active','inactive') or ${t.activatedAt} is not null`,
    ),
  ],
);

/** The number of times that a health-related cancel reason was given, stored without account and time. */
export const cancelReasonCounts = pgTable('cancel_reason_counts', {
  reason: text('reason').$type<CancelReason>().primaryKey(),
  count: integer('count').notNull(),
});

/** The number of offers beside a cancellation, shown and accepted, stored without account and time. */
export const cancelOfferCounts = pgTable(
  'cancel_offer_counts',
  {
    kind: text('kind').$type<(typeof CANCEL_OFFER_KINDS)[number]>().notNull(),
    reasonGroup: text('reason_group').$type<ReasonGroup>().notNull(),
    shown: integer('shown').notNull().default(0),
    accepted: integer('accepted').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.reasonGroup] }),
    check('cancel_offer_counts_kind', sql`${t.kind} in ('pause','frequency')`),
    check('cancel_offer_counts_group', sql`${t.reasonGroup} in ('need','away','other')`),
    check('cancel_offer_counts_accepted', sql`${t.accepted} between 0 and ${t.shown}`),
  ],
);

/**
 * The schedule of payment dates. Rows are only added, and the latest row applies. From `fromIndex` on, order
 * i falls in month `baseMonth + frequency × (i − fromIndex)`.
 */
export const scheduleEpochs = pgTable(
  'schedule_epochs',
  {
    subscriptionId: ownedBy('subscription_id', () => subscriptions.id).notNull(),
    seq: integer('seq').notNull(),
    fromIndex: integer('from_index').notNull(),
    baseMonth: text('base_month').$type<Month>().notNull(),
    paymentDay: integer('payment_day').notNull(),
    frequency: integer('frequency').notNull(),
    /** Skipped payment dates after the next three orders. An order planned for such a date is skipped. */
    skips: jsonb('skips').$type<Day[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.seq] }),
    check('schedule_epochs_month', sql`${t.baseMonth} ~ '^[0-9]{4}-[0-9]{2}$'`),
    check('schedule_epochs_day', sql`${t.paymentDay} between 1 and 31`),
    check('schedule_epochs_frequency', sql`${t.frequency} in (1,2,3)`),
  ],
);

export const boxItems = pgTable(
  'box_items',
  {
    subscriptionId: ownedBy('subscription_id', () => subscriptions.id).notNull(),
    productCode: text('product_code')
      .$type<ProductCode>()
      .notNull()
      .references(() => products.code),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.productCode] }),
    check('box_items_quantity', sql`${t.quantity} between 1 and 10`),
  ],
);
