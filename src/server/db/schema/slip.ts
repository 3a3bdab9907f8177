import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { SlipState } from '@/domain/slip';
import { dayColumn, instant, ownedBy, satang } from './columns';
import { bankTransfers } from './bank';
import { orders } from './order';
import { paymentLinks } from './payment';

/** A picture of a transfer slip that a payer sent for an order. A transfer belongs to one order. */
export const slips = pgTable(
  'slips',
  {
    id: text('id').primaryKey(),
    orderId: ownedBy('order_id', () => orders.id).notNull(),
    linkId: ownedBy('link_id', () => paymentLinks.id).notNull(),
    /** The sending bank and its number of the transfer, as the slip's QR code names them. */
    bank: text('bank').notNull(),
    ref: text('ref').notNull(),
    via: text('via').$type<'page' | 'line'>().notNull(),
    state: text('state').$type<SlipState>().notNull(),
    /** The picture as JPEG, encoded again here and sealed with APP_SECRET; null 90 days after. */
    picture: text('picture'),
    /** What the provider reported; null before. */
    amount: satang('amount'),
    paidOn: dayColumn('paid_on'),
    paidAtTime: text('paid_at_time'),
    /** The transfer that it booked or listed; null before. */
    transferId: text('transfer_id').references(() => bankTransfers.id, { onDelete: 'set null' }),
    checks: integer('checks').notNull().default(0),
    /** When the provider is asked next; null if it is not. */
    checkAt: instant('check_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('slips_once').on(t.bank, t.ref),
    index('slips_of_order').on(t.orderId),
    index('slips_of_link').on(t.linkId),
    index('slips_of_transfer').on(t.transferId),
    index('slips_to_check')
      .on(t.checkAt, t.id)
      .where(sql`${t.checkAt} is not null`),
    index('slips_with_picture')
      .on(t.createdAt)
      .where(sql`${t.picture} is not null`),
    check(
      'slips_state',
      sql`${t.state} in ('stored','checking','booked','listed','gateway','foreign','unknown')`,
    ),
    check('slips_checked', sql`(${t.state} = 'checking') = (${t.checkAt} is not null)`),
    check('slips_via', sql`${t.via} in ('page','line')`),
  ],
);
