import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { hideEmail, normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import { LOGIN_CODE_TRIES, MAGIC_LINK_MINUTES } from '@/domain/link';
import type { Locale } from '@/domain/locale';
import { localePath, ownPath } from '@/locales/paths';
import type { magicLinkElsewhereAnswer } from '@/schemas/answers/log-in';
import { countMailRequest } from './mail-limits';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { accounts, oneTimeTokens } from '../db/schema';
import { countEnumeration } from '../platform/counters';
import { queueMessage } from '../lifecycle/outbox';
import { siteUrl } from '../platform/site-url';
import { lockSubscriptionOf } from '../lifecycle/locks';
import { findOwnDevice } from './devices';
import { recordFailure } from './activity';
import { startLogIn } from './start-log-in';
import { endEarlierAccess, isFirstProof } from './first-proof';
import type { Caller } from '../platform/caller';
import { findIdentity, lockLineOwner } from './line-identity';
import { isLoginCode, loginCodeOf, newLoginCode } from './login-code';
import {
  findToken,
  linkOver,
  lockLatestToken,
  newLinkSecret,
  takeFoundToken,
  writeToken,
  findAddressee,
  type OneTimeToken,
} from './one-time-tokens';
import { hashSecret } from './session';
import { countMisses, countThrottled, enumerationBy, releaseUses, strangerMail } from '../platform/throttle';

type Entrant = Caller & { earlier: string | null };
type Account = typeof accounts.$inferSelect;

const codeExpired = () => new AppError('TOKEN_EXPIRED', { reason: 'login_link' });

const linkExpired = (ctx: Ctx, token: string) => linkOver(ctx.db, 'magic_link', token, 'login_link');

/**
 * Mails a link and a six-digit code, valid for one log-in within 15 minutes. Invalidates the account's earlier links. A
 * request from an unknown device does not invalidate the links of known devices. Known devices have their own rate
 * limit.
 * @param input `next` is added to the link if it is a path of this site
 * @returns `browserSecret`: the secret for the cookie of the requesting browser
 * @throws AppError EMAIL_UNKNOWN, THROTTLED
 */
export async function requestMagicLink(
  ctx: Ctx,
  input: { email: string; next?: string },
  caller: Caller,
): Promise<{ browserSecret: string; expiresInMinutes: number }> {
  const email = normaliseEmail(input.email);
  const enumeration = enumerationBy(caller);
  const { isKnown } = await countMailRequest(ctx, 'magic_link', email, { caller, more: enumeration });
  const browserSecret = newLinkSecret();
  const sent = await transaction(ctx.db, (tx) =>
    sendLink(tx, ctx.now, { email, next: input.next, browserSecret, isKnown }),
  );
  // Without an account, no mail was sent. With an account, the response did not reveal an unknown e-mail.
  if (!isKnown) await releaseUses(ctx.db, sent ? enumeration : [strangerMail(email)]);
  if (sent === null) {
    countEnumeration();
    throw new AppError('EMAIL_UNKNOWN');
  }
  return { browserSecret, expiresInMinutes: MAGIC_LINK_MINUTES };
}

async function sendLink(
  tx: Tx,
  now: Date,
  requested: { email: string; next?: string; browserSecret: string; isKnown: boolean },
): Promise<true | null> {
  const known = await findByEmail(tx, requested.email);
  if (!known) return null;
  await lockSubscriptionOf(tx, known.id);
  // Reads again after locking: the e-mail may have changed, or the account been deleted.
  const account = await findByEmail(tx, requested.email);
  if (account?.id !== known.id) return null;
  const { id, link, code } = await writeMagicLink(tx, now, account, {
    hours: MAGIC_LINK_MINUTES / 60,
    next: requested.next,
    browserHash: hashSecret(requested.browserSecret),
    fromKnownDevice: requested.isKnown,
  });
  await queueMessage(tx, now, {
    kind: 'magic_link',
    accountId: account.id,
    dedupeKey: `magic_link:${id}`,
    asked: true,
    payload: { firstName: account.firstName, link, code },
  });
  return true;
}

/**
 * Creates a link that logs in once, with its six-digit code. The caller must hold the lock of the subscription.
 * @param given `next`: the page that it opens
 */
export async function writeMagicLink(
  tx: Tx,
  now: Date,
  account: Account,
  {
    next,
    ...given
  }: { hours: number; next?: string | undefined; browserHash?: string; fromKnownDevice: boolean },
): Promise<{ id: string; link: string; code: string }> {
  const secret = newLinkSecret();
  const { code, codeHash } = newLoginCode(secret, hashSecret(secret));
  const { id: accountId, emailNorm: email } = account;
  const token = { kind: 'magic_link', accountId, email, secret, codeHash, ...given } as const;
  const { id } = await writeToken(tx, now, token);
  return { id, link: linkOf(account, secret, next), code };
}

/**
 * Creates a link that logs a LINE user in once, for buttons of a message. It is for devices on which LINE has no automatic
 * log-in. It ends the earlier link.
 * @returns its secret; null for a LINE user without an account
 */
export async function writeLineLink(tx: Tx, now: Date, subject: string): Promise<string | null> {
  const owner = await lockLineOwner(tx, subject);
  const [account] = owner === null ? [] : await tx.select().from(accounts).where(eq(accounts.id, owner));
  if (!account) return null;
  const { id: accountId, emailNorm: email } = account;
  const browserHash = hashSecret(subject);
  const hours = MAGIC_LINK_MINUTES / 60;
  const { secret } = await writeToken(tx, now, { kind: 'line_link', accountId, email, hours, browserHash });
  return secret;
}

/** Returns the page of a link in LINE; null for one that is not valid any more. */
export async function pageOfLineLink(
  { db, now }: Ctx,
  secret: string,
  next: string,
  locale: Locale,
): Promise<string | null> {
  const link = await transaction(db, (tx) => findToken(tx, now, 'line_link', secret));
  return link && `${localePath(locale, '/login/link')}?next=${encodeURIComponent(next)}#${secret}`;
}

/** Returns a valid log-in link of a mail or of LINE. */
const findLink = async (tx: Tx, now: Date, secret: string): Promise<OneTimeToken | null> =>
  (await findToken(tx, now, 'magic_link', secret)) ?? findToken(tx, now, 'line_link', secret);

async function findByEmail(tx: Tx, emailNorm: string): Promise<Account | null> {
  const [account] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.emailNorm, emailNorm), isNull(accounts.deletedAt)));
  return account ?? null;
}

