import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { Lucia, generateIdFromEntropySize } from 'lucia';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import type { Locale } from '@/domain/locale';
import type { LogInMethod } from '@/domain/session';
import { queryRows } from '../db/query-rows';
import { columnShape } from '../db/row-shapes';
import type { Db, Tx } from '../db';
import { accounts, sessions } from '../db/schema';

const SECRET_SHAPE = /^[\w-]{8,128}$/;

function isSecure(): boolean {
  return settings().SITE_URL.startsWith('https:');
}

/**
 * Returns the name of the session cookie. On HTTPS the name has the prefix `__Host-`, so that no other host of the
 * domain can set the cookie.
 */
export function sessionCookieName(): string {
  return isSecure() ? '__Host-session' : 'session';
}

/**
 * Returns Lucia and its database adapter, for cookies and for writing sessions. Lucia's `validateSession` must not be
 * used: it extends the session, which only GET /api/refresh may do. Only this file imports Lucia.
 */
function lucia(db: Db | Tx) {
  const adapter = new DrizzlePostgreSQLAdapter(db, sessions, accounts);
  const instance = new Lucia(adapter, {
    sessionCookie: {
      name: sessionCookieName(),
      // Only the expiry time in the database ends a session, because pages cannot renew the cookie.
      expires: false,
      attributes: { secure: isSecure(), sameSite: 'lax', path: '/' },
    },
  });
  return { adapter, instance };
}

/** Returns a new random session secret of 200 bits for the session cookie. */
export function newSessionSecret(): string {
  return generateIdFromEntropySize(25);
}

/**
 * Stores a new session.
 * @param session `id` is the hash of the session's secret; `device` is the `User-Agent` header
 */
export async function storeSession(
  tx: Tx,
  session: {
    id: string;
    accountId: string;
    createdAt: Date;
    expiresAt: Date;
    device: string | null;
    method: LogInMethod;
    passkeyId: string | null;
  },
): Promise<void> {
  await lucia(tx).adapter.setSession({
    id: session.id,
    userId: session.accountId,
    expiresAt: session.expiresAt,
    attributes: {
      createdAt: session.createdAt,
      device: session.device,
      method: session.method,
      passkeyId: session.passkeyId,
    },
  });
}

const sessionRow = z.object({
  account_id: z.string(),
  created_at: columnShape(sessions.createdAt),
  expires_at: columnShape(sessions.expiresAt),
  method: columnShape(sessions.method),
  locale: columnShape(accounts.locale),
  is_registering: z.boolean(),
});

const BY_ID = `select s.account_id, s.created_at, s.expires_at, s.method, a.locale,
    coalesce(p.status = 'awaiting_payment' and p.activated_at is null, true) as is_registering
  from sessions s join accounts a on a.id = s.account_id left join subscriptions p on p.account_id = a.id
  where s.id = $1 and a.deleted_at is null`;

/**
 * Returns a session with its account's language, also an expired session. Null when the session does not exist or the
 * account was deleted. Uses one prepared query instead of Lucia's slower adapter, because every request calls this.
 */
export async function loadSession(db: Db | Tx, id: string) {
  const [row] = await queryRows(db, sessionRow, { text: BY_ID, params: [id] });
  if (!row) return null;
  const [createdAt, expiresAt] = [new Date(row.created_at), new Date(row.expires_at)];
  const { account_id: accountId, is_registering: isRegistering, locale, method } = row;
  return { id, accountId, locale, method, isRegistering, createdAt, expiresAt };
}

export async function extendSession(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await lucia(tx).adapter.updateSessionExpiration(id, expiresAt);
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await lucia(tx).adapter.deleteSession(id);
}

/** Returns the `Set-Cookie` header for a session's secret. */
export function sessionCookie(db: Db, secret: string): string {
  return lucia(db).instance.createSessionCookie(secret).serialize();
}

/** Returns the `Set-Cookie` header that deletes the session cookie. */
export function blankSessionCookie(db: Db): string {
  return lucia(db).instance.createBlankSessionCookie().serialize();
}

/**
 * Returns the session secret from a `Cookie` header; null when it is missing or malformed. Does not use Lucia's parser,
 * which throws for any cookie that is not URL-encoded.
 */
export function readSessionCookie(cookieHeader: string): string | null {
  const name = sessionCookieName();
  const own = cookieHeader.split(';').map((part) => part.trim());
  const secret = own.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return secret !== undefined && SECRET_SHAPE.test(secret) ? secret : null;
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof lucia>['instance'];
    DatabaseSessionAttributes: {
      createdAt: Date;
      device: string | null;
      method: LogInMethod;
      passkeyId: string | null;
    };
    DatabaseUserAttributes: { locale: Locale; deletedAt: Date | null };
  }
}
