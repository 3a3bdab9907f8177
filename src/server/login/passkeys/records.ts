import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { PASSKEYS_MAX } from '@/domain/passkey';
import type { passkeysAnswer } from '@/schemas/answers/passkeys';
import type { Ctx } from '../../platform/context';
import type { Db, Tx } from '../../db';
import { accounts, passkeyChallenges, passkeys } from '../../db/schema';
import { hashSecret, type Session } from '../session';

export type Passkey = typeof passkeys.$inferSelect;
export type Passkeys = z.output<typeof passkeysAnswer>;

/** The columns that tell when the passkey that started a session was added. Joins `passkeys` with `startedBy`. */
export const STARTED_BY = { passkeyAddedAt: passkeys.createdAt };

/** Returns an SQL condition on `passkeys`: the passkey that started the session. */
export function startedBy({ id }: Pick<Session, 'id'>) {
  return eq(passkeys.id, sql`(select passkey_id from sessions where id = ${id})`);
}

/** Queries the passkeys of an account, oldest first. */
export function findPasskeys(db: Db | Tx, accountId: string) {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** Returns the passkeys of the session's account, oldest first. */
export async function listPasskeys(
  { db }: Ctx,
  { accountId }: Pick<Session, 'accountId'>,
): Promise<Passkeys> {
  return toAnswer(await findPasskeys(db, accountId));
}

/** Returns passkeys without their keys. */
export function toAnswer(rows: readonly Passkey[]): Passkeys {
  return {
    passkeys: rows.map(({ id, name, synced, createdAt, lastUsedAt }) => ({
      passkeyId: id,
      name,
      synced,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    max: PASSKEYS_MAX,
  };
}

/** Returns the passkey of a credential with its account; null for an unknown credential or a deleted account. */
export async function findCredential(tx: Tx, credentialId: string) {
  const [found] = await tx
    .select({ passkey: passkeys, account: accounts })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.accountId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(accounts.deletedAt)));
  return found ?? null;
}

/** Deletes the passkeys and unanswered challenges of an account, which waits for log-ins with them. */
export async function deletePasskeys(tx: Tx, accountId: string): Promise<Passkey[]> {
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.subject, accountId));
  return tx.delete(passkeys).where(eq(passkeys.accountId, accountId)).returning();
}

/** Returns what a challenge of this browser is bound to. @param browserSecret the value of the passkey cookie */
export const boundTo = (browserSecret: string, subject: string | null) => ({
  browserHash: hashSecret(browserSecret),
  subject,
});
