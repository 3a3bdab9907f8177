import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { LINK_ACTIONS } from '@/domain/order-link';
import type { SubstituteOffer } from '@/domain/substitute';
import { dayColumn, instant, ownedBy } from './columns';
import { orders } from './order';

/**
 * A link in a message about one order: `/fix/<token>` repairs its failed payment, `/do/<token>` changes the order with
 * one tap. Each message has links of its own, so an order can have several of one action.
 */
export const orderLinks = pgTable(
  'order_links',
  {
    /** The SHA-256 of the token. The token itself is only in the queued message, until it is sent. */
    tokenHash: text('token_hash').primaryKey(),
    orderId: ownedBy('order_id', () => orders.id).notNull(),
    action: text('action').$type<(typeof LINK_ACTIONS)[number]>().notNull(),
    /** The payment date of the order when the link was made. A move by a link counts from this day. */
    paymentDate: dayColumn('payment_date').notNull(),
    /** The day to which a link moves the order; null for the day a week after `paymentDate`. */
    moveTo: dayColumn('move_to'),
    /** The offered substitute; null for another action. */
    swap: jsonb('swap').$type<SubstituteOffer>(),
    createdAt: instant('created_at').notNull(),
    /** When the action of the link was done: the order changed or was given up. Null before. */
    usedAt: instant('used_at'),
    /** The version of the subscription after the action. Only while it stands, the action can be taken back. */
    usedVersion: integer('used_version'),
    /** When a new password or e-mail ended the links in earlier messages. Null before. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('order_links_of_order').on(t.orderId),
    index('order_links_by_age').on(t.createdAt),
    // A sold-out product of an order is offered once.
    uniqueIndex('order_links_swap_once')
      .on(t.orderId, sql`(${t.swap} ->> 'from')`)
      .where(sql`${t.action} = 'swap'`),
    check('order_links_action', sql`${t.action} in ('fix','skip','move','box','swap')`),
    check('order_links_swap', sql`(${t.action} = 'swap') = (${t.swap} is not null)`),
    check('order_links_used_after', sql`${t.usedAt} is null or ${t.usedAt} >= ${t.createdAt}`),
  ],
);
