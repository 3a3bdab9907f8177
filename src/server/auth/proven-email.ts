import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db';
import { accounts, orders } from '../db/schema';

/** Returns an SQL condition on `accounts`: the e-mail is verified or an order was ever paid. */
export function hasProvenEmail() {
  return or(isNotNull(accounts.emailVerifiedAt), hasPaidOrder());
}

/** Whether an account ever paid an order in money. */
export async function hasEverPaid(db: Db | Tx, accountId: string): Promise<boolean> {
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), hasPaidOrder()));
  return account !== undefined;
}

/** Returns an SQL condition on `accounts`: an order was ever paid in money, since a code can make an order free. */
export function hasPaidOrder() {
  return sql`exists (select 1 from ${orders} where ${orders.accountId} = ${accounts.id}
    and ${orders.paidAt} is not null and ${orders.total} > 0)`;
}
