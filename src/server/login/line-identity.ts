import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { accounts, identities, lineFlows, lineRegistrations, providerEvents } from '../db/schema';
import { leaveUnlinked } from '../lifecycle/conversations';
import { addJob } from '../platform/job-queue';
import { startLogIn } from './start-log-in';
import type { Caller } from '../platform/caller';
import type { LineProfile } from './line-login';

type Shown = Pick<LineProfile, 'subject' | 'displayName' | 'friend'>;

function hasSubject(subject: string) {
  return and(eq(identities.provider, 'line'), eq(identities.subject, subject));
}

/** Returns the id of the account that a LINE profile is linked with; null for an unlinked profile. */
export async function findLineOwner(db: Db | Tx, subject: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: identities.accountId })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(and(hasSubject(subject), isNull(accounts.deletedAt)));
  return row?.accountId ?? null;
}

/**
 * Returns the id of the account that a LINE profile is linked with, or null. Locks the row until the transaction ends:
 * a concurrent unlinking waits, and then also ends the sessions that this transaction started.
 */
export async function lockLineOwner(tx: Tx, subject: string): Promise<string | null> {
  const [row] = await tx
    .select({ accountId: identities.accountId })
    .from(identities)
    .where(hasSubject(subject))
    .for('share');
  return row?.accountId ?? null;
}

/** Returns the LINE profile of an account; null when the account has no linked profile. */
export async function findIdentity(db: Db | Tx, accountId: string) {
  const [row] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, 'line'), eq(identities.accountId, accountId)));
  return row ?? null;
}

/**
 * Returns the columns to update for a profile. Sets `blocked` to false for a friend of the official account, who cannot
 * have blocked it. Omits `blocked` for any other user.
 */
function presentColumns({ displayName, friend }: Shown) {
  return { displayName, ...(friend === null ? {} : { friend }), ...(friend ? { blocked: false } : {}) };
}

/**
 * Links a LINE profile with an account. In an unfinished registration, replaces another profile of the account and sets
 * `connectedAt` to now.
 * @throws the violation of `identities_subject_once` when the profile is linked with another account
 */
export async function attachIdentity(tx: Tx, now: Date, accountId: string, profile: Shown): Promise<void> {
  const values = { subject: profile.subject, ...presentColumns(profile) };
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

/**
 * Updates the name and the friendship of a linked LINE profile.
 * @returns the id of the profile's account; null when the profile is not linked
 */
export async function updateProfile(tx: Tx, profile: Shown): Promise<string | null> {
  const [row] = await tx
    .update(identities)
    .set(presentColumns(profile))
    .where(hasSubject(profile.subject))
    .returning({ accountId: identities.accountId });
  return row?.accountId ?? null;
}

/**
 * Logs in to the account that a LINE profile is linked with. Ignores the e-mail of the profile.
 * @param earlier the session secret in the caller's cookie; that session ends, also when an attacker set the cookie
 * @returns the secret of a new session, or null when the profile is not linked
 */
export async function logInWithLine(
  { db, now }: Ctx,
  profile: LineProfile,
  caller: Caller,
  earlier: string | null,
): Promise<string | null> {
  return transaction(db, async (tx) => {
    const accountId = await updateProfile(tx, profile);
    if (accountId === null) return null;
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
    return account ? startLogIn(tx, now, account, { method: 'line', caller, earlier }) : null;
  });
}

/**
 * Deletes all LINE data of an account: the profile, log-in flows in progress, and the registrations and webhook events
 * of the profile. The account keeps its conversations, without the LINE user.
 */
export async function deleteLineData(tx: Tx, accountId: string): Promise<void> {
  const own = await tx
    .delete(identities)
    .where(eq(identities.accountId, accountId))
    .returning({ subject: identities.subject, menuId: identities.menuId });
  for (const { subject, menuId } of own) {
    await leaveUnlinked(tx, accountId, subject);
    if (menuId !== null) await addJob(tx, 'unlink_line_menu', { subject }, `unlink_line_menu:${subject}`);
  }
  await tx.delete(lineFlows).where(eq(lineFlows.accountId, accountId));
  const subjects = own.map((one) => one.subject);
  if (subjects.length === 0) return;
  await tx.delete(lineRegistrations).where(inArray(lineRegistrations.subject, subjects));
  await tx
    .delete(providerEvents)
    .where(and(eq(providerEvents.provider, 'line'), inArray(providerEvents.subject, subjects)));
}
