import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../platform/context';
import { reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { transaction, type Db, type Tx } from '../../db';
import { accounts, cards } from '../../db/schema';
import type { GatewayAnswer } from '../../gateways/omise/calls';
import { createCustomer, deleteCard, deleteCustomer, isCustomerGone } from '../../gateways/omise/cards';
import { endBankAccount, findBankAccount } from '../../lifecycle/bank-accounts';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { addJob } from '../../platform/job-queue';

/**
 * Attaches a card or a bank account to the account's customer at the gateway. Creates the customer at the first call, and
 * again if the gateway has deleted it.
 * @throws AppError CHECKOUT_FAILED if the gateway is unreachable, NOT_LOGGED_IN for a deleted account
 */
export async function withCustomer<T>(
  ctx: Ctx,
  accountId: string,
  attach: (customerId: string) => Promise<GatewayAnswer<T>>,
): Promise<GatewayAnswer<T>> {
  const customerId = await ensureCustomer(ctx, accountId);
  const attached = await attach(customerId);
  const vanished =
    attached.kind === 'refused' && attached.code === 'not_found' && (await isCustomerGone(customerId));
  return vanished ? attach(await replaceCustomer(ctx, accountId, customerId)) : attached;
}

async function readCustomer(db: Db | Tx, accountId: string): Promise<string | null> {
  const [account] = await db
    .select({ id: accounts.omiseCustomerId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account?.id ?? null;
}

async function ensureCustomer({ db }: Ctx, accountId: string): Promise<string> {
  const known = await readCustomer(db, accountId);
  if (known) return known;
  const created = await createCustomer(accountId);
  if (created.kind === 'refused') throw new AppError('CARD_DECLINED', { reason: reasonOf(created.code) });
  if (created.kind === 'unavailable') throw new AppError('CHECKOUT_FAILED');
  const { id } = created.value;
  const kept = await transaction(db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    const [stored] = await tx
      .update(accounts)
      .set({ omiseCustomerId: id })
      .where(and(eq(accounts.id, accountId), isNull(accounts.omiseCustomerId), isNull(accounts.deletedAt)))
      .returning({ id: accounts.omiseCustomerId });
    if (stored) return id;
    // Deletes the new customer: a concurrent call stored another customer, or the account was deleted.
    await addJob(tx, 'delete_customer', { customerId: id }, `delete_customer:${id}`);
    return readCustomer(tx, accountId);
  });
  if (kept === null) throw new AppError('NOT_LOGGED_IN');
  return kept;
}

/**
 * Creates a new customer after the gateway deleted the earlier customer. Removes the saved cards and the linked bank
 * account, because the gateway can no longer charge them.
 */
async function replaceCustomer(ctx: Ctx, accountId: string, goneId: string): Promise<string> {
  await transaction(ctx.db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    await tx
      .update(accounts)
      .set({ omiseCustomerId: null })
      .where(and(eq(accounts.id, accountId), eq(accounts.omiseCustomerId, goneId)));
    await tx
      .update(cards)
      .set({ isDefault: false, removedAt: ctx.now })
      .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)));
    const linked = await findBankAccount(tx, accountId, 'linked');
    if (linked) await endBankAccount(tx, ctx.now, linked, { as: 'deleted', reason: 'ended_at_bank' });
  });
  return ensureCustomer(ctx, accountId);
}

/**
 * Runs the job that deletes a customer and its cards at the gateway.
 * @throws Error if the gateway is unreachable, so that the worker repeats the job
 */
export async function removeCustomer(customerId: string): Promise<void> {
  const answer = await deleteCustomer(customerId);
  if (answer.kind === 'unavailable') throw new Error('the gateway could not be reached');
}

/**
 * Runs the job that deletes a card at the gateway. Does nothing for a saved card.
 * @throws Error if the gateway is unreachable, so that the worker repeats the job
 */
export async function removeOrphanCard(
  { db }: Ctx,
  card: { customerId: string; omiseCardId: string },
): Promise<void> {
  const [saved] = await db
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.omiseCardId, card.omiseCardId), isNull(cards.removedAt)));
  if (saved) return;
  const answer = await deleteCard(card.customerId, card.omiseCardId);
  if (answer.kind === 'unavailable') throw new Error('the gateway could not be reached');
}
