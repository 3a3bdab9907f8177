import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { TransferStatus } from '@/domain/payment';
import { dayColumn, instant, satang } from './columns';
import { orders } from './order';
import { moneyReceived } from './payment';

/**
 * Lines of the bank statement: matched and booked, or listed for the operator. The same line again is the same row, in
 * any export format.
 */
export const bankTransfers = pgTable(
  'bank_transfers',
  {
    id: text('id').primaryKey(),
    /** Identifies the line: day, amount, reference and its number among equal lines (`domain/statement.ts`). */
    providerRef: text('provider_ref').notNull().unique(),
    /** As in the statement. */
    reference: text('reference').notNull(),
    amount: satang('amount').notNull(),
    paidOn: dayColumn('paid_on').notNull(),
    status: text('status').$type<TransferStatus>().notNull(),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'set null' }),
    moneyId: text('money_id').references(() => moneyReceived.id, { onDelete: 'set null' }),
    /** The header row of the first export with the line; null until a statement has it. */
    format: text('format'),
    /** The bank's own id of the line. */
    bankId: text('bank_id'),
    /** Its time of day in Bangkok, if exported. */
    bankTime: text('bank_time'),
    /** Who confirmed or imported it. */
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
      sql`${t.status} in ('matched','duplicate','late','wrong_amount','wrong_date','unknown_reference','doubtful')`,
    ),
    check('bank_transfers_amount', sql`${t.amount} > 0`),
  ],
);
