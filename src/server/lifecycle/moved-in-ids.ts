import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../db';
import { importRows, imports } from '../db/schema';
import { keyedHash, keyedHashes } from '../platform/keyed-hash';

/* Some earlier systems have the e-mail as the id of a subscription. Of a deleted account only an HMAC of the id stays. */

const valueOf = (source: string, externalId: string) => `moved in ${source} ${externalId}`;

/** Returns what the ids of a source become when their accounts are deleted, with the id of each. */
export const deletedIdsOf = (source: string, ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    ids.flatMap((id) =>
      keyedHashes('former customer', valueOf(source, id)).map((hash): [string, string] => [hash, id]),
    ),
  );

/**
 * Replaces the ids of an account in earlier systems, in all files that name them. They still keep its subscription from
 * moving in again.
 */
export async function eraseExternalIds(tx: Tx, accountId: string): Promise<void> {
  const rows = await tx
    .selectDistinct({ source: importRows.source, id: importRows.externalId })
    .from(importRows)
    .where(eq(importRows.accountId, accountId));
  for (const { source, id } of rows) {
    if (id === null) continue;
    const files = tx.select({ id: imports.id }).from(imports).where(eq(imports.source, source));
    await tx
      .update(importRows)
      .set({ externalId: keyedHash('former customer', valueOf(source, id)) })
      .where(and(inArray(importRows.importId, files), eq(importRows.externalId, id)));
  }
}
