import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { TransferStatus } from '@/domain/payment';
import type { KeptImport } from '@/domain/statement';
import { dayColumn, instant, satang } from './columns';
import { orders } from './order';
import { moneyReceived } from './money-received';

/**
 * Lines of bank statements, matched to an order or listed for the operator. A repeated import of a line finds the same
 * row, also in another export format.
 */
export const bankTransfers = pgTable(
  'bank_transfers',
  {
    id: text('id').primaryKey(),
    /** The identity of the line: day, amount, reference, and a number among equal lines (`domain/statement.ts`). */
    providerRef: text('provider_ref').notNull().unique(),
    /** The reference text, as in the statement. */
    reference: text('reference').notNull(),
    amount: satang('amount').notNull(),
    paidOn: dayColumn('paid_on').notNull(),
    status: text('status').$type<TransferStatus>().notNull(),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'set null' }),
    moneyId: text('money_id').references(() => moneyReceived.id, { onDelete: 'set null' }),
    /** The header row of the first statement export with the line; null before an import. */
    format: text('format'),
    /** The bank's own id of the line; null for an export without ids. */
    bankId: text('bank_id'),
    /** The time of day of the transfer in Bangkok; null for an export without times. */
    bankTime: text('bank_time'),
    /** The actor who confirmed or imported the line. */
    actor: text('actor').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    index('bank_transfers_of_order').on(t.orderId),
    index('bank_transfers_of_money').on(t.moneyId),
    index('bank_transfers_by_day').on(t.paidOn, t.amount),
    index('bank_transfers_by_bank_id')
      .on(t.bankId)
      .where(sql`${t.bankId} is not null`),
    index('bank_transfers_to_look_at')
      .on(t.recordedAt)
      .where(sql`${t.status} <> 'matched'`),
    check(
      'bank_transfers_status',
      sql`${t.status} in ('matched','duplicate','late','returned','wrong_amount','wrong_date','unknown_reference','doubtful')`,
    ),
    check('bank_transfers_amount', sql`${t.amount} > 0`),
  ],
);

/** The results of imported bank statements, for 90 days. */
export const statementImports = pgTable(
  'statement_imports',
  {
    id: text('id').primaryKey(),
    importedAt: instant('imported_at').notNull(),
    importedBy: text('imported_by').notNull(),
    result: jsonb('result').$type<KeptImport>().notNull(),
  },
  (t) => [index('statement_imports_by_time').on(t.importedAt)],
);
