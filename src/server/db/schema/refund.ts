import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { RefundStatus } from '@/domain/refund';
import { instant, satang } from './columns';
import { moneyReceived } from './payment';

export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    moneyId: text('money_id')
      .notNull()
      .references(() => moneyReceived.id),
    amount: satang('amount').notNull(),
    status: text('status').$type<RefundStatus>().notNull(),
    why: text('why').notNull(),
    providerRef: text('provider_ref').unique(),
    createdAt: instant('created_at').notNull(),
    /** When a process last took it up: bounds the lease. */
    askedAt: instant('asked_at'),
    /** When it was last sent to the gateway; null if it was never sent, or certainly not received. */
    sentAt: instant('sent_at'),
    checkAt: instant('check_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('refunds_one_open')
      .on(t.moneyId)
      .where(sql`${t.status} in ('created','sent','unknown')`),
    index('refunds_to_check')
      .on(t.checkAt)
      .where(sql`${t.checkAt} is not null`),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_status', sql`${t.status} in ('created','sent','unknown','succeeded','failed','manual')`),
  ],
);
