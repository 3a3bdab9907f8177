import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, enforce } from '@/domain/errors';
import { canLineProve, canUnlinkLine, isProvenByLine } from '@/domain/line';
import { canActAsSubscriber } from '@/domain/subscription';
import type { waysInAnswer } from '@/schemas/answers/ways-in';
import { LINKED_LINE } from '../auth/linked-line';
import type { Session } from '../auth/session';
import type { Ctx } from '../context';
import { transaction, type Db, type Tx } from '../db/client';
import { accounts, identities } from '../db/schema';
import { detachLine } from './line-link';
import { lockPerson } from './person';

type WaysIn = z.output<typeof waysInAnswer>;

/** How the person can log in. One query. @throws AppError NOT_LOGGED_IN for an account that is deleted */
export function getWaysIn(ctx: Ctx, session: Session): Promise<WaysIn> {
  return readWaysIn(ctx.db, ctx.now, session);
}

async function readWaysIn(db: Db | Tx, now: Date, session: Session): Promise<WaysIn> {
  const [row] = await db
    .select({
      hasPassword: sql<boolean>`${accounts.passwordHash} is not null`,
      emailVerified: sql<boolean>`${accounts.emailVerifiedAt} is not null`,
      line: {
        displayName: identities.displayName,
        friend: identities.friend,
        blocked: identities.blocked,
      },
      ...LINKED_LINE,
    })
    .from(accounts)
    .leftJoin(identities, and(eq(identities.accountId, accounts.id), eq(identities.provider, 'line')))
    .where(and(eq(accounts.id, session.accountId), isNull(accounts.deletedAt)));
  if (!row) throw new AppError('NOT_LOGGED_IN');
  const { registeredAt, connectedAt, ...ways } = row;
  const linked = connectedAt && { connectedAt, registeredAt };
  return {
    ...ways,
    canUnlinkLine: ways.line !== null && canUnlinkLine(ways).allowed,
    lineCanProve: linked !== null && canLineProve(linked, now),
    freshLineLogIn: isProvenByLine(session, linked, now),
  };
}

/**
 * Takes LINE off the account; the person is told by mail. Calling it again changes nothing.
 * @throws AppError LAST_WAY_IN, NOT_ALLOWED, PAYMENT_PENDING
 */
export async function unlinkLine(ctx: Ctx, session: Session): Promise<WaysIn> {
  return transaction(ctx.db, async (tx) => {
    const { account } = await lockPerson(tx, session.accountId, canActAsSubscriber);
    const ways = await readWaysIn(tx, ctx.now, session);
    if (ways.line) enforce(canUnlinkLine(ways));
    await detachLine(tx, ctx.now, account, session);
    return { ...ways, line: null, canUnlinkLine: false, lineCanProve: false, freshLineLogIn: false };
  });
}
