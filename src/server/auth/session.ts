import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, lt, ne } from 'drizzle-orm';
import { settings } from '@/env';
import { SESSIONS_MAX, expiresInMinutes, extendedExpiry } from '@/domain/session';
import type { Ctx } from '../context';
import { transaction, type Tx } from '../db/client';
import { sessions } from '../db/schema';
import { deleteSession, extendSession, loadSession, newSessionSecret, storeSession } from './lucia';

export interface Session {
  id: string;
  accountId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** What is stored in place of a secret: its SHA-256, in hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Starts a session with a new secret for an account; the oldest ones beyond the limit end.
 * @returns the secret for the cookie, and the whole minutes left.
 */
export async function startSession(tx: Tx, now: Date, accountId: string, device: string | null) {
  const secret = newSessionSecret();
  const expiresAt = extendedExpiry(now, now, settings().SESSION_MINUTES) ?? now;
  await storeSession(tx, { id: hashSecret(secret), accountId, createdAt: now, expiresAt, device });
  await tx.delete(sessions).where(and(eq(sessions.userId, accountId), lt(sessions.expiresAt, now)));
  const held = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, accountId))
    .orderBy(asc(sessions.createdAt));
  const surplus = held.slice(0, Math.max(0, held.length - SESSIONS_MAX)).map((row) => row.id);
  if (surplus.length > 0) await tx.delete(sessions).where(inArray(sessions.id, surplus));
  return { secret, expiresInMinutes: expiresInMinutes(expiresAt, now) };
}

/** The live session behind a cookie's secret; reading never extends it. */
export async function findSession({ db, now }: Ctx, secret: string): Promise<Session | null> {
  const session = await loadSession(db, hashSecret(secret));
  return session && session.expiresAt > now ? session : null;
}

/**
 * Extends a live session to its full length again, never past 30 days after log-in.
 * @returns the whole minutes left, or null when it has ended.
 */
export async function refreshSession(ctx: Ctx, secret: string): Promise<number | null> {
  return transaction(ctx.db, async (tx) => {
    const session = await loadSession(tx, hashSecret(secret));
    if (!session || session.expiresAt <= ctx.now) return null;
    const expiresAt = extendedExpiry(ctx.now, session.createdAt, settings().SESSION_MINUTES);
    if (!expiresAt) return null;
    await extendSession(tx, session.id, expiresAt);
    return expiresInMinutes(expiresAt, ctx.now);
  });
}

/** Ends one session; ending it again changes nothing. */
export async function endSession({ db }: Ctx, secret: string): Promise<void> {
  await transaction(db, (tx) => deleteSession(tx, hashSecret(secret)));
}

/** Ends every session of an account but one. */
export async function endOtherSessions(tx: Tx, accountId: string, keepId: string | null): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, accountId), keepId ? ne(sessions.id, keepId) : undefined));
}
