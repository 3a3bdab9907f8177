import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, enforce } from '@/domain/errors';
import { canLineProve, isLineNew } from '@/domain/line';
import { canUnlinkLine, isProvenByLogIn } from '@/domain/login-methods';
import { canPasskeyProve } from '@/domain/passkey';
import { canActAsSubscriber } from '@/domain/subscription';
import type { loginMethodsAnswer } from '@/schemas/answers/log-in';
import { requireProof } from './current-password';
import { LINKED_LINE } from './linked-line';
import { STARTED_BY, startedBy } from './passkeys/records';
import { requireOpenSession, type Session } from './session';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { accounts, identities, passkeys } from '../db/schema';
import { typedSql } from '../db/query-rows';
import { detachLine } from './line-link';
import { lockAccount, requireAccount } from '../lifecycle/require-subscriber';

/** When the oldest passkey of an account was added; null without a passkey. */
const OLDEST_PASSKEY =
  sql`(select min(p.created_at) from ${passkeys} p where p.account_id = ${accounts.id})`.mapWith(
    passkeys.createdAt,
  ) as SQL<Date | null>;

type LoginMethods = z.output<typeof loginMethodsAnswer>;

/**
 * Returns the login methods of the session's account, with one query.
 * @throws AppError NOT_LOGGED_IN for a deleted account
 */
export function getLoginMethods(ctx: Ctx, session: Session): Promise<LoginMethods> {
  return readLoginMethods(ctx.db, ctx.now, session);
}

async function readLoginMethods(db: Db | Tx, now: Date, session: Session): Promise<LoginMethods> {
  const [row] = await db
    .select({
      hasPassword: typedSql(z.boolean(), sql`${accounts.passwordHash} is not null`),
      emailVerified: typedSql(z.boolean(), sql`${accounts.emailVerifiedAt} is not null`),
      line: {
        displayName: identities.displayName,
        friend: identities.friend,
        blocked: identities.blocked,
        connectedAt: identities.connectedAt,
      },
      passkeys: typedSql(
        z.number(),
        sql`(select count(*)::int from ${passkeys} p where p.account_id = ${accounts.id})`,
      ),
      oldestPasskeyAt: OLDEST_PASSKEY,
      ...LINKED_LINE,
      ...STARTED_BY,
    })
    .from(accounts)
    .leftJoin(identities, and(eq(identities.accountId, accounts.id), eq(identities.provider, 'line')))
    .leftJoin(passkeys, startedBy(session))
    .where(and(eq(accounts.id, session.accountId), isNull(accounts.deletedAt)));
  if (!row) throw new AppError('NOT_LOGGED_IN');
  const { registeredAt, connectedAt, line, oldestPasskeyAt, passkeyAddedAt, ...ways } = row;
  const linked = connectedAt && { connectedAt, registeredAt };
  return {
    ...ways,
    line: line && {
      ...line,
      connectedAt: line.connectedAt.toISOString(),
      isNew: linked !== null && isLineNew(linked, now),
    },
    canUnlinkLine: line !== null && canUnlinkLine(ways).allowed,
    lineCanProve: linked !== null && canLineProve(linked, now),
    passkeyCanProve: oldestPasskeyAt !== null && canPasskeyProve(oldestPasskeyAt, now),
    freshLogIn: isProvenByLogIn(session, { line: linked, passkeyAddedAt }, now),
  };
}

/**
 * Unlinks LINE and notifies the owner by mail. Without a linked LINE profile, changes nothing and requires no password.
 * @returns the remaining login methods
 * @throws AppError PASSWORD_INCORRECT, PROOF_REQUIRED, THROTTLED, LAST_WAY_IN, NOT_ALLOWED, PAYMENT_PENDING
 */
export async function unlinkLine(
  ctx: Ctx,
  session: Session,
  input: { password?: string } = {},
): Promise<LoginMethods> {
  await requireAccount(ctx.db, session.accountId, canActAsSubscriber);
  const { line } = await getLoginMethods(ctx, session);
  if (line) await requireProof(ctx, session, input.password);
  return transaction(ctx.db, async (tx) => {
    const { account } = await lockAccount(tx, session.accountId, canActAsSubscriber);
    await requireOpenSession(tx, session);
    const ways = await readLoginMethods(tx, ctx.now, session);
    if (ways.line) enforce(canUnlinkLine(ways));
    await detachLine(tx, ctx.now, account, session);
    return {
      ...ways,
      line: null,
      canUnlinkLine: false,
      lineCanProve: false,
      freshLogIn: session.method !== 'line' && ways.freshLogIn,
    };
  });
}
