import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { CONSENT_TEXT_VERSION, type ConsentPurpose } from '@/domain/consent';
import type { consentsAnswer } from '@/schemas/answers/account';
import type { Ctx } from '../platform/context';
import type { Db, Tx } from '../db';
import { consents } from '../db/schema';

/**
 * Records consents to the current text. If the account has already consented, even to an earlier text,
 * nothing changes.
 */
export async function recordConsents(
  tx: Tx,
  now: Date,
  accountId: string,
  purposes: readonly ConsentPurpose[],
): Promise<void> {
  const given = { accountId, textVersion: CONSENT_TEXT_VERSION, givenAt: now };
  await tx
    .insert(consents)
    .values(purposes.map((purpose) => ({ ...given, purpose })))
    .onConflictDoNothing();
}

/** Records the withdrawal of consents. The rows stay as evidence. */
export async function withdrawConsents(
  tx: Tx,
  now: Date,
  accountId: string,
  purposes: readonly ConsentPurpose[],
): Promise<void> {
  await tx
    .update(consents)
    .set({ withdrawnAt: now })
    .where(
      and(
        eq(consents.accountId, accountId),
        inArray(consents.purpose, [...purposes]),
        isNull(consents.withdrawnAt),
      ),
    );
}

/** Returns the consents that an account has given and withdrawn, oldest first. */
export function listConsents(db: Db | Tx, accountId: string) {
  return db
    .select({
      purpose: consents.purpose,
      textVersion: consents.textVersion,
      givenAt: consents.givenAt,
      withdrawnAt: consents.withdrawnAt,
    })
    .from(consents)
    .where(eq(consents.accountId, accountId))
    .orderBy(asc(consents.givenAt), asc(consents.purpose));
}

/** Returns the consents of an account as shown to its owner. */
export async function getConsents({ db }: Ctx, accountId: string): Promise<z.output<typeof consentsAnswer>> {
  const rows = await listConsents(db, accountId);
  return {
    consents: rows.map(({ givenAt, withdrawnAt, ...consent }) => ({
      ...consent,
      givenAt: givenAt.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    })),
  };
}
