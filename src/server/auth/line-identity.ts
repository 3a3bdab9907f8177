import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { accounts, identities, lineFlows, lineRegistrations, providerEvents } from '../db/schema';
import { enterAccount } from './enter';
import type { Caller } from '../platform/caller';
import type { LineProfile } from './line-login';

type Shown = Pick<LineProfile, 'subject' | 'displayName' | 'friend'>;

function isOf(subject: string) {
  return and(eq(identities.provider, 'line'), eq(identities.subject, subject));
}

/** Whose LINE profile this is; null for nobody's. */
export async function findLineOwner(db: Db | Tx, subject: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: identities.accountId })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(and(isOf(subject), isNull(accounts.deletedAt)));
  return row?.accountId ?? null;
}

/** The same, and nobody else's until the transaction ends; whoever takes it off afterwards finds what is begun here. */
export async function holdLineOwner(tx: Tx, subject: string): Promise<string | null> {
  const [row] = await tx
    .select({ accountId: identities.accountId })
    .from(identities)
    .where(isOf(subject))
    .for('share');
  return row?.accountId ?? null;
}

/** The LINE profile of an account; null when none is linked. */
export async function findIdentity(tx: Tx, accountId: string) {
  const [row] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.provider, 'line'), eq(identities.accountId, accountId)));
  return row ?? null;
}

/** How a profile is now. Whoever is a friend has not blocked us; that somebody is none does not say that they have. */
function seen({ displayName, friend }: Shown) {
  return { displayName, ...(friend === null ? {} : { friend }), ...(friend ? { blocked: false } : {}) };
}

/**
 * Writes that a profile is an account's; of an unfinished registration it takes the place of an earlier one, and is
 * connected from then on.
 * @throws the violation of `identities_subject_once` when it is somebody else's, also when they were just quicker
 */
export async function attachIdentity(tx: Tx, now: Date, accountId: string, profile: Shown): Promise<void> {
  const values = { subject: profile.subject, ...seen(profile) };
  await tx
    .insert(identities)
    .values({ provider: 'line', accountId, ...values, connectedAt: now })
    .onConflictDoUpdate({
      target: [identities.provider, identities.accountId],
      set: {
        ...values,
        connectedAt: sql`case when ${identities.subject} = excluded.subject
          then ${identities.connectedAt} else excluded.connected_at end`,
      },
    });
}

/** Notes how a linked profile is now. @returns whose it is, or null. */
export async function noteProfile(tx: Tx, profile: Shown): Promise<string | null> {
  const [row] = await tx
    .update(identities)
    .set(seen(profile))
    .where(isOf(profile.subject))
    .returning({ accountId: identities.accountId });
  return row?.accountId ?? null;
}

/**
 * Logs in whoever's LINE profile this is. An account is never found by LINE's e-mail.
 * @param earlier the secret the caller came with: that session ends, whoever put it there.
 * @returns the secret of a new session, or null when the profile is linked with no account.
 */
export async function logInWithLine(
  { db, now }: Ctx,
  profile: LineProfile,
  caller: Caller,
  earlier: string | null,
): Promise<string | null> {
  return transaction(db, async (tx) => {
    const accountId = await noteProfile(tx, profile);
    if (accountId === null) return null;
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
    return account ? enterAccount(tx, now, account, { method: 'line', caller, earlier }) : null;
  });
}

/** Takes out all that we hold of an account's LINE: the profile, what LINE told us of it, and walks in progress. */
export async function forgetLine(tx: Tx, accountId: string): Promise<void> {
  const own = await tx
    .delete(identities)
    .where(eq(identities.accountId, accountId))
    .returning({ subject: identities.subject });
  await tx.delete(lineFlows).where(eq(lineFlows.accountId, accountId));
  const subjects = own.map((one) => one.subject);
  if (subjects.length === 0) return;
  await tx.delete(lineRegistrations).where(inArray(lineRegistrations.subject, subjects));
  await tx
    .delete(providerEvents)
    .where(and(eq(providerEvents.provider, 'line'), inArray(providerEvents.subject, subjects)));
}
