import { and, eq, gt, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { settings } from '@/settings/settings';
import { describeDevice } from '@/schemas/device';
import { AppError } from '@/domain/errors';
import { lastExtendedAt } from '@/domain/session';
import type { sessionsAnswer } from '@/schemas/answers/log-in';
import { writeAudit } from '../lifecycle/audit';
import { writeReason, type OnBehalf } from '../lifecycle/requester';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { sessions } from '../db/schema';
import type { Session } from './session';

type Sessions = z.output<typeof sessionsAnswer>;

/** Returns the account's valid sessions: the caller's session first, then the other sessions, latest activity first. */
export function listSessions(ctx: Ctx, session: Session): Promise<Sessions> {
  return list(ctx.db, ctx.now, session);
}

/**
 * Ends one session of the caller's account.
 * @returns the remaining sessions
 * @throws AppError NOT_FOUND when the session has ended or belongs to another account
 */
export function endOneSession(ctx: Ctx, session: Session, sessionId: string): Promise<Sessions> {
  return transaction(ctx.db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(isLiveOf(session, ctx.now), eq(sessions.id, sessionId)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw new AppError('NOT_FOUND');
    await auditEndedSessions(tx, ctx.now, session, ended.length);
    return list(tx, ctx.now, session);
  });
}

/**
 * Ends all sessions of the account except the caller's session.
 * @returns the remaining session
 */
export function endAllOtherSessions(ctx: Ctx, session: Session): Promise<Sessions> {
  return transaction(ctx.db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(isLiveOf(session, ctx.now), ne(sessions.id, session.id)))
      .returning({ id: sessions.id });
    if (ended.length > 0) await auditEndedSessions(tx, ctx.now, session, ended.length);
    return list(tx, ctx.now, session);
  });
}

/** Ends all sessions of an account for a member of the staff. Does nothing without a session. */
export function endAllSessions({ db, now }: Ctx, accountId: string, by: OnBehalf): Promise<void> {
  return transaction(db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(isLiveOf({ accountId }, now))
      .returning({ id: sessions.id });
    if (ended.length === 0) return;
    await auditEndedSessions(tx, now, { accountId }, ended.length, by.actor);
    await writeReason(tx, now, by);
  });
}

function isLiveOf({ accountId }: Pick<Session, 'accountId'>, now: Date) {
  return and(eq(sessions.userId, accountId), gt(sessions.expiresAt, now));
}

async function auditEndedSessions(
  tx: Tx,
  now: Date,
  { accountId }: Pick<Session, 'accountId'>,
  count: number,
  actor = accountId,
): Promise<void> {
  await writeAudit(tx, now, {
    actor,
    subject: accountId,
    what: 'account.sessions_ended',
    detail: { count },
  });
}

async function list(db: Db | Tx, now: Date, session: Session): Promise<Sessions> {
  const rows = await db.select().from(sessions).where(isLiveOf(session, now));
  const minutes = settings().SESSION_MINUTES;
  const described = rows.map((row) => ({
    sessionId: row.id,
    current: row.id === session.id,
    ...describeDevice(row.device),
    method: row.method,
    startedAt: row.createdAt.toISOString(),
    lastActiveAt: lastExtendedAt(row, minutes).toISOString(),
  }));
  const byActivity = (a: { lastActiveAt: string }, b: { lastActiveAt: string }) =>
    b.lastActiveAt.localeCompare(a.lastActiveAt);
  return { sessions: described.sort((a, b) => Number(b.current) - Number(a.current) || byActivity(a, b)) };
}
