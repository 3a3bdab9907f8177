import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db';
import { accounts, orders } from '../db/schema';

/** Returns an SQL condition on `accounts`: the e-mail is verified, or the account has paid more than zero for an order. */
export function hasProvenEmail() {
  return or(isNotNull(accounts.emailVerifiedAt), hasPaidOrder());
}

/** Whether an account has ever paid more than zero for an order. False if codes made all its orders free. */
export async function hasEverPaid(db: Db | Tx, accountId: string): Promise<boolean> {
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), hasPaidOrder()));
  return account !== undefined;
}

/** Returns an SQL condition on `accounts`: the account has paid more than zero for an order. */
export function hasPaidOrder() {
  return sql`exists (select 1 from ${orders} where ${orders.accountId} = ${accounts.id}
    and ${orders.paidAt} is not null and ${orders.total} > 0)`;
}
