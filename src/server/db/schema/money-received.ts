import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { MoneyVerdict } from '@/domain/settlement-money';
import { instant, satang } from './columns';
import { orders } from './order';
import { chargeAttempts } from './payment';

/**
 * A payment that the gateway or the bank reported. Rows are never rejected or deleted. The verdict `kept` means that
 * the payment paid its order: at most one row per order has it.
 */
export const moneyReceived = pgTable(
  'money_received',
  {
    id: text('id').primaryKey(),
    provider: text('provider').$type<'omise' | 'bank'>().notNull(),
    providerRef: text('provider_ref').notNull(),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'set null' }),
    attemptId: text('attempt_id').references(() => chargeAttempts.id, { onDelete: 'set null' }),
    amount: satang('amount').notNull(),
    verdict: text('verdict').$type<MoneyVerdict>().notNull(),
    reservedRefund: satang('reserved_refund').notNull().default(0),
    paidAt: instant('paid_at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    uniqueIndex('money_received_once').on(t.provider, t.providerRef),
    uniqueIndex('money_received_one_kept')
      .on(t.orderId)
      .where(sql`${t.verdict} = 'kept'`),
    index('money_received_by_amount').on(t.amount, t.recordedAt),
    index('money_received_of_order').on(t.orderId),
    index('money_received_of_attempt').on(t.attemptId),
    // Rows are added in the order of time, so that a BRIN index finds a day and costs almost nothing to write.
    index('money_received_by_time')
      .using('brin', t.recordedAt)
      .with({ autosummarize: true, pages_per_range: 16 }),
    index('money_received_to_return')
      .on(t.recordedAt)
      .where(sql`${t.verdict} <> 'kept'`),
    check('money_received_amount', sql`${t.amount} > 0`),
    check('money_received_verdict', sql`${t.verdict} in ('kept','duplicate','late','orphan','surplus')`),
    check('money_received_kept_has_order', sql`${t.verdict} <> 'kept' or ${t.orderId} is not null`),
    check('money_received_refund_within', sql`${t.reservedRefund} between 0 and ${t.amount}`),
  ],
);
