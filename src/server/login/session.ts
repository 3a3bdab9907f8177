import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, lt, ne } from 'drizzle-orm';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { SESSIONS_MAX, expiresInMinutes, extendedExpiry, type LogInMethod } from '@/domain/session';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { sessions } from '../db/schema';
import { recordActivity } from './activity';
import { deleteSession, extendSession, loadSession, newSessionSecret, storeSession } from './lucia';

export interface Session {
  id: string;
  accountId: string;
  /** The account's language. */
  locale: Locale;
  method: LogInMethod;
  /** Whether the account has no subscription yet that was ever active. */
  isRegistering: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** Returns the SHA-256 hash of a secret in hex. The database stores this hash instead of the secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Starts a session for an account. Ends the account's oldest sessions if it has more than `SESSIONS_MAX`.
 * @returns the session's secret for the cookie
 */
export async function startSession(
  tx: Tx,
  now: Date,
  accountId: string,
  {
    device,
    method,
    passkeyId = null,
  }: { device: string | null; method: LogInMethod; passkeyId?: string | null },
): Promise<string> {
  const secret = newSessionSecret();
  const expiresAt = extendedExpiry(now, now, settings().SESSION_MINUTES) ?? now;
  const id = hashSecret(secret);
  await storeSession(tx, { id, accountId, createdAt: now, expiresAt, device, method, passkeyId });
  await tx.delete(sessions).where(and(eq(sessions.userId, accountId), lt(sessions.expiresAt, now)));
  const held = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, accountId))
    .orderBy(asc(sessions.createdAt));
  const surplus = held.slice(0, Math.max(0, held.length - SESSIONS_MAX)).map((row) => row.id);
  if (surplus.length > 0) await tx.delete(sessions).where(inArray(sessions.id, surplus));
  return secret;
}

/** Returns the session of a secret and does not extend it; null when the session has ended. Runs one query. */
export async function findSession(
  { db, now }: { db: Db | Tx; now: Date },
  secret: string,
): Promise<Session | null> {
  const session = await loadSession(db, hashSecret(secret));
  return session && session.expiresAt > now ? session : null;
}

/**
 * Extends a session to its full length, but not beyond 30 days after the log-in.
 * @returns the whole minutes until the session expires; null when the session has ended
 */
export async function refreshSession({ db, now }: Ctx, secret: string): Promise<number | null> {
  return transaction(db, async (tx) => {
    const session = await findSession({ db: tx, now }, secret);
    const expiresAt = session && extendedExpiry(now, session.createdAt, settings().SESSION_MINUTES);
    if (!expiresAt) return null;
    await extendSession(tx, session.id, expiresAt);
    return expiresInMinutes(expiresAt, now);
  });
}

/** Returns the whole minutes until a session expires and does not extend it; null when the session has ended. */
export async function remainingMinutes(ctx: Ctx, secret: string): Promise<number | null> {
  const session = await findSession(ctx, secret);
  return session && expiresInMinutes(session.expiresAt, ctx.now);
}

/**
 * Replaces the secret of a session, which makes the old secret invalid (ASVS 7.2.4).
 * @returns the new secret; null if the session has ended
 */
export async function renewSession({ db }: Ctx, { id }: Pick<Session, 'id'>): Promise<string | null> {
  const secret = newSessionSecret();
  const renewed = await transaction(db, (tx) =>
    tx
      .update(sessions)
      .set({ id: hashSecret(secret) })
      .where(eq(sessions.id, id))
      .returning({ id: sessions.id }),
  );
  return renewed.length > 0 ? secret : null;
}

/** Ends a session by its secret. Does nothing if the session has already ended. */
export async function endSession(tx: Tx, secret: string): Promise<void> {
  await deleteSession(tx, hashSecret(secret));
}

/** Ends a session by its secret and records the log-out. Does nothing for null or an ended session. */
export async function logOut({ db, now }: Ctx, secret: string | null): Promise<void> {
  if (secret === null) return;
  await transaction(db, async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(eq(sessions.id, hashSecret(secret)))
      .returning({ accountId: sessions.userId, device: sessions.device });
    if (ended) await recordActivity(tx, now, ended.accountId, 'logged_out', { userAgent: ended.device });
  });
}

/** Ends all sessions of an account except the session `keepId`. If `keepId` is null, ends all sessions. */
export async function endOtherSessions(tx: Tx, accountId: string, keepId: string | null): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, accountId), keepId ? ne(sessions.id, keepId) : undefined));
}

/**
 * Checks that the session still exists, because it may have ended while the request waited for the subscription's lock.
 * The caller must hold this lock.
 * @throws AppError NOT_LOGGED_IN when the session has ended
 */
export async function requireOpenSession(tx: Tx, { id }: Pick<Session, 'id'>): Promise<void> {
  const [live] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id));
  if (!live) throw new AppError('NOT_LOGGED_IN');
}
