import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { isProvenByLogIn, type ProvingMethods } from '@/domain/login-methods';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { accounts, identities, passkeys } from '../db/schema';
import { recordActivity, recordFailure } from './activity';
import { LINKED_LINE } from './linked-line';
import { STARTED_BY, startedBy } from './passkeys/records';
import { verifyPassword } from './password';
import type { Session } from './session';
import { clearThrottle, countThrottled } from '../platform/throttle';

/** The account's password hash at the time of the verification; null for an account without a password. */
export type ProvenPassword = { passwordHash: string | null };

/**
 * Verifies the user's identity before a change that a stolen session must not allow. Verifies the password if the
 * caller gave one. Without a password, requires a log-in of the last ten minutes.
 * @throws AppError PASSWORD_INCORRECT, PROOF_REQUIRED; THROTTLED also when too many passwords are being verified
 */
export async function requireProof(
  ctx: Ctx,
  session: Session,
  password: string | undefined,
): Promise<ProvenPassword> {
  return prove(ctx, session, password, await findProvingAccount(ctx.db, session));
}

/**
 * Verifies the user's identity before a change of password or e-mail. If the account has a password, requires it: a recent log-in is
 * not enough.
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

type ProvingAccount = ProvenPassword & ProvingMethods;

async function findProvingAccount(db: Db, session: Session): Promise<ProvingAccount> {
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash, ...LINKED_LINE, ...STARTED_BY })
    .from(accounts)
    .leftJoin(identities, and(eq(identities.accountId, accounts.id), eq(identities.provider, 'line')))
    .leftJoin(passkeys, startedBy(session))
    .where(and(eq(accounts.id, session.accountId), isNull(accounts.deletedAt)));
  if (!account) throw new AppError('NOT_LOGGED_IN');
  const { passwordHash, registeredAt, connectedAt, passkeyAddedAt } = account;
  return { passwordHash, passkeyAddedAt, line: connectedAt && { connectedAt, registeredAt } };
}

async function prove(
  ctx: Ctx,
  session: Session,
  password: string | undefined,
  { passwordHash, ...methods }: ProvingAccount,
): Promise<ProvenPassword> {
  if (passwordHash === null || password === undefined) {
    if (!isProvenByLogIn(session, methods, ctx.now)) throw new AppError('PROOF_REQUIRED');
    return { passwordHash };
  }
  // Counts before hashing. One limit covers all IP ranges, because each guess needs a session of this account.
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
 * Checks that the account's password has not changed since `requireProof` or `requirePassword` verified it.
 * @param account must be read after locking the subscription
 * @throws AppError PASSWORD_INCORRECT when a concurrent request changed the password
 */
export function requireStillProven(account: ProvenPassword, proven: ProvenPassword): void {
  if (account.passwordHash !== proven.passwordHash) throw new AppError('PASSWORD_INCORRECT');
}

/**
 * Locks an account, so that no request can change its password until the transaction ends. A later password change then
 * also ends the session that this transaction starts.
 * @param proven the password hash that was verified before the transaction
 * @returns false when the password has changed since the verification, or the account was deleted
 */
export async function lockProven(tx: Tx, accountId: string, proven: ProvenPassword): Promise<boolean> {
  const [held] = await tx
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for('share');
  return held !== undefined && held.passwordHash === proven.passwordHash;
}
