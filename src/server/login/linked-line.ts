import { and, eq, sql } from 'drizzle-orm';
import { isLineNew } from '@/domain/line';
import type { Tx } from '../db';
import { accounts, identities, orders } from '../db/schema';

/**
 * The columns that decide whether a log-in with LINE proves the owner's identity. `registeredAt` is the time of the
 * account's first payment, or of its creation if the account never paid.
 */
export const LINKED_LINE = {
  connectedAt: identities.connectedAt,
  registeredAt:
    sql`coalesce((select min(${orders.paidAt}) from ${orders} where ${orders.accountId} = ${accounts.id}), ${accounts.createdAt})`.mapWith(
      accounts.createdAt,
    ),
};

/**
 * Returns the account's LINE profile if it was linked recently; null otherwise. A thief of a session may have linked
 * such a profile.
 */
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
