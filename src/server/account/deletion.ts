import { AppError } from '@/domain/errors';
import { canActAsSubscriber } from '@/domain/subscription';
import { writeAudit } from '../lifecycle/audit';
import { requireProof, requireStillProven } from '../auth/current-password';
import { requireStillIn, type Session } from '../auth/session';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { log } from '../platform/log';
import { queueMessage } from '../lifecycle/outbox';
import { findOpenAttempt, freePayments } from '../settlement/open-attempts';
import { endWithin, isReactivating } from '../subscription/cancel';
import { erasePerson, hasBoxToCome, hasMoneyToReturn } from './erasure';
import { lockPerson, requirePerson } from '../lifecycle/require-subscriber';

type Person = Pick<Awaited<ReturnType<typeof lockPerson>>, 'account' | 'subscription'>;

/**
 * Deletes an account for good: cancels a live subscription as its owner would, ends every way in, has the gateway
 * forget customer and cards, and takes the person out of what has to be kept. Nothing is ever charged afterwards, and
 * the e-mail is free again. The last mail goes to the old address.
 * @throws AppError PASSWORD_INCORRECT, PROOF_REQUIRED, THROTTLED, PAYMENT_PENDING while a payment's outcome is unknown or an offline one
 * may come at any moment (cancelling ends that), NOT_ALLOWED for a registration in progress
 */
export async function deleteAccount(ctx: Ctx, session: Session, input: { password?: string }): Promise<void> {
  const { accountId } = session;
  await requirePerson(ctx.db, accountId, canActAsSubscriber);
  const proven = await requireProof(ctx, session, input.password);
  await freePayments(ctx, accountId);
  await transaction(ctx.db, async (tx) => {
    const { account, subscription } = await lockPerson(tx, accountId, canActAsSubscriber);
    requireStillProven(account, proven);
    await requireStillIn(tx, session);
    const { boxToCome } = await eraseAccount(tx, ctx.now, { account, subscription }, accountId);
    await tellDeleted(tx, ctx.now, account, { boxToCome, wasDormant: false });
  });
  log.info('account.erased', { accountId });
}

/**
 * Cancels a live subscription and takes the person out of the account, under the subscription's lock. Tells nobody.
 * @param actor who is named in the audit.
 * @returns whether a paid box is still to come.
 * @throws AppError PAYMENT_PENDING while a payment's outcome is unknown
 */
export async function eraseAccount(
  tx: Tx,
  now: Date,
  { account, subscription }: Person,
  actor: string,
): Promise<{ boxToCome: boolean }> {
  if (await findOpenAttempt(tx, account.id)) throw new AppError('PAYMENT_PENDING');
  if (subscription.status !== 'cancelled' || (await isReactivating(tx, subscription.id)))
    await endWithin(tx, now, { account, subscription }, { reason: 'other', comment: null });
  const boxToCome = await hasBoxToCome(tx, account.id);
  const keepsContact = boxToCome || (await hasMoneyToReturn(tx, account.id));
  await erasePerson(tx, now, account, { keepsContact });
  await writeAudit(tx, now, { actor, subject: account.id, what: 'account.deleted' });
  return { boxToCome };
}

/** Writes the last message, to the address that the account had; the owner of a dormant one did not ask for it. */
export async function tellDeleted(
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
