import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Month } from '@/domain/day';
import type { DifferenceKind, MonthFigures } from '@/domain/payout';
import { bankTransfers } from './bank';
import { dayColumn, instant, satang } from './columns';

/** Changes of the gateway's balance, as the gateway lists them. Of a captured charge also what the charge says. */
export const gatewayTransactions = pgTable(
  'gateway_transactions',
  {
    id: text('id').primaryKey(),
    /** The charge, refund, dispute or transfer that caused the change. */
    origin: text('origin').notNull(),
    key: text('key').notNull(),
    /** Negative for a debit. */
    amount: satang('amount').notNull(),
    createdAt: instant('created_at').notNull(),
    transferableAt: instant('transferable_at').notNull(),
    gross: satang('gross'),
    fee: satang('fee'),
    feeVat: satang('fee_vat'),
    net: satang('net'),
    /** The rate of the fee that the charge states, in percent; null without one. */
    feeRate: text('fee_rate'),
    /** When the transaction was first read; null for those that were read before this was recorded. */
    readAt: instant('read_at'),
  },
  (t) => [
    index('gateway_transactions_by_time').on(t.createdAt, t.id),
    index('gateway_transactions_by_transferable').on(t.transferableAt),
    index('gateway_transactions_of_origin').on(t.origin, t.createdAt),
    check(
      'gateway_transactions_charge',
      sql`(${t.gross} is null) = (${t.fee} is null) and (${t.gross} is null) = (${t.feeVat} is null)
        and (${t.gross} is null) = (${t.net} is null)`,
    ),
  ],
);

/** Transfers of the gateway's balance to the shop's bank account. */
export const gatewayTransfers = pgTable(
  'gateway_transfers',
  {
    id: text('id').primaryKey(),
    amount: satang('amount').notNull(),
    fee: satang('fee').notNull(),
    feeVat: satang('fee_vat').notNull(),
    net: satang('net').notNull(),
    failureCode: text('failure_code'),
    /** The same for the parts of a split transfer; null for a whole one. */
    splitGroup: text('split_group'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    /** The line of the bank's statement that is this transfer; null before it is found. */
    bankTransferId: text('bank_transfer_id')
      .unique()
      .references(() => bankTransfers.id),
    /** When the line was found. */
    matchedAt: instant('matched_at'),
  },
  (t) => [index('gateway_transfers_by_time').on(t.createdAt)],
);

/** The gateway's tax invoices for its fees, one per month. */
export const gatewayReceipts = pgTable('gateway_receipts', {
  id: text('id').primaryKey(),
  number: text('number').notNull(),
  issuedOn: dayColumn('issued_on').notNull(),
  chargeFee: satang('charge_fee').notNull(),
  transferFee: satang('transfer_fee').notNull(),
  subtotal: satang('subtotal').notNull(),
  vat: satang('vat').notNull(),
  wht: satang('wht').notNull(),
  total: satang('total').notNull(),
});

/** What differs between the ledger, the gateway and the bank. A comparison writes it and books nothing. */
export const payoutDifferences = pgTable(
  'payout_differences',
  {
    /** The kind and the subject: a later comparison finds the same row. */
    id: text('id').primaryKey(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    /** The gateway's id of what differs, or the month. */
    subject: text('subject').notNull(),
    month: text('month').$type<Month>().notNull(),
    since: instant('since').notNull(),
    /** What is there, and what was expected, in satang. */
    actual: satang('actual').notNull(),
    expected: satang('expected').notNull(),
    /** What the equation of the month is off by, because of it. */
    effect: satang('effect').notNull(),
    foundAt: instant('found_at').notNull(),
    /** When a comparison no longer found it; null while it differs. */
    goneAt: instant('gone_at'),
    /** When and why a member of the staff accepted it; null before. */
    acceptedAt: instant('accepted_at'),
    acceptedBy: text('accepted_by'),
    why: text('why'),
  },
  (t) => [
    index('payout_differences_by_month').on(t.month),
    check('payout_differences_accepted', sql`(${t.acceptedAt} is null) = (${t.acceptedBy} is null)`),
  ],
);

/** Months that a member of the staff closed, with their figures at that time. They never change. */
export const payoutMonths = pgTable('payout_months', {
  month: text('month').$type<Month>().primaryKey(),
  figures: jsonb('figures').$type<MonthFigures>().notNull(),
  closedAt: instant('closed_at').notNull(),
  closedBy: text('closed_by').notNull(),
});
