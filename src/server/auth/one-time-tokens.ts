import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Undo } from '@/domain/link';
import type { Tx } from '../db';
import { accounts, oneTimeTokens } from '../db/schema';
import { newId } from '../platform/ids';
import { hashSecret } from './session';

/** A "this was not me" link does not end with the others, because an attacker would end it first. */
const TOKEN_KINDS = ['verify_email', 'magic_link', 'password_reset', 'email_change'] as const;
type TokenKind = (typeof TOKEN_KINDS)[number] | 'not_me';

export type OneTimeToken = typeof oneTimeTokens.$inferSelect;

/** Returns a secret of 256 bits for a link or a cookie. */
export function newLinkSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Creates a one-time link. Earlier links of the same kind end, except "this was not me" links. A link that a stranger
 * requested (`fromKnownDevice` false) does not end those of a known device.
 * @param token `email`: the address as typed; `secret`: generated unless other stored data depends on it
 * @returns the row's id, and the secret, of which only the hash is stored
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

function endEarlierTokens(
  tx: Tx,
  { kind, accountId, fromKnownDevice }: { kind: TokenKind; accountId: string; fromKnownDevice?: boolean },
): Promise<void> {
  return endTokens(
    tx,
    accountId,
    [kind],
    fromKnownDevice === false ? eq(oneTimeTokens.fromKnownDevice, false) : undefined,
  );
}

/** Ends the unused links of these kinds. */
export async function endTokens(
  tx: Tx,
  accountId: string,
  kinds: readonly TokenKind[],
  only?: SQL,
): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.accountId, accountId),
        inArray(oneTimeTokens.kind, [...kinds]),
        isNull(oneTimeTokens.usedAt),
        only,
      ),
    );
}

/** Ends all unused links of an account. */
export function endAllTokens(tx: Tx, accountId: string): Promise<void> {
  return endTokens(tx, accountId, TOKEN_KINDS);
}

function isLive(kind: TokenKind, secret: string, now: Date) {
  return and(
    eq(oneTimeTokens.tokenHash, hashSecret(secret)),
    eq(oneTimeTokens.kind, kind),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now),
  );
}

/** Returns a valid link without using it up. */
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

/** Returns the account of a valid link without using it up. */
export async function findTokenOwner(
  tx: Tx,
  now: Date,
  kind: TokenKind,
  secret: string,
): Promise<string | null> {
  return (await findToken(tx, now, kind, secret))?.accountId ?? null;
}

/** Returns the latest link of a kind, valid or not, locked. */
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

/** Uses a link up. Of concurrent callers one gets the row and the others null. */
export async function takeToken(tx: Tx, now: Date, kind: TokenKind, secret: string) {
  const [token] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(isLive(kind, secret, now))
    .returning();
  return token ?? null;
}

/**
 * Uses up a link that was found before.
 * @returns false when a concurrent caller used it first
 */
export async function takeFoundToken(tx: Tx, now: Date, { id }: OneTimeToken): Promise<boolean> {
  const taken = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.id, id), isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, now)))
    .returning({ id: oneTimeTokens.id });
  return taken.length > 0;
}

/** Returns the account of a link if the address it was sent to is still the account's. */
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
