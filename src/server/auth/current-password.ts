import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { isFreshLogIn } from '@/domain/session';
import type { Ctx } from '../context';
import { transaction } from '../db/client';
import { accounts } from '../db/schema';
import { verifyPassword } from './password';
import type { Session } from './session';
import { clearThrottle, countThrottled } from './throttle';

/** What was proven: the hash that the password matched; null for an account without one. */
export type ProvenPassword = { passwordHash: string | null };

/**
 * Makes sure that whoever is logged in is the person, by their current password. Counted per account before anything
 * is hashed, wherever the guesses come from: they need a session of that account. For an account without a password
 * a LINE log-in of the last ten minutes stands in, and no other. Both refusals take the same.
 * @throws AppError PASSWORD_INCORRECT, THROTTLED, also when too many are being verified at once
 */
export async function provePassword(
  ctx: Ctx,
  session: Session,
  password: string | undefined,
): Promise<ProvenPassword> {
  const { accountId } = session;
  await countThrottled(ctx.db, 'currentPasswordAccount', accountId);
  const [account] = await ctx.db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
  if (!account) throw new AppError('NOT_LOGGED_IN');
  const { passwordHash } = account;
  const matches = await verifyPassword(passwordHash, password ?? '');
  const isFreshLine = session.method === 'line' && isFreshLogIn(session.createdAt, ctx.now);
  const proven = passwordHash === null ? isFreshLine : matches;
  if (!proven) throw new AppError('PASSWORD_INCORRECT');
  await transaction(ctx.db, (tx) => clearThrottle(tx, 'currentPasswordAccount', accountId));
  return { passwordHash };
}

/**
 * The password that was proven must still be the account's, as it is read under the subscription's lock: somebody who
 * changed it meanwhile decides.
 * @throws AppError PASSWORD_INCORRECT
 */
export function requireStillProven(account: ProvenPassword, proven: ProvenPassword): void {
  if (account.passwordHash !== proven.passwordHash) throw new AppError('PASSWORD_INCORRECT');
}
