import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { isProvenByLogIn, type LinkedLine } from '@/domain/line';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { accounts, identities } from '../db/schema';
import { recordActivity, recordFailure } from './activity';
import { LINKED_LINE } from './linked-line';
import { verifyPassword } from './password';
import type { Session } from './session';
import { clearThrottle, countThrottled } from '../platform/throttle';

/** The password hash that was verified; null for an account without a password. */
export type ProvenPassword = { passwordHash: string | null };

/**
 * Verifies the identity of the session's user before a change that a stolen session must not make: by the password if
 * given, otherwise by a log-in of the last ten minutes.
 * @throws AppError PASSWORD_INCORRECT, PROOF_REQUIRED, THROTTLED, also when too many passwords are being verified
 */
export async function requireProof(
  ctx: Ctx,
  session: Session,
  password: string | undefined,
): Promise<ProvenPassword> {
  return prove(ctx, session, password, await findProvingAccount(ctx.db, session));
}

/**
 * Verifies the identity before a password change: an account with a password always needs it, however recent the
 * log-in.
 * @throws AppError as `requireProof`
 */
export async function requirePassword(
  ctx: Ctx,
  session: Session,
  password: string | undefined,
): Promise<ProvenPassword> {
  const account = await findProvingAccount(ctx.db, session);
  return prove(ctx, session, account.passwordHash === null ? password : (password ?? ''), account);
}

type ProvingAccount = ProvenPassword & { line: LinkedLine | null };

async function findProvingAccount(db: Db, { accountId }: Session): Promise<ProvingAccount> {
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash, ...LINKED_LINE })
    .from(accounts)
    .leftJoin(identities, and(eq(identities.accountId, accounts.id), eq(identities.provider, 'line')))
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
  if (!account) throw new AppError('NOT_LOGGED_IN');
  const { passwordHash, registeredAt, connectedAt } = account;
  return { passwordHash, line: connectedAt && { connectedAt, registeredAt } };
}

async function prove(
  ctx: Ctx,
  session: Session,
  password: string | undefined,
  { passwordHash, line }: ProvingAccount,
): Promise<ProvenPassword> {
  if (passwordHash === null || password === undefined) {
    if (!isProvenByLogIn(session, line, ctx.now)) throw new AppError('PROOF_REQUIRED');
    return { passwordHash };
  }
  // Counted before hashing, for all networks together: a guess needs a session of that account.
  await countThrottled(ctx.db, 'currentPasswordAccount', session.accountId);
  if (!(await verifyPassword(passwordHash, password))) {
    await transaction(ctx.db, (tx) => recordFailure(tx, ctx.now, session.accountId, null));
    throw new AppError('PASSWORD_INCORRECT');
  }
  await transaction(ctx.db, async (tx) => {
    await clearThrottle(tx, 'currentPasswordAccount', session.accountId);
    await recordActivity(tx, ctx.now, session.accountId, 'proven', { method: 'password' });
  });
  return { passwordHash };
}

/**
 * Checks that the verified password is still the account's, read under the subscription's lock: a concurrent change
 * wins.
 * @throws AppError PASSWORD_INCORRECT
 */
export function requireStillProven(account: ProvenPassword, proven: ProvenPassword): void {
  if (account.passwordHash !== proven.passwordHash) throw new AppError('PASSWORD_INCORRECT');
}

/**
 * Locks an account whose password was verified outside the transaction. Until this transaction ends, its password
 * cannot change; a later change finds the session started here and ends it.
 * @returns whether the verified password is still the account's
 */
export async function lockProven(tx: Tx, accountId: string, proven: ProvenPassword): Promise<boolean> {
  const [held] = await tx
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for('share');
  return held !== undefined && held.passwordHash === proven.passwordHash;
}
