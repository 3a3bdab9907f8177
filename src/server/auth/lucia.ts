import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { Lucia, generateIdFromEntropySize } from 'lucia';
import { settings } from '@/env';
import type { Locale } from '@/domain/locale';
import type { Db, Tx } from '../db/client';
import { accounts, sessions } from '../db/schema';

/**
 * The only file that imports Lucia. What is used of it: ids, the cookie, and the adapter's rows. Its
 * `validateSession` is not: it extends a session by itself, and only GET /api/refresh may.
 */
function lucia(db: Db | Tx) {
  const secure = settings().SITE_URL.startsWith('https:');
  const adapter = new DrizzlePostgreSQLAdapter(db, sessions, accounts);
  const instance = new Lucia(adapter, {
    sessionCookie: {
      name: secure ? '__Host-session' : 'session',
      // The row decides how long a session lives; a page can't renew a cookie.
      expires: false,
      attributes: { secure, sameSite: 'lax', path: '/' },
    },
  });
  return { adapter, instance };
}

/** A new session secret of 200 bits, for the cookie. */
export function newSessionSecret(): string {
  return generateIdFromEntropySize(25);
}

/** Stores a session under the hash of its secret. */
export async function storeSession(
  tx: Tx,
  session: { id: string; accountId: string; createdAt: Date; expiresAt: Date; device: string | null },
): Promise<void> {
  await lucia(tx).adapter.setSession({
    id: session.id,
    userId: session.accountId,
    expiresAt: session.expiresAt,
    attributes: { createdAt: session.createdAt, device: session.device },
  });
}

/** The session and whose it is, expired or not; null when there is none or its account has been deleted. One query. */
export async function loadSession(db: Db | Tx, id: string) {
  const [session, account] = await lucia(db).adapter.getSessionAndUser(id);
  if (!session || !account) return null;
  const { createdAt } = session.attributes as { createdAt: Date };
  const { locale, deletedAt } = account.attributes as { locale: Locale; deletedAt: Date | null };
  if (deletedAt !== null) return null;
  return { id: session.id, accountId: session.userId, locale, createdAt, expiresAt: session.expiresAt };
}

export async function extendSession(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await lucia(tx).adapter.updateSessionExpiration(id, expiresAt);
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await lucia(tx).adapter.deleteSession(id);
}

/** The `Set-Cookie` value that gives a browser its session. */
export function sessionCookie(db: Db, secret: string): string {
  return lucia(db).instance.createSessionCookie(secret).serialize();
}

/** The `Set-Cookie` value that takes it away. */
export function blankSessionCookie(db: Db): string {
  return lucia(db).instance.createBlankSessionCookie().serialize();
}

/** The secret in a `Cookie` header, or null. */
export function readSessionCookie(db: Db, cookieHeader: string): string | null {
  return lucia(db).instance.readSessionCookie(cookieHeader);
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof lucia>['instance'];
    DatabaseSessionAttributes: { createdAt: Date; device: string | null };
    DatabaseUserAttributes: { locale: Locale; deletedAt: Date | null };
  }
}
