import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { settings } from '@/env';
import type { Ctx } from '../platform/context';
import { accounts, sessions } from '../db/schema';
import { hasProvenEmail } from './proven-email';
import { hashSecret } from './session';

/*
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that somebody has logged in
 * from is counted by itself, so that a stranger's guesses pause strangers and never the person. The cookie has an
 * entry `nonce.email.owner` for each of the last accounts; the two signatures tell nobody whose they are. An entry from
 * before its e-mail was verified is a stranger's afterwards: whoever registered with somebody's address collected it.
 */
const ACCOUNTS_MAX = 4;
const ENTRY_SHAPE = /^[\w-]{22}\.[\w-]{22}\.[\w-]{22}$/;

/** A browser that an account has been logged in from. */
export interface Device {
  /** Tells this browser from the account's others. */
  nonce: string;
  /** Whether it was this account as it is, and not one that had the same e-mail before. */
  isOf: (account: Owner | undefined) => boolean;
}

/** Whose a browser may be. */
interface Owner {
  id: string;
  emailVerifiedAt: Date | null;
}

type Entrant = Owner & { emailNorm: string };

/** The cookie's entry for an e-mail, as it is compared; null for a browser nobody has logged in from by that. No query. */
export function findDevice(cookie: string | null, emailNorm: string): Device | null {
  for (const entry of entriesOf(cookie)) {
    const [nonce = '', email = '', owner = ''] = entry.split('.');
    const secret = settings().APP_SECRET.find((one) => isSame(email, sign(one, 'email', nonce, emailNorm)));
    if (secret === undefined) continue;
    const isOf = (account?: Owner) =>
      account !== undefined && isSame(owner, signOwner(secret, nonce, account));
    return { nonce, isOf };
  }
  return null;
}

/**
 * Returns the device if the account that has this e-mail now was logged in from it. The e-mail must be verified or an
 * order paid: otherwise the account may be that of a stranger who registered with somebody else's address. Without an
 * entry in the cookie no query is made.
 */
export async function findOwnDevice(
  { db }: Ctx,
  cookie: string | null | undefined,
  emailNorm: string,
): Promise<Device | null> {
  const device = findDevice(cookie ?? null, emailNorm);
  if (!device) return null;
  const [account] = await db
    .select({ id: accounts.id, emailVerifiedAt: accounts.emailVerifiedAt })
    .from(accounts)
    .where(and(eq(accounts.emailNorm, emailNorm), isNull(accounts.deletedAt), hasProvenEmail()));
  return device.isOf(account) ? device : null;
}

/** The cookie's new value after a log-in: that account comes first, and of the others the three most lately used stay. */
export function rememberDevice(cookie: string | null, { emailNorm, ...owner }: Entrant): string {
  const known = findDevice(cookie, emailNorm);
  const nonce = known?.isOf(owner) ? known.nonce : randomBytes(16).toString('base64url');
  const others = entriesOf(cookie).filter((entry) => !isFor(entry, emailNorm));
  const [secret = ''] = settings().APP_SECRET;
  const own = [nonce, sign(secret, 'email', nonce, emailNorm), signOwner(secret, nonce, owner)].join('.');
  return [own, ...others].slice(0, ACCOUNTS_MAX).join('~');
}

/** Whose session a secret has just begun; null when it has ended already. */
export async function ownerOf({ db }: Ctx, secret: string): Promise<Entrant | null> {
  const [row] = await db
    .select({ id: accounts.id, emailNorm: accounts.emailNorm, emailVerifiedAt: accounts.emailVerifiedAt })
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

function signOwner(secret: string, nonce: string, { id, emailVerifiedAt }: Owner): string {
  return sign(secret, 'owner', nonce, emailVerifiedAt ? `${id} verified` : id);
}

/** 132 bits of an HMAC with a key of its own. */
function sign(secret: string, what: 'email' | 'owner', nonce: string, value: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'device cookie', 32));
  return createHmac('sha256', key).update(`${what} ${nonce} ${value}`).digest('base64url').slice(0, 22);
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
