import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { settings } from '@/env';
import type { Ctx } from '../context';
import { accounts, sessions } from '../db/schema';
import { hashSecret } from './session';

/*
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that somebody has logged in
 * from is counted by itself, so that a stranger's guesses pause strangers and never the person. The cookie has an
 * entry `nonce.email.owner` for each of the last accounts; the two signatures tell nobody whose they are.
 */
const ACCOUNTS_MAX = 4;
const ENTRY_SHAPE = /^[\w-]{22}\.[\w-]{22}\.[\w-]{22}$/;

/** A browser that an account has been logged in from. */
export interface Device {
  /** Tells this browser from the account's others. */
  nonce: string;
  /** Whether it was this account, and not one that had the same e-mail before. */
  isOf: (accountId: string | undefined) => boolean;
}

interface Owner {
  id: string;
  emailNorm: string;
}

/** The cookie's entry for an e-mail, as it is compared; null for a browser nobody has logged in from by that. No query. */
export function findDevice(cookie: string | null, emailNorm: string): Device | null {
  for (const entry of entriesOf(cookie)) {
    const [nonce = '', email = '', owner = ''] = entry.split('.');
    if (!isSame(email, sign('email', nonce, emailNorm))) continue;
    return { nonce, isOf: (id) => id !== undefined && isSame(owner, sign('owner', nonce, id)) };
  }
  return null;
}

/** The cookie's new value after a log-in: that account comes first, and of the others the three most lately used stay. */
export function rememberDevice(cookie: string | null, { id, emailNorm }: Owner): string {
  const known = findDevice(cookie, emailNorm);
  const nonce = known?.isOf(id) ? known.nonce : randomBytes(16).toString('base64url');
  const others = entriesOf(cookie).filter((entry) => !isFor(entry, emailNorm));
  const own = [nonce, sign('email', nonce, emailNorm), sign('owner', nonce, id)].join('.');
  return [own, ...others].slice(0, ACCOUNTS_MAX).join('~');
}

/** Whose session a secret has just begun; null when it has ended already. */
export async function ownerOf({ db }: Ctx, secret: string): Promise<Owner | null> {
  const [row] = await db
    .select({ id: accounts.id, emailNorm: accounts.emailNorm })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .where(eq(sessions.id, hashSecret(secret)));
  return row ?? null;
}

function entriesOf(cookie: string | null): string[] {
  return (cookie ?? '')
    .split('~')
    .filter((entry) => ENTRY_SHAPE.test(entry))
    .slice(0, ACCOUNTS_MAX);
}

function isFor(entry: string, emailNorm: string): boolean {
  return findDevice(entry, emailNorm) !== null;
}

/** 132 bits of an HMAC with a key of its own. */
function sign(what: 'email' | 'owner', nonce: string, value: string): string {
  const key = Buffer.from(hkdfSync('sha256', settings().APP_SECRET, '', 'device cookie', 32));
  return createHmac('sha256', key).update(`${what} ${nonce} ${value}`).digest('base64url').slice(0, 22);
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
