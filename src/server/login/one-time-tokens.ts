import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import { AppError, type ErrorDetails } from '@/domain/errors';
import type { Undo } from '@/domain/link';
import type { Db, Tx } from '../db';
import { accounts, calendarFeeds, oneTimeTokens } from '../db/schema';
import { endOrderLinks } from '../lifecycle/order-links';
import { withdrawMessages } from '../lifecycle/outbox';
import { newId } from '../platform/ids';
import { hashSecret } from './session';

/** The kinds of link that `endMailedLinks` ends. Excludes "this was not me" links: an attacker must not end them. */
const TOKEN_KINDS = ['verify_email', 'magic_link', 'line_link', 'password_reset', 'email_change'] as const;
type TokenKind = (typeof TOKEN_KINDS)[number] | 'not_me';

export type OneTimeToken = typeof oneTimeTokens.$inferSelect;

/** Returns a secret of 256 bits for a link or a cookie. */
export function newLinkSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Creates a one-time link and ends earlier links of the same kind. A "this was not me" link ends no links. A link with
 * `fromKnownDevice` false does not end links that a known device requested.
 * @param token `email`: as typed for an e-mail change, else normalised; `hours`: the validity of the link; `secret`:
 *   generated if missing
 * @returns the row's id and the secret; only the hash of the secret is stored
 */
export async function writeToken(
  tx: Tx,
  now: Date,
  token: {
    kind: TokenKind;
    accountId: string;
    email: string;
    hours: number;
    secret?: string;
    codeHash?: string;
    browserHash?: string;
    fromKnownDevice?: boolean;
    undo?: Undo;
  },
): Promise<{ id: string; secret: string }> {
  const { hours, secret = newLinkSecret(), ...row } = token;
  if (token.kind !== 'not_me') await endEarlierTokens(tx, token);
  const id = newId('token');
  const expiresAt = new Date(now.getTime() + hours * 3_600_000);
  await tx
    .insert(oneTimeTokens)
    .values({ id, ...row, tokenHash: hashSecret(secret), createdAt: now, expiresAt });
  return { id, secret };
}

async function endEarlierTokens(
  tx: Tx,
  { kind, accountId, fromKnownDevice }: { kind: TokenKind; accountId: string; fromKnownDevice?: boolean },
): Promise<void> {
  await endTokens(
    tx,
    accountId,
    [kind],
    fromKnownDevice === false ? eq(oneTimeTokens.fromKnownDevice, false) : undefined,
  );
}

/**
 * Ends the account's unused links of the given kinds.
 * @param only an additional SQL condition on the links to end
 * @returns the ended links
 */
export async function endTokens(
  tx: Tx,
  accountId: string,
  kinds: readonly TokenKind[],
  only?: SQL,
): Promise<{ id: string; kind: string }[]> {
  return tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.accountId, accountId),
        inArray(oneTimeTokens.kind, [...kinds]),
        isNull(oneTimeTokens.usedAt),
        only,
      ),
    )
    .returning({ id: oneTimeTokens.id, kind: oneTimeTokens.kind });
}

/**
 * Ends the links in all mails to an account: unused links that log in or change the account, and the links of orders.
 * Ends the calendar feed too. The reader of any of them may no longer be the account's owner. A mail that only brings such
 * a link is not sent. "This was not me" links and payment links stay.
 * @param except a kind of link that stays
 */
export async function endMailedLinks(
  tx: Tx,
  now: Date,
  accountId: string,
  except?: TokenKind,
): Promise<void> {
  const ended = await endTokens(
    tx,
    accountId,
    TOKEN_KINDS.filter((kind) => kind !== except),
  );
  await withdrawMessages(
    tx,
    ended.map(({ id, kind }) => `${kind === 'email_change' ? 'email_change_confirm' : kind}:${id}`),
  );
  await endOrderLinks(tx, now, accountId);
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.accountId, accountId));
}

function isLive(kind: TokenKind, secret: string, now: Date) {
  return and(
    eq(oneTimeTokens.tokenHash, hashSecret(secret)),
    eq(oneTimeTokens.kind, kind),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now),
  );
}

/** Returns a valid link and does not end it; null when the link does not exist, was used or has expired. */
export async function findToken(
  tx: Tx,
  now: Date,
  kind: TokenKind,
  secret: string,
): Promise<OneTimeToken | null> {
  const [row] = await tx
    .select()
    .from(oneTimeTokens)
    .where(isLive(kind, secret, now));
  return row ?? null;
}

/**
 * Returns the error for a link that is not valid: TOKEN_EXPIRED, with the reason `link_used` if the link was used.
 * @param reason the reason for any other link
 */
export async function linkOver(
  db: Db | Tx,
  kind: TokenKind,
  secret: string,
  reason?: ErrorDetails['reason'],
): Promise<AppError> {
  const [row] = await db
    .select({ usedAt: oneTimeTokens.usedAt })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.tokenHash, hashSecret(secret)), eq(oneTimeTokens.kind, kind)));
  return new AppError('TOKEN_EXPIRED', { reason: row?.usedAt ? 'link_used' : reason });
}

/** Returns the account id of a valid link and does not end the link; null as for `findToken`. */
export async function findTokenOwner(
  tx: Tx,
  now: Date,
  kind: TokenKind,
  secret: string,
): Promise<string | null> {
  return (await findToken(tx, now, kind, secret))?.accountId ?? null;
}

/** Locks and returns the account's latest link of a kind, also a used or expired link; null without a link. */
export async function lockLatestToken(
  tx: Tx,
  accountId: string,
  kind: TokenKind,
): Promise<OneTimeToken | null> {
  const [row] = await tx
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.kind, kind)))
    .orderBy(desc(oneTimeTokens.createdAt), desc(oneTimeTokens.id))
    .limit(1)
    .for('update');
  return row ?? null;
}

/**
 * Marks a link as used and returns its row; null when the link does not exist, was used or has expired. Only the first
 * of several concurrent callers gets the row.
 */
export async function takeToken(tx: Tx, now: Date, kind: TokenKind, secret: string) {
  const [token] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(isLive(kind, secret, now))
    .returning();
  return token ?? null;
}

/**
 * Marks a link as used that `findToken` or `lockLatestToken` returned.
 * @returns false when the link has expired or a concurrent caller used it first
 */
export async function takeFoundToken(tx: Tx, now: Date, { id }: OneTimeToken): Promise<boolean> {
  const taken = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.id, id), isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, now)))
    .returning({ id: oneTimeTokens.id });
  return taken.length > 0;
}

/**
 * Returns the account of a link; null when the account was deleted or has changed the e-mail to which the link was sent.
 */
export async function findAddressee(
  tx: Tx,
  { accountId, email }: OneTimeToken,
): Promise<typeof accounts.$inferSelect | null> {
  if (email === null) return null;
  const [account] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.emailNorm, email), isNull(accounts.deletedAt)));
  return account ?? null;
}
