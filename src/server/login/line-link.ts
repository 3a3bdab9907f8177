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
import { endOrderLinks } from '../lifecycle/order-links';
import { lockAccount } from '../lifecycle/require-subscriber';

type Account = typeof accounts.$inferSelect;

/**
 * Links a LINE profile with the session's account and notifies the owner by mail. If this profile is already linked,
 * only updates its name and friendship.
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
 * Unlinks LINE, ends the account's LINE sessions and the links in earlier messages, which stay in the chat of the LINE
 * user, and notifies the owner by mail. Does nothing without a linked profile.
 * The caller must hold the subscription's lock.
 * @param session the caller's session, which does not end; null to end all LINE sessions and to mail no undo link
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
  await endOrderLinks(tx, now, account.id);
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
  // False if the owner of the mailbox has proven the e-mail. A mailed link must then not restore LINE.
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
