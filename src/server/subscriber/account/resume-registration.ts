import { and, eq, gte, isNull } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { lockProven } from '../../login/current-password';
import { lockLineOwner } from '../../login/line-identity';
import { findLineRegistration } from '../../login/line-registration';
import type { Caller } from '../../platform/caller';
import { verifyPassword } from '../../login/password';
import { startSession } from '../../login/session';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { accounts, subscriptions } from '../../db/schema';

/** Whether a registration belongs to the account. */
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

/** Returns the id of the unpaid registration with an e-mail; null if its account is missing or older than `since`. */
export async function findBegun({ db }: Ctx, email: string, since: Date): Promise<string | null> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(
      and(
        eq(accounts.emailNorm, normaliseEmail(email)),
        gte(accounts.createdAt, since),
        eq(subscriptions.status, 'awaiting_payment'),
      ),
    );
  return row?.id ?? null;
}

/** The values by which a browser proves that it began a registration. */
export interface RegistrationProof {
  /** The password in the request; null for a registration with LINE. */
  password: string | null;
  /** The secret of the registration with LINE. Null without its cookie. */
  lineSecret: string | null;
}

/**
 * Starts a session when a browser repeats the request that began a registration. Requires the account's password.
 * Without a password in the request, requires a log-in of this browser with the account's LINE profile in the last hour.
 * @returns the session's secret; null when the proof is invalid or the account does not exist
 */
export async function resumeRegistration(
  ctx: Ctx,
  registrationId: string,
  { password, lineSecret }: RegistrationProof,
  caller: Caller,
): Promise<string | null> {
  const { db, now } = ctx;
  const [account] = await db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(and(eq(subscriptions.id, registrationId), isNull(accounts.deletedAt)));
  if (!account) return null;
  const line = password === null ? await findLineRegistration(ctx, lineSecret) : null;
  const matches = password !== null && (await verifyPassword(account.passwordHash, password));
  if (!matches && !line) return null;
  return transaction(db, async (tx) => {
    const isStillTheirs = line
      ? (await lockLineOwner(tx, line.subject)) === account.id
      : await lockProven(tx, account.id, account);
    if (!isStillTheirs) return null;
    return startSession(tx, now, account.id, { device: caller.device, method: 'registration' });
  });
}
