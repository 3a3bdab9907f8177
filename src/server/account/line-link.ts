import { and, eq, ne } from 'drizzle-orm';
import { canActAsSubscriber } from '@/domain/subscription';
import { attachIdentity, findIdentity, forgetLine, noteProfile } from '../auth/line-identity';
import type { LineProfile } from '../auth/line-login';
import type { Session } from '../auth/session';
import type { Ctx } from '../context';
import { transaction, violatedConstraint, type Tx } from '../db/client';
import { accounts, auditEvents, sessions } from '../db/schema';
import { newId } from '../ids';
import { queueMessage } from '../messages/outbox';
import { accountUrl } from '../payments/notices';
import { lockPerson } from './person';

type Account = typeof accounts.$inferSelect;

/**
 * Links a LINE profile with an account; the person is told by mail. Linking the same again changes nothing but its name.
 * @returns 'linked_elsewhere' when the profile is another account's, or the account has another profile.
 * @throws AppError NOT_LOGGED_IN, NOT_ALLOWED for a registration in progress, PAYMENT_PENDING
 */
export async function linkLine(
  ctx: Ctx,
  accountId: string,
  profile: LineProfile,
): Promise<'linked' | 'linked_elsewhere'> {
  try {
    return await transaction(ctx.db, async (tx) => {
      const { account } = await lockPerson(tx, accountId, canActAsSubscriber);
      const held = await findIdentity(tx, accountId);
      if (held && held.subject !== profile.subject) return 'linked_elsewhere';
      if (held) await noteProfile(tx, profile);
      else {
        await attachIdentity(tx, ctx.now, accountId, profile);
        await tell(tx, ctx.now, account, 'line_linked');
      }
      return 'linked';
    });
  } catch (error) {
    if (violatedConstraint(error) === 'identities_subject_once') return 'linked_elsewhere';
    throw error;
  }
}

/**
 * Takes LINE off an account under the subscription's lock, ends the other sessions that it let in, and tells the person
 * by mail. Without a linked profile nothing happens.
 */
export async function detachLine(tx: Tx, now: Date, account: Account, session: Session): Promise<void> {
  if (!(await findIdentity(tx, account.id))) return;
  await forgetLine(tx, account.id);
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, account.id), eq(sessions.method, 'line'), ne(sessions.id, session.id)));
  await tell(tx, now, account, 'line_unlinked');
}

async function tell(
  tx: Tx,
  now: Date,
  account: Account,
  kind: 'line_linked' | 'line_unlinked',
): Promise<void> {
  const auditId = newId('audit');
  await tx
    .insert(auditEvents)
    .values({ id: auditId, at: now, actor: account.id, subject: account.id, what: `account.${kind}` });
  await queueMessage(tx, now, {
    kind,
    accountId: account.id,
    dedupeKey: `${kind}:${auditId}`,
    asked: true,
    payload: { firstName: account.firstName, accountUrl: accountUrl(account.locale) },
  });
}
