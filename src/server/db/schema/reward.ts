import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PointsEntryKind } from '@/domain/points';
import type { ReferralStatus } from '@/domain/referral';
import { accounts } from './account';
import { instant, ownedBy } from './columns';
import { orders } from './order';
import { subscriptions } from './subscription';

/**
 * The points balance of an account: the sum of its `points_entries`, updated in the same transaction. `debt`: the points
 * that must still be taken back, because the balance was too low.
 */
export const pointsBalances = pgTable(
  'points_balances',
  {
    accountId: ownedBy('account_id', () => accounts.id).primaryKey(),
    balance: integer('balance').notNull().default(0),
    debt: integer('debt').notNull().default(0),
    /** The latest milestone for which the subscriber has closed the congratulation; 0 without a milestone. */
    milestoneSeen: integer('milestone_seen').notNull().default(0),
  },
  (t) => [check('points_balances_not_negative', sql`${t.balance} >= 0 and ${t.debt} >= 0`)],
);

/**
 * The points ledger. Rows are only added. `source` is an order id, the order number of a milestone, or a referral id. It
 * prevents a second entry of the same kind.
 */
export const pointsEntries = pgTable(
  'points_entries',
  {
    id: text('id').primaryKey(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    kind: text('kind').$type<PointsEntryKind>().notNull(),
    source: text('source').notNull(),
    points: integer('points').notNull(),
    orderId: text('order_id').references(() => orders.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('points_entries_once').on(t.accountId, t.kind, t.source),
    index('points_entries_of_account').on(t.accountId, t.createdAt),
    index('points_entries_of_order').on(t.orderId),
    // The order of the list for other programs.
    index('points_entries_by_time').on(t.createdAt, t.id),
    check(
      'points_entries_kind',
      sql`${t.kind} in ('earned','taken_back','milestone','referral','referral_held','referral_reversed','held','returned','apology','moved_in')`,
    ),
  ],
);

export const referralCodes = pgTable('referral_codes', {
  accountId: ownedBy('account_id', () => accounts.id).primaryKey(),
  code: text('code').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

/** A friend who registered with a referral code. A friend has one referrer, who has another account. */
export const referrals = pgTable(
  'referrals',
  {
    id: text('id').primaryKey(),
    referrerId: text('referrer_id')
      .notNull()
      .references(() => accounts.id),
    friendId: ownedBy('friend_id', () => accounts.id).notNull(),
    status: text('status').$type<ReferralStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the friend's first order was paid and the referrer's points were put on hold; null before. */
    heldAt: instant('held_at'),
    /** When the referrer received the points; null before. */
    rewardedAt: instant('rewarded_at'),
  },
  (t) => [
    uniqueIndex('referrals_one_per_friend').on(t.friendId),
    index('referrals_of_referrer').on(t.referrerId),
    check('referrals_not_self', sql`${t.referrerId} <> ${t.friendId}`),
    index('referrals_held')
      .on(t.heldAt)
      .where(sql`${t.status} = 'held'`),
    check('referrals_status', sql`${t.status} in ('applied','held','rewarded','reversed','refused')`),
    check('referrals_held_since', sql`${t.status} <> 'held' or ${t.heldAt} is not null`),
  ],
);

/**
 * A use of a discount code. `slot` numbers the uses up to the code's maximum, so that only one account gets
 * the last use.
 */
export const codeUses = pgTable(
  'code_uses',
  {
    code: text('code').notNull(),
    slot: integer('slot').notNull(),
    subscriptionId: ownedBy('subscription_id', () => subscriptions.id).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('code_uses_slot_once').on(t.code, t.slot),
    uniqueIndex('code_uses_one_per_registration').on(t.subscriptionId),
    check('code_uses_slot', sql`${t.slot} >= 1`),
  ],
);

/**
 * Keyed hashes of the e-mail, phone, LINE identity and cards of customers with a paid order. They show that a
 * later order is not the customer's first. They stay after the account is deleted.
 */
export const formerCustomers = pgTable(
  'former_customers',
  {
    hash: text('hash').notNull(),
    accountId: text('account_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.accountId] }), index('former_customers_by_age').on(t.createdAt)],
);
