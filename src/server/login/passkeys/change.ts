import { and, eq, ne } from 'drizzle-orm';
import { AppError, enforce } from '@/domain/errors';
import type { RemovedPasskey } from '@/domain/link';
import { canRemovePasskey } from '@/domain/login-methods';
import { canActAsSubscriber } from '@/domain/subscription';
import { writeAudit } from '../../lifecycle/audit';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { passkeys, sessions, type accounts } from '../../db/schema';
import { requireProof } from '../current-password';
import { findIdentity } from '../line-identity';
import { requireOpenSession, type Session } from '../session';
import { notifyOwner } from './notify-owner';
import { deletePasskeys, findPasskeys, toAnswer, type Passkey, type Passkeys } from './records';

/**
 * Gives a passkey of the session's account another name.
 * @returns the account's passkeys
 * @throws AppError PASSKEY_NOT_FOUND, NOT_ALLOWED, PAYMENT_PENDING
 */
export async function renamePasskey(
  { db, now }: Ctx,
  session: Session,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Passkeys> {
  const { accountId } = session;
  return transaction(db, async (tx) => {
    await lockAccount(tx, accountId, canActAsSubscriber);
    await requireOpenSession(tx, session);
    const [renamed] = await tx
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId)))
      .returning({ id: passkeys.id });
    if (!renamed) throw new AppError('PASSKEY_NOT_FOUND');
    const what = 'account.passkey_renamed';
    await writeAudit(tx, now, { actor: accountId, subject: accountId, what, detail: { passkeyId } });
    return toAnswer(await findPasskeys(tx, accountId));
  });
}

/**
 * Removes a passkey of the session's account, ends the other sessions that it started, and notifies the owner by mail.
 * @returns the remaining passkeys
 * @throws AppError PASSKEY_NOT_FOUND, PASSWORD_INCORRECT, PROOF_REQUIRED, LAST_WAY_IN, NOT_ALLOWED, PAYMENT_PENDING,
 *   THROTTLED
 */
export async function removePasskey(
  ctx: Ctx,
  session: Session,
  { passkeyId, password }: { passkeyId: string; password?: string },
): Promise<Passkeys> {
  const { accountId } = session;
  await requireProof(ctx, session, password);
  return transaction(ctx.db, async (tx) => {
    const { account } = await lockAccount(tx, accountId, canActAsSubscriber);
    await requireOpenSession(tx, session);
    // The lock waits for log-ins in progress, whose sessions then end too.
    const held = await findPasskeys(tx, accountId).for('update');
    const removed = held.find(({ id }) => id === passkeyId);
    if (!removed) throw new AppError('PASSKEY_NOT_FOUND');
    enforce(canRemovePasskey(await loginMethodsOf(tx, account, held.length)));
    await tx.delete(sessions).where(and(eq(sessions.passkeyId, passkeyId), ne(sessions.id, session.id)));
    await tx.delete(passkeys).where(eq(passkeys.id, passkeyId));
    const undo = { change: 'passkey_removed', passkey: toRemoved(removed) } as const;
    await notifyOwner(tx, ctx.now, account, 'passkey_removed', removed, undo);
    return toAnswer(held.filter(({ id }) => id !== passkeyId));
  });
}

type Account = typeof accounts.$inferSelect;

async function loginMethodsOf(tx: Tx, account: Account, held: number) {
  return {
    hasPassword: account.passwordHash !== null,
    emailVerified: account.emailVerifiedAt !== null,
    hasLine: (await findIdentity(tx, account.id)) !== null,
    passkeys: held,
  };
}

function toRemoved({ accountId: _, createdAt, lastUsedAt, ...passkey }: Passkey): RemovedPasskey {
  return {
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * Removes all passkeys of an account that another person may have registered, and notifies the owner of the mailbox.
 * The mails have no link that restores a passkey.
 */
export async function detachPasskeys(tx: Tx, now: Date, account: Account): Promise<void> {
  for (const removed of await deletePasskeys(tx, account.id))
    await notifyOwner(tx, now, account, 'passkey_removed', removed, null);
}
