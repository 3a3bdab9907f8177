import { and, eq, isNull } from 'drizzle-orm';
import type { Caller } from '../auth/log-in';
import { verifyPassword } from '../auth/password';
import { startSession } from '../auth/session';
import type { Ctx } from '../context';
import { transaction } from '../db/client';
import { accounts, subscriptions } from '../db/schema';

/** Whether a registration is this account's. */
export async function ownsRegistration(
  { db }: Ctx,
  accountId: string,
  registrationId: string,
): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, registrationId), eq(subscriptions.accountId, accountId)));
  return row !== undefined;
}

/**
 * A session for whoever repeats, to the letter, the request that began a registration; its password must still be
 * the account's.
 * @returns the session's secret, or null when there is nothing to resume.
 */
export async function resumeRegistration(
  { db, now }: Ctx,
  registrationId: string,
  password: string | null,
  caller: Caller,
): Promise<string | null> {
  const [account] = await db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(and(eq(subscriptions.id, registrationId), isNull(accounts.deletedAt)));
  if (!account || password === null) return null;
  if (!(await verifyPassword(account.passwordHash, password))) return null;
  return transaction(db, (tx) =>
    startSession(tx, now, account.id, { device: caller.device, method: 'registration' }),
  );
}
