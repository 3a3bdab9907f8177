import { and, eq, gt, gte, isNull, or, sql } from 'drizzle-orm';
import type { RemovedPasskey } from '@/domain/link';
import { isPasskeyNew, NEW_PASSKEY_DAYS } from '@/domain/passkey';
import { DAY_MS } from '@/domain/duration';
import type { Tx } from '../../db';
import { oneTimeTokens, passkeyChallenges, passkeys } from '../../db/schema';
import type { OneTimeToken } from '../one-time-tokens';

/**
 * Undoes changes of passkeys that the account's owner did not make: deletes new passkeys, and restores those that were
 * removed since the link was sent. Does not restore a passkey that was new: an attacker may have added it.
 */
export async function undoPasskeyChanges(tx: Tx, now: Date, link: OneTimeToken): Promise<void> {
  const { accountId } = link;
  const newSince = new Date(now.getTime() - NEW_PASSKEY_DAYS * DAY_MS);
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.subject, accountId));
  await tx.delete(passkeys).where(and(eq(passkeys.accountId, accountId), gt(passkeys.createdAt, newSince)));
  const restored = (await findRemoved(tx, link)).filter((one) => !isPasskeyNew(new Date(one.createdAt), now));
  if (restored.length === 0) return;
  await tx
    .insert(passkeys)
    .values(
      restored.map(({ createdAt, lastUsedAt, ...passkey }) => ({
        ...passkey,
        accountId,
        createdAt: new Date(createdAt),
        lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
      })),
    )
    .onConflictDoNothing();
}

/** Returns the passkeys that unused "this was not me" links since the given one would restore. */
async function findRemoved(tx: Tx, link: OneTimeToken): Promise<RemovedPasskey[]> {
  const rows = await tx
    .select({ undo: oneTimeTokens.undo })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.accountId, link.accountId),
        eq(oneTimeTokens.kind, 'not_me'),
        sql`${oneTimeTokens.undo} ->> 'change' = 'passkey_removed'`,
        gte(oneTimeTokens.createdAt, link.createdAt),
        or(isNull(oneTimeTokens.usedAt), eq(oneTimeTokens.id, link.id)),
      ),
    );
  return rows.flatMap(({ undo }) => (undo?.change === 'passkey_removed' ? [undo.passkey] : []));
}
