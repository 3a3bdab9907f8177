import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { secretsFor } from '../platform/app-secret';
import type { Ctx } from '../platform/context';
import { accounts, sessions } from '../db/schema';
import { hasProvenEmail } from './proven-email';
import { hashSecret } from './session';

/* Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): failed log-ins of a known browser have their own limit, so that guesses of strangers do not block the owner. The cookie has an entry `nonce.email.owner` for each of the last four accounts. E-mail and owner are signatures, so the cookie reveals no e-mail and no account id. The verification of an e-mail makes earlier entries invalid, because a stranger may have registered with this e-mail. */
const ACCOUNTS_MAX = 4;
const ENTRY_SHAPE = /^[\w-]{22}\.[\w-]{22}\.[\w-]{22}$/;

/** A browser from which an account has logged in. */
export interface Device {
  /** A random id that distinguishes this browser from the account's other browsers. */
  nonce: string;
  /** Whether the cookie entry was written for this account. False for an earlier account with the same e-mail. */
  isOf: (account: Owner | undefined) => boolean;
}

/** The account columns that the owner signature of a cookie entry covers. */
interface Owner {
  id: string;
  emailVerifiedAt: Date | null;
}

type KnownAccount = Owner & { emailNorm: string };

/** Returns the device of a normalised e-mail from the cookie; null without a valid entry. Runs no query. */
export function findDevice(cookie: string | null, emailNorm: string): Device | null {
  for (const entry of entriesOf(cookie)) {
    const [nonce = '', email = '', owner = ''] = entry.split('.');
    const secret = secretsFor('device cookie').find((one) =>
      isSame(email, sign(one, 'email', nonce, emailNorm)),
    );
    if (secret === undefined) continue;
    const isOf = (account?: Owner) =>
      account !== undefined && isSame(owner, signOwner(secret, nonce, account));
    return { nonce, isOf };
  }
  return null;
}

/**
 * Returns the browser's device if the present account of an e-mail has logged in from this browser; null otherwise. The
 * account needs a verified e-mail or a paid order, because a stranger may have registered with this e-mail. Runs no
 * query when the cookie has no entry for the e-mail.
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

/** Returns the new value of the device cookie after a log-in: an entry of this account, then up to three others. */
export function rememberDevice(cookie: string | null, { emailNorm, ...owner }: KnownAccount): string {
  const known = findDevice(cookie, emailNorm);
  const nonce = known?.isOf(owner) ? known.nonce : randomBytes(16).toString('base64url');
  const others = entriesOf(cookie).filter((entry) => !isFor(entry, emailNorm));
  const [secret] = secretsFor('device cookie');
  const own = [nonce, sign(secret, 'email', nonce, emailNorm), signOwner(secret, nonce, owner)].join('.');
  return [own, ...others].slice(0, ACCOUNTS_MAX).join('~');
}

/** Returns the account of a session secret; null when the session does not exist. */
export async function ownerOf({ db }: Ctx, secret: string): Promise<KnownAccount | null> {
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

/** Returns the first 132 bits of an HMAC. Derives a key from the secret for device cookies only. */
function sign(secret: string, what: 'email' | 'owner', nonce: string, value: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'device cookie', 32));
  return createHmac('sha256', key).update(`${what} ${nonce} ${value}`).digest('base64url').slice(0, 22);
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
