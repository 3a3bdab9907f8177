import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { Lucia, generateIdFromEntropySize } from 'lucia';
import { settings } from '@/env';
import type { Locale } from '@/domain/locale';
import type { Db, Tx } from '../db/client';
import { accounts, sessions } from '../db/schema';

const SECRET_SHAPE = /^[\w-]{8,128}$/;

function isSecure(): boolean {
  return settings().SITE_URL.startsWith('https:');
}

function cookieName(): string {
  return isSecure() ? '__Host-session' : 'session';
}

/**
 * The only file that imports Lucia. What is used of it: ids, the cookie, and the adapter's rows. Its
 * `validateSession` is not: it extends a session by itself, and only GET /api/refresh may.
 */
function lucia(db: Db | Tx) {
  const adapter = new DrizzlePostgreSQLAdapter(db, sessions, accounts);
  const instance = new Lucia(adapter, {
    sessionCookie: {
      name: cookieName(),
      // The row decides how long a session lives; a page can't renew a cookie.
      expires: false,
      attributes: { secure: isSecure(), sameSite: 'lax', path: '/' },
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
  const { createdAt } = session.attributes;
  const { locale, deletedAt } = account.attributes;
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

/**
 * The secret in a `Cookie` header; null when there is none or it can't be one of ours. Lucia's own reading fails on
 * any cookie of anybody's that is not URL-encoded.
 */
export function readSessionCookie(cookieHeader: string): string | null {
  const name = cookieName();
  const own = cookieHeader.split(';').map((part) => part.trim());
  const secret = own.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return secret !== undefined && SECRET_SHAPE.test(secret) ? secret : null;
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof lucia>['instance'];
    DatabaseSessionAttributes: { createdAt: Date; device: string | null };
    DatabaseUserAttributes: { locale: Locale; deletedAt: Date | null };
  }
}
