import { and, eq, sql } from 'drizzle-orm';
import { isLineNew } from '@/domain/line';
import type { Tx } from '../db';
import { accounts, identities, orders } from '../db/schema';

/** What decides whether an account's LINE can prove who is there, as columns; an unpaid registration ended as it began. */
export const LINKED_LINE = {
  connectedAt: identities.connectedAt,
  registeredAt:
    sql`coalesce((select min(${orders.paidAt}) from ${orders} where ${orders.accountId} = ${accounts.id}), ${accounts.createdAt})`.mapWith(
      accounts.createdAt,
    ),
};

/** The account's LINE if it was linked lately, so that its owner should be asked about it; null otherwise. */
export async function findNewLine(
  tx: Tx,
  now: Date,
  accountId: string,
): Promise<{ displayName: string | null; connectedAt: Date } | null> {
  const [line] = await tx
    .select({ displayName: identities.displayName, ...LINKED_LINE })
    .from(accounts)
    .innerJoin(identities, and(eq(identities.accountId, accounts.id), eq(identities.provider, 'line')))
    .where(eq(accounts.id, accountId));
  return line && isLineNew(line, now) ? line : null;
}
