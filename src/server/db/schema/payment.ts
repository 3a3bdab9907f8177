import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { PayApp } from '@/domain/pay-app';
import type { LinkStatus } from '@/domain/payment-link';
import type { DeclineReason } from '@/domain/decline';
import type { AttemptSource, AttemptStatus, PaymentStatus, Trigger } from '@/domain/payment';
import type { PAYMENT_METHODS } from '@/domain/subscription';
import { accounts } from './account';
import { bankAccounts } from './bank-account';
import { instant, ownedBy, satang } from './columns';
import { orders } from './order';

/** A card that is saved at the gateway. The card number is never stored here. */
export const cards = pgTable(
  'cards',
  {
    id: text('id').primaryKey(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    omiseCardId: text('omise_card_id').notNull().unique(),
    brand: text('brand').notNull(),
    lastDigits: text('last_digits').notNull(),
    name: text('name').notNull(),
    expiryMonth: smallint('expiry_month').notNull(),
    expiryYear: smallint('expiry_year').notNull(),
    fingerprint: text('fingerprint').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
    /** Whether the card pays one order only, by its repair link. It is never saved. */
    forOnce: boolean('for_once').notNull().default(false),
    /** The reason of a permanent decline by the bank, after which the card is not charged. Null without one. */
    hardDecline: text('hard_decline').$type<DeclineReason>(),
  },
  (t) => [
    uniqueIndex('cards_one_default')
      .on(t.accountId)
      .where(sql`${t.isDefault}`),
    uniqueIndex('cards_once')
      .on(t.accountId, t.fingerprint)
      .where(sql`${t.removedAt} is null`),
    index('cards_default_by_expiry')
      .on(t.expiryYear, t.expiryMonth)
      .where(sql`${t.isDefault}`),
    index('cards_of_account').on(t.accountId),
    index('cards_by_fingerprint').on(t.fingerprint),
    index('cards_by_last_digits').on(t.lastDigits),
    check('cards_last_digits', sql`${t.lastDigits} ~ '^[0-9]{4}$'`),
    check('cards_expiry', sql`${t.expiryMonth} between 1 and 12 and ${t.expiryYear} between 2000 and 2200`),
    check('cards_default_kept', sql`not (${t.isDefault} and ${t.removedAt} is not null)`),
  ],
);

/** The payment of an order. The row is created when the order's payment date begins. */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: ownedBy('order_id', () => orders.id).notNull(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    method: text('method').$type<(typeof PAYMENT_METHODS)[number]>().notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    amount: satang('amount').notNull(),
    /** When the billing run next charges the card or sends the payment link; null if neither is planned. */
    dueAt: instant('due_at'),
    /** When the retry schedule of an unpaid order ends; null without a retry schedule. */
    givesUpAt: instant('gives_up_at'),
    retryStepsUsed: integer('retry_steps_used').notNull().default(0),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('payments_one_per_order').on(t.orderId),
    index('payments_due')
      .on(t.dueAt, t.id)
      .where(sql`${t.dueAt} is not null`),
    index('payments_giving_up')
      .on(t.givesUpAt, t.id)
      .where(sql`${t.givesUpAt} is not null`),
    index('payments_of_account').on(t.accountId),
    // The order of the list for other programs.
    index('payments_by_time').on(t.createdAt, t.id),
    check(
      'payments_status',
      sql`${t.status} in ('pending','succeeded','failed','suspended','expired','void')`,
    ),
    check('payments_method', sql`${t.method} in ('card','offline','bank_account')`),
    check('payments_amount', sql`${t.amount} >= 0`),
    check('payments_due_only_open', sql`${t.dueAt} is null or ${t.status} in ('pending','failed')`),
    check('payments_giving_up_only_open', sql`${t.givesUpAt} is null or ${t.status} in ('pending','failed')`),
    check('payments_retry_steps', sql`${t.retryStepsUsed} between 0 and 10`),
  ],
);

