import { sql } from 'drizzle-orm';
import { accounts, identities, orders } from '../db/schema';

/** What decides whether an account's LINE can prove who is there, as columns; an unpaid registration ended as it began. */
export const LINKED_LINE = {
  connectedAt: identities.connectedAt,
  registeredAt:
    sql`coalesce((select min(${orders.paidAt}) from ${orders} where ${orders.accountId} = ${accounts.id}), ${accounts.createdAt})`.mapWith(
      accounts.createdAt,
    ),
};