/** Returns the URL to mail. Puts the secret in the URL's fragment, which browsers do not send to servers. */
function linkOf({ locale }: Account, secret: string, next: string | undefined): string {
  const path = ownPath(next, '');
  const search = path === '' ? '' : `?next=${encodeURIComponent(path)}`;
  return siteUrl(locale, `/login/link${search}#${secret}`);
}

/**
 * Opens a log-in link. In the browser that requested the link, logs in and ends the link. In any other browser, the link
 * stays valid.
 * @returns the secret of a new session, or in any other browser the masked e-mail and the six-digit code
 * @throws AppError TOKEN_EXPIRED, THROTTLED
 */
export async function openMagicLink(
  ctx: Ctx,
  input: { token: string },
  caller: Entrant & { browserSecret: string | null },
): Promise<{ secret: string } | { elsewhere: z.output<typeof magicLinkElsewhereAnswer> }> {
  await countThrottled(ctx.db, 'linkAddress', caller.address);
  const opened = await transaction(ctx.db, async (tx) => {
    const link = await findLink(tx, ctx.now, input.token);
    const account = link && (await findAddressee(tx, link));
    if (!account) return null;
    // No browser has requested a link in LINE, so that there is none in which a code could be typed.
    if (link.kind === 'line_link') return { elsewhere: { email: hideEmail(account.email), code: '' } };
    const hasAsked = caller.browserSecret !== null && hashSecret(caller.browserSecret) === link.browserHash;
    if (hasAsked) return enter(tx, ctx.now, link, caller);
    return { elsewhere: { email: hideEmail(account.email), code: loginCodeOf(input.token, link) } };
  });
  if (opened === null) throw await linkExpired(ctx, input.token);
  return typeof opened === 'string' ? { secret: opened } : opened;
}

/**
 * Logs in with a log-in link from any browser and ends the link. Accepts the link's secret, or e-mail and code with at
 * most five attempts. An e-mail without an account or without a link gets the same error as a wrong code.
 * @param earlier the session secret in the caller's cookie; that session ends
 * @returns the secret of a new session
 * @throws AppError TOKEN_EXPIRED, LOGIN_CODE_INCORRECT, THROTTLED
 */
export async function useMagicLink(
  ctx: Ctx,
  input: { token: string } | { email: string; code: string },
  caller: Caller,
  earlier: string | null,
): Promise<string> {
  await countThrottled(ctx.db, 'linkAddress', caller.address);
  const entrant = { ...caller, earlier };
  if ('email' in input) return redeemCode(ctx, input, entrant);
  const secret = await transaction(ctx.db, async (tx) => {
    const link = await findLink(tx, ctx.now, input.token);
    return link && (link.kind === 'line_link' ? enterByLine : enter)(tx, ctx.now, link, entrant);
  });
  if (secret === null) throw await linkExpired(ctx, input.token);
  return secret;
}