/** An attempt to charge an order. The row is written before the gateway is called. */
export const chargeAttempts = pgTable(
  'charge_attempts',
  {
    id: text('id').primaryKey(),
    orderId: ownedBy('order_id', () => orders.id).notNull(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    attemptNo: integer('attempt_no').notNull(),
    source: text('source').$type<AttemptSource>().notNull(),
    trigger: text('trigger').$type<Trigger>().notNull(),
    status: text('status').$type<AttemptStatus>().notNull(),
    amount: satang('amount').notNull(),
    /** The banking app or wallet in which the payment waits; null for a card and for a QR code. */
    app: text('app').$type<PayApp>(),
    cardId: text('card_id').references(() => cards.id),
    /** The bank account that is charged, which has the source of a card; null for a card and for a QR code. */
    bankAccountId: text('bank_account_id').references(() => bankAccounts.id),
    /** SHA-256 of the attempt's card token, to recognise a repeated request; null without a card token. */
    tokenHash: text('token_hash'),
    /** The payment link that the QR code belongs to; null for a card charge and for a QR code of a repair link. */
    linkId: text('link_id').references((): AnyPgColumn => paymentLinks.id, { onDelete: 'set null' }),
    /** Whether the retries of the card wait while this QR code can be scanned: it was shown on a repair link. */
    holdsRetry: boolean('holds_retry').notNull().default(false),
    chargeId: text('charge_id'),
    authorizeUri: text('authorize_uri'),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
    /** When the charge was sent; null if the gateway was never called, because a rule of the product declined it. */
    sentAt: instant('sent_at'),
    /** When the gateway was called, by the system clock. The attempt's lease and the search for its charge begin then. */
    requestedAt: instant('requested_at'),
    unknownSince: instant('unknown_since'),
    /** When an open 3-D Secure challenge or QR code expires; null for other attempts. */
    expiresAt: instant('expires_at'),
    /** Keyed hash of the caller's IP range, stored while the attempt is open; else null. */
    network: text('network'),
    /** When the subscriber last abandoned the open 3-D Secure challenge to pay in another way; null if never. */
    abandonedAt: instant('abandoned_at'),
    /** When to read the charge at the gateway next, also of a closed QR code that may still be paid; null for never. */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('charge_attempts_one_live')
      .on(t.orderId)
      .where(sql`${t.status} in ('created','sent','action_required','unknown')`),
    uniqueIndex('charge_attempts_number_once').on(t.orderId, t.attemptNo),
    uniqueIndex('charge_attempts_charge_once').on(t.chargeId),
    index('charge_attempts_to_check')
      .on(t.checkAt, t.id)
      .where(sql`${t.checkAt} is not null`),
    index('charge_attempts_of_account').on(t.accountId),
    index('charge_attempts_of_card').on(t.cardId),
    index('charge_attempts_of_bank_account').on(t.bankAccountId),
    index('charge_attempts_of_link').on(t.linkId),
    index('charge_attempts_declined')
      .on(t.closedAt)
      .where(sql`${t.status} = 'declined'`),
    check(
      'charge_attempts_status',
      sql`${t.status} in ('created','sent','action_required','unknown','succeeded','declined','expired','voided')`,
    ),
    check('charge_attempts_amount', sql`${t.amount} >= 2000`),
    check('charge_attempts_sent_when', sql`${t.status} in ('created','declined') or ${t.sentAt} is not null`),
    check('charge_attempts_unknown_since', sql`${t.status} <> 'unknown' or ${t.unknownSince} is not null`),
    check(
      'charge_attempts_closed_when',
      sql`(${t.status} in ('succeeded','declined','expired','voided')) = (${t.closedAt} is not null)`,
    ),
    check(
      'charge_attempts_check_only_open',
      sql`${t.checkAt} is null or ${t.closedAt} is null or ${t.source} = 'promptpay'`,
    ),
    check('charge_attempts_holds_qr', sql`not ${t.holdsRetry} or ${t.source} = 'promptpay'`),
    check(
      'charge_attempts_bank_account',
      sql`${t.bankAccountId} is null or (${t.source} = 'card' and ${t.cardId} is null)`,
    ),
    check(
      'charge_attempts_qr_of_link',
      sql`${t.source} = 'card' or (${t.cardId} is null and ${t.expiresAt} is not null)`,
    ),
  ],
);

/** A payment link `/pay/<token>` for an order. It stays open until it is paid, expires or is voided. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    id: text('id').primaryKey(),
    orderId: ownedBy('order_id', () => orders.id).notNull(),
    token: text('token').notNull().unique(),
    reference: text('reference').notNull().unique(),
    amount: satang('amount').notNull(),
    /** The delivery fee that the amount contains. */
    deliveryFee: satang('delivery_fee').notNull().default(0),
    /** Whether the payment restarts the schedule: its order was ordered now. */
    restarts: boolean('restarts').notNull().default(false),
    status: text('status').$type<LinkStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The first instant at which the link can no longer be paid. */
    expiresAt: instant('expires_at').notNull(),
    /** When the reminder of the link is due; null after sending it, or if the link expires too soon. */
    remindAt: instant('remind_at'),
    /** When to close the link: at `expiresAt`, or later if the gateway cannot be read. Null for a closed link. */
    checkAt: instant('check_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('payment_links_one_open')
      .on(t.orderId)
      .where(sql`${t.status} = 'open'`),
    index('payment_links_to_remind')
      .on(t.remindAt, t.id)
      .where(sql`${t.remindAt} is not null`),
    index('payment_links_to_expire')
      .on(t.checkAt, t.id)
      .where(sql`${t.checkAt} is not null`),
    index('payment_links_of_order').on(t.orderId),
    check(
      'payment_links_waits_only_open',
      sql`${t.status} = 'open' or (${t.checkAt} is null and ${t.remindAt} is null)`,
    ),
    check('payment_links_closed_when', sql`(${t.status} = 'open') = (${t.closedAt} is null)`),
    check('payment_links_status', sql`${t.status} in ('open','paid','expired','void')`),
    check('payment_links_amount', sql`${t.amount} > 0`),
  ],
);
