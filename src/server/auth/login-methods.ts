import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, enforce } from '@/domain/errors';
import { canLineProve, canUnlinkLine, isLineNew, isProvenByLogIn } from '@/domain/line';
import { canActAsSubscriber } from '@/domain/subscription';
import type { loginMethodsAnswer } from '@/schemas/answers/log-in';
import { requireProof } from './current-password';
import { LINKED_LINE } from './linked-line';
import { requireOpenSession, type Session } from './session';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { accounts, identities } from '../db/schema';
import { typedSql } from '../db/query-rows';
import { detachLine } from './line-link';
import { lockAccount, requireAccount } from '../lifecycle/require-subscriber';

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
      ...LINKED_LINE,
    })
    .from(accounts)
    .leftJoin(identities, and(eq(identities.accountId, accounts.id), eq(identities.provider, 'line')))
    .where(and(eq(accounts.id, session.accountId), isNull(accounts.deletedAt)));
  if (!row) throw new AppError('NOT_LOGGED_IN');
  const { registeredAt, connectedAt, line, ...ways } = row;
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
    freshLogIn: isProvenByLogIn(session, linked, now),
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
      freshLogIn: isProvenByLogIn(session, null, ctx.now),
    };
  });
}