async function redeemCode(
  ctx: Ctx,
  input: { email: string; code: string },
  entrant: Entrant,
): Promise<string> {
  const email = normaliseEmail(input.email);
  const attempt = () => transaction(ctx.db, (tx) => tryCode(tx, ctx.now, { ...input, email }, entrant));
  const isKnown = (await findOwnDevice(ctx, entrant.deviceCookie, email)) !== null;
  const tried = isKnown ? await attempt() : await countMisses(ctx.db, enumerationBy(entrant), attempt);
  if (tried === null) return refuseUnknown(ctx.db, email);
  if (typeof tried === 'string') return tried;
  throw tried;
}

/**
 * Checks a code and logs in. Returns an error instead of throwing it, so that the transaction commits the counted
 * attempt.
 * @returns the secret of a new session, an error, or null when the account has no link
 */
async function tryCode(
  tx: Tx,
  now: Date,
  { email, code }: { email: string; code: string },
  entrant: Entrant,
): Promise<string | AppError | null> {
  const account = await findByEmail(tx, email);
  if (!account) return null;
  await lockSubscriptionOf(tx, account.id);
  const link = await lockLatestToken(tx, account.id, 'magic_link');
  if (!link) return null;
  // Only a caller with the code learns that the link was used.
  if (link.usedAt !== null && isLoginCode(link, code))
    return new AppError('TOKEN_EXPIRED', { reason: 'link_used' });
  if (link.usedAt !== null || link.expiresAt <= now) return codeExpired();
  const counted = await tx
    .update(oneTimeTokens)
    .set({ tries: sql`${oneTimeTokens.tries} + 1` })
    .where(and(eq(oneTimeTokens.id, link.id), lt(oneTimeTokens.tries, LOGIN_CODE_TRIES)))
    .returning({ id: oneTimeTokens.id });
  if (counted.length === 0) return codeExpired();
  if (!isLoginCode(link, code)) {
    await recordFailure(tx, now, account.id, entrant.device);
    return new AppError('LOGIN_CODE_INCORRECT');
  }
  return (await enter(tx, now, link, entrant)) ?? codeExpired();
}

/**
 * Throws the same errors for an e-mail without a link as for a wrong code. Also allows five attempts, so that the
 * response does not reveal whether a link exists.
 * @throws AppError LOGIN_CODE_INCORRECT; TOKEN_EXPIRED after the last attempt
 */
async function refuseUnknown(db: Db, email: string): Promise<never> {
  try {
    await countThrottled(db, 'magicCode', email);
  } catch (error) {
    throw error instanceof AppError && error.code === 'THROTTLED' ? codeExpired() : error;
  }
  throw new AppError('LOGIN_CODE_INCORRECT');
}

/**
 * Ends a log-in link, logs in and marks the e-mail as verified.
 * @returns the secret of a new session; null when the link is no longer valid or its account was deleted
 */
async function enter(
  tx: Tx,
  now: Date,
  link: OneTimeToken,
  { earlier, ...caller }: Entrant,
): Promise<string | null> {
  await lockSubscriptionOf(tx, link.accountId);
  const account = await findAddressee(tx, link);
  if (!account || !(await takeFoundToken(tx, now, link))) return null;
  if (await isFirstProof(tx, now, account, earlier)) await endEarlierAccess(tx, now, account);
  const secret = await startLogIn(tx, now, account, { method: 'magic_link', caller, earlier });
  // A user who can read the mail has proven the e-mail.
  await tx
    .update(accounts)
    .set({ emailVerifiedAt: account.emailVerifiedAt ?? now, failedEmailNorm: null })
    .where(eq(accounts.id, account.id));
  return secret;
}

/** Ends a link in LINE and logs in, if its LINE user is still linked with the account. It proves no e-mail. */
async function enterByLine(
  tx: Tx,
  now: Date,
  link: OneTimeToken,
  { earlier, ...caller }: Entrant,
): Promise<string | null> {
  await lockSubscriptionOf(tx, link.accountId);
  const account = await findAddressee(tx, link);
  const line = await findIdentity(tx, link.accountId);
  if (!account || !line || hashSecret(line.subject) !== link.browserHash) return null;
  if (!(await takeFoundToken(tx, now, link))) return null;
  return startLogIn(tx, now, account, { method: 'line', caller, earlier });
}
