import { and, eq, ne } from 'drizzle-orm';
import type { Undo } from '@/domain/link';
import { canActAsSubscriber } from '@/domain/subscription';
import { writeAudit } from '../lifecycle/audit';
import { attachIdentity, findIdentity, deleteLineData, updateProfile } from './line-identity';
import type { LineProfile } from './line-login';
import { writeNotMeLink } from './not-me-link';
import { requireOpenSession, type Session } from './session';
import type { Ctx } from '../platform/context';
import { transaction, violatedConstraint, type Tx } from '../db';
import { accounts, sessions } from '../db/schema';
import { queueMessage } from '../lifecycle/outbox';
import { lockAccount } from '../lifecycle/require-subscriber';

type Account = typeof accounts.$inferSelect;

/**
 * Links a LINE profile with an account and notifies the owner by mail. If the profile is linked already, only updates
 * its name and friendship.
 * @returns 'linked_elsewhere' when the profile belongs to another account, or the account has another profile
 * @throws AppError NOT_LOGGED_IN, NOT_ALLOWED for a registration in progress, PAYMENT_PENDING
 */
export async function linkLine(
  ctx: Ctx,
  session: Session,
  profile: LineProfile,
): Promise<'linked' | 'linked_elsewhere'> {
  const { accountId } = session;
  try {
    return await transaction(ctx.db, async (tx) => {
      const { account } = await lockAccount(tx, accountId, canActAsSubscriber);
      await requireOpenSession(tx, session);
      const held = await findIdentity(tx, accountId);
      if (held && held.subject !== profile.subject) return 'linked_elsewhere';
      if (held) await updateProfile(tx, profile);
      else {
        await attachIdentity(tx, ctx.now, accountId, profile);
        await notifyOwner(tx, ctx.now, account, { change: 'line_linked' });
      }
      return 'linked';
    });
  } catch (error) {
    if (violatedConstraint(error) === 'identities_subject_once') return 'linked_elsewhere';
    throw error;
  }
}

/**
 * Unlinks LINE, ends the sessions that were started with LINE, and notifies the owner by mail. Does nothing without a
 * linked profile. The caller must hold the subscription's lock.
 * @param session the caller's session, which does not end. Null ends all sessions, and the mail has no link to undo the
 *   change.
 */
export async function detachLine(
  tx: Tx,
  now: Date,
  account: Account,
  session: Pick<Session, 'id'> | null,
): Promise<void> {
  const line = await findIdentity(tx, account.id);
  if (!line) return;
  await deleteLineData(tx, account.id);
  const others = session ? ne(sessions.id, session.id) : undefined;
  await tx.delete(sessions).where(and(eq(sessions.userId, account.id), eq(sessions.method, 'line'), others));
  const { subject, displayName, connectedAt } = line;
  const undo = { subject, displayName, connectedAt: connectedAt.toISOString() };
  await notifyOwner(tx, now, account, { change: 'line_unlinked', line: undo }, session !== null);
}

async function notifyOwner(
  tx: Tx,
  now: Date,
  account: Account,
  undo: Undo & { change: 'line_linked' | 'line_unlinked' },
  // False when the owner of the mailbox removed LINE by proving the e-mail: a link must not restore it.
  canUndo = true,
): Promise<void> {
  const auditId = await writeAudit(tx, now, {
    actor: account.id,
    subject: account.id,
    what: `account.${undo.change}`,
  });
  await queueMessage(tx, now, {
    kind: undo.change,
    accountId: account.id,
    dedupeKey: `${undo.change}:${auditId}`,
    asked: true,
    payload: {
      firstName: account.firstName,
      notMeUrl: canUndo ? await writeNotMeLink(tx, now, account, undo) : null,
    },
  });
}
