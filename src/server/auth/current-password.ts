import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { isProvenByLine } from '@/domain/line';
import type { Ctx } from '../context';
import { transaction, type Tx } from '../db/client';
import { accounts, identities } from '../db/schema';
import { LINKED_LINE } from './linked-line';
import { verifyPassword } from './password';
import type { Session } from './session';
import { clearThrottle, countThrottled } from './throttle';

/** What was proven: the hash that the password matched; null for an account without one. */
export type ProvenPassword = { passwordHash: string | null };

/**
 * Makes sure that whoever is logged in is the person, by their current password. Counted per account before anything
 * is hashed, wherever the guesses come from: they need a session of that account. For an account without a password
 * a log-in of the last ten minutes with LINE stands in, and no other; not with one that was linked a moment ago. All
 * refusals take the same.
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
    .select({
      passwordHash: accounts.passwordHash,
      ...LINKED_LINE,
    })
    .from(accounts)
    .leftJoin(identities, and(eq(identities.accountId, accounts.id), eq(identities.provider, 'line')))
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
  if (!account) throw new AppError('NOT_LOGGED_IN');
  const { passwordHash, registeredAt, connectedAt } = account;
  const matches = await verifyPassword(passwordHash, password ?? '');
  const line = connectedAt && { connectedAt, registeredAt };
  const proven = passwordHash === null ? isProvenByLine(session, line, ctx.now) : matches;
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

/**
 * Holds an account as it was when the password was verified, outside any transaction: until this one ends nobody
 * changes or takes out its password, and whoever does so afterwards finds the session that is begun here, and ends it.
 * @returns whether that password is still the account's.
 */
export async function holdProven(tx: Tx, accountId: string, proven: ProvenPassword): Promise<boolean> {
  const [held] = await tx
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for('share');
  return held !== undefined && held.passwordHash === proven.passwordHash;
}
