import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { canRemoveBankAccount } from '@/domain/bank-account';
import { allow, AppError, enforce } from '@/domain/errors';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { transaction, type Db, type Tx } from '../../db';
import { bankAccounts, chargeAttempts } from '../../db/schema';
import { deleteLink } from '../../gateways/omise/linked-accounts';
import { endBankAccount, queueLinkDeletion } from '../../lifecycle/bank-accounts';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';

/**
 * Removes a linked bank account, or a pending link. Its row stays as history. A job deletes the link at the gateway.
 * @throws AppError BANK_ACCOUNT_IN_USE while the subscription pays by it or it is being charged, NOT_FOUND
 */
export async function removeBankAccount(
  ctx: Ctx,
  accountId: string,
  { bankAccountId }: { bankAccountId: string },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { subscription } = await lockAccount(tx, accountId, () => allow);
    const [account] = await tx
      .select()
      .from(bankAccounts)
      .where(and(eq(bankAccounts.id, bankAccountId), eq(bankAccounts.accountId, accountId)));
    if (account?.status !== 'linked' && account?.status !== 'pending') throw new AppError('NOT_FOUND');
    const isBeingCharged = await isCharged(tx, bankAccountId);
    if (account.status === 'linked') enforce(canRemoveBankAccount({ ...subscription, isBeingCharged }));
    await endBankAccount(tx, ctx.now, account, { as: 'deleted', reason: 'removed' });
  });
}

async function isCharged(db: Db | Tx, bankAccountId: string): Promise<boolean> {
  const [open] = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.bankAccountId, bankAccountId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    )
    .limit(1);
  return open !== undefined;
}

/**
 * Runs the job that deletes a link at the gateway. Does nothing for a linked bank account.
 * @throws Error until the gateway has confirmed the deletion, and while a charge of the account is open, so that the
 *   worker repeats the job
 */
export async function deleteLinkAtGateway(
  { db }: Ctx,
  { linkedAccountId }: { linkedAccountId: string },
): Promise<void> {
  const [account] = await db
    .select({ id: bankAccounts.id, status: bankAccounts.status })
    .from(bankAccounts)
    .where(eq(bankAccounts.linkedAccountId, linkedAccountId));
  if (account?.status === 'linked') return;
  if (account && (await isCharged(db, account.id))) throw new Error('the account is being charged');
  const answer = await deleteLink(linkedAccountId);
  const isDeleted =
    answer.kind === 'ok'
      ? answer.value.status === 'deleted'
      : answer.kind === 'refused' && answer.code === 'not_found';
  if (!isDeleted) throw new Error('the gateway has not confirmed the deletion');
}

/** Deletes the bank accounts of an account that is erased, and queues the deletion of their links at the gateway. */
export async function eraseBankAccounts(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set({ bankAccountId: null })
    .where(and(eq(chargeAttempts.accountId, accountId), isNotNull(chargeAttempts.bankAccountId)));
  const erased = await tx
    .delete(bankAccounts)
    .where(eq(bankAccounts.accountId, accountId))
    .returning({ linkedAccountId: bankAccounts.linkedAccountId });
  for (const { linkedAccountId } of erased)
    if (linkedAccountId !== null) await queueLinkDeletion(tx, linkedAccountId);
}
