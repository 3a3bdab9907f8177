import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DocumentContent, DocumentKind } from '@/domain/document';
import { dayColumn, instant, satang } from './columns';
import { orders } from './order';
import { refunds } from './refund';

/** The last number of each document series. Assigning a number locks the row, so that numbers have no gaps. */
export const documentSeries = pgTable('document_series', {
  kind: text('kind').$type<DocumentKind>().primaryKey(),
  last: integer('last').notNull().default(0),
});

/**
 * Numbered documents that never change: one receipt per paid order, at most one tax invoice that replaces it, one credit
 * note per refund of a paid order, and one debit note per corrected refund.
 */
export const documents = pgTable(
  'documents',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    number: integer('number').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    refundId: text('refund_id').references(() => refunds.id),
    issuedOn: dayColumn('issued_on').notNull(),
    amount: satang('amount').notNull(),
    /** The VAT that `amount` contains. */
    vat: satang('vat').notNull(),
    /** All other content of the document at the time of issue. It contains no personal data. */
    content: jsonb('content').$type<DocumentContent>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('documents_number_once').on(t.kind, t.number),
    uniqueIndex('documents_one_receipt')
      .on(t.orderId)
      .where(sql`${t.kind} = 'receipt'`),
    uniqueIndex('documents_one_tax_invoice')
      .on(t.orderId)
      .where(sql`${t.kind} = 'tax_invoice'`),
    uniqueIndex('documents_once_per_refund').on(t.refundId, t.kind),
    index('documents_of_order').on(t.orderId),
    index('documents_by_day').on(t.issuedOn, t.kind, t.number),
    check('documents_kind', sql`${t.kind} in ('receipt','credit_note','debit_note','tax_invoice')`),
    check('documents_number', sql`${t.number} >= 1`),
    check('documents_refund', sql`(${t.kind} in ('credit_note','debit_note')) = (${t.refundId} is not null)`),
    check('documents_amounts', sql`${t.amount} >= 0 and ${t.vat} between 0 and ${t.amount}`),
  ],
);

/**
 * The buyer on the tax invoice of an order and on its credit notes. It is personal data in tax records: it stays after
 * the deletion of the account, until the retention of the documents ends.
 */
export const taxInvoiceBuyers = pgTable(
  'tax_invoice_buyers',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    name: text('name').notNull(),
    address: text('address').notNull(),
    taxId: text('tax_id').notNull(),
    branch: text('branch'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('tax_invoice_buyers_by_age').on(t.createdAt),
    check('tax_invoice_buyers_filled', sql`${t.name} <> '' and ${t.address} <> ''`),
    check('tax_invoice_buyers_tax_id', sql`${t.taxId} ~ '^[0-9]{13}$'`),
    check('tax_invoice_buyers_branch', sql`${t.branch} ~ '^[0-9]{5}$'`),
  ],
);
