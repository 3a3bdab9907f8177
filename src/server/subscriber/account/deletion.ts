import { AppError } from '@/domain/errors';
import { canActAsSubscriber } from '@/domain/subscription';
import { writeAudit } from '../../lifecycle/audit';
import { requireProof, requireStillProven } from '../../login/current-password';
import { requireOpenSession, type Session } from '../../login/session';
import { clockFrom } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction, type Db, type Tx } from '../../db';
import { isAccountHeld } from '../../money/payment-links/unbooked-transfers';
import { loadSubscriber } from '../../lifecycle/load-facts';
import { log } from '../../platform/log';
import { queueMessage } from '../../lifecycle/outbox';
import { findOpenAttempt } from '../../money/settlement/queries';
import { releaseOpenPayments } from '../../money/settlement/release-open-payments';
import { cancelLocked, hasPendingReactivation } from '../plan/cancel';
import { erasePerson, hasBoxToCome, hasMoneyToReturn } from './erasure';
import { lockAccount, requireAccount } from '../../lifecycle/require-subscriber';

type Person = Pick<Awaited<ReturnType<typeof lockAccount>>, 'account' | 'subscription'>;

/**
 * Deletes an account: cancels the subscription, removes all login methods, and deletes personal data from the remaining
 * records. Queues the deletion of customer and cards at the gateway, and a last mail to the deleted e-mail.
 * @throws AppError PASSWORD_INCORRECT, PROOF_REQUIRED, THROTTLED; NOT_ALLOWED for a registration in progress;
 *   PAYMENT_PENDING while a payment's outcome is unknown, an offline payment is pending, or staff have not decided
 *   on a transfer that may concern the account, for 30 days at most
 */
export async function deleteAccount(ctx: Ctx, session: Session, input: { password?: string }): Promise<void> {
  const { accountId } = session;
  const clock = clockFrom(ctx.now);
  await requireAccount(ctx.db, accountId, canActAsSubscriber);
  const proven = await requireProof(ctx, session, input.password);
  await requireUnheld(ctx.db, ctx.now, accountId);
  await releaseOpenPayments(ctx, accountId);
  await transaction(ctx.db, async (tx) => {
    const { account, subscription } = await lockAccount(tx, accountId, canActAsSubscriber);
    // A charge that held the lock before must not be later than the cancellation.
    const now = clock();
    requireStillProven(account, proven);
    await requireOpenSession(tx, session);
    const { boxToCome } = await eraseAccount(tx, now, { account, subscription }, accountId);
    await queueDeletionMessage(tx, now, account, { boxToCome, wasDormant: false });
  });
  log.info('account.erased', { accountId });
}

/**
 * Cancels the subscription of an account and deletes the account's personal data. Sends no message. The caller must
 * hold the subscription's lock.
 * @param actor the actor in the audit event: the account's id, or 'billing'
 * @returns `boxToCome`: whether a paid box is still to be delivered
 * @throws AppError PAYMENT_PENDING while a payment's outcome is unknown, or staff have not decided on a transfer that may
 *   concern the account
 */
export async function eraseAccount(
  tx: Tx,
  now: Date,
  { account, subscription }: Person,
  actor: string,
): Promise<{ boxToCome: boolean }> {
  if (await findOpenAttempt(tx, account.id)) throw new AppError('PAYMENT_PENDING');
  await requireUnheld(tx, now, account.id);
  const subscriber = await loadSubscriber(tx, subscription);
  if (subscription.status !== 'cancelled' || hasPendingReactivation(subscriber))
    await cancelLocked(tx, now, { subscription, subscriber }, { reason: 'other', comment: null });
  const boxToCome = await hasBoxToCome(tx, account.id);
  const keepsContact = boxToCome || (await hasMoneyToReturn(tx, account.id));
  await erasePerson(tx, now, account, { keepsContact });
  await writeAudit(tx, now, { actor, subject: account.id, what: 'account.deleted' });
  return { boxToCome };
}

/** @throws AppError PAYMENT_PENDING while staff have not decided on a transfer that may concern the account */
async function requireUnheld(db: Db | Tx, now: Date, accountId: string): Promise<void> {
  if (await isAccountHeld(db, now, accountId)) throw new AppError('PAYMENT_PENDING');
}

/**
 * Queues the mail about the deletion to the account's former e-mail.
 * @param account must be read before the deletion
 */
export async function queueDeletionMessage(
  tx: Tx,
  now: Date,
  account: { id: string; email: string; firstName: string },
  { boxToCome, wasDormant }: { boxToCome: boolean; wasDormant: boolean },
): Promise<void> {
  await queueMessage(tx, now, {
    kind: 'account_deleted',
    accountId: account.id,
    dedupeKey: `account_deleted:${account.id}`,
    asked: !wasDormant,
    toAddress: account.email,
    payload: { firstName: account.firstName, boxToCome, wasDormant },
  });
}
