import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../db/client';
import { oneTimeTokens } from '../db/schema';
import { newId } from '../ids';
import { hashSecret } from './session';

type TokenKind = 'verify_email' | 'magic_link' | 'password_reset' | 'email_change';

/**
 * Writes a link that works once; those of the same kind that were sent before it end.
 * @param email the address that the link is about, as it was typed.
 * @returns the row's id, and the secret, of which only the hash is stored.
 */
export async function writeToken(
  tx: Tx,
  now: Date,
  token: { kind: TokenKind; accountId: string; email: string; hours: number },
): Promise<{ id: string; secret: string }> {
  const { hours, ...row } = token;
  await endTokens(tx, token.accountId, [token.kind]);
  const id = newId('token');
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + hours * 3_600_000);
  await tx
    .insert(oneTimeTokens)
    .values({ id, ...row, tokenHash: hashSecret(secret), createdAt: now, expiresAt });
  return { id, secret };
}

/** Ends the links of these kinds that nobody has opened yet. */
export async function endTokens(tx: Tx, accountId: string, kinds: TokenKind[]): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.accountId, accountId),
        inArray(oneTimeTokens.kind, kinds),
        isNull(oneTimeTokens.usedAt),
      ),
    );
}

function isLive(kind: TokenKind, secret: string, now: Date) {
  return and(
    eq(oneTimeTokens.tokenHash, hashSecret(secret)),
    eq(oneTimeTokens.kind, kind),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now),
  );
}

/** Whose link this is, if it still works; it stays unopened. */
export async function findTokenOwner(
  tx: Tx,
  now: Date,
  kind: TokenKind,
  secret: string,
): Promise<string | null> {
  const [row] = await tx
    .select({ accountId: oneTimeTokens.accountId })
    .from(oneTimeTokens)
    .where(isLive(kind, secret, now));
  return row?.accountId ?? null;
}

/** Uses a link up; of many who open it at once, one gets the row and the others null. */
export async function takeToken(tx: Tx, now: Date, kind: TokenKind, secret: string) {
  const [token] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(isLive(kind, secret, now))
    .returning();
  return token ?? null;
}
