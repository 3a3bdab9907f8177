import { and, asc, eq, lte } from 'drizzle-orm';
import { isLinkOver, nextLinkReadAt } from '@/domain/bank-account';
import { AppError } from '@/domain/errors';
import { transaction, type Tx } from '../../db';
import { bankAccounts } from '../../db/schema';
import { cardGateway } from '../../gateways/omise/calls';
import { attachLink, fetchLink, type GatewayLink } from '../../gateways/omise/linked-accounts';
import {
  endBankAccount,
  markLinked,
  queueLinkDeletion,
  type BankAccount,
} from '../../lifecycle/bank-accounts';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { withCustomer } from '../cards/customers';

/** Returns the links that are due to be read at the gateway, and the linked accounts whose agreed first order is due. */
export async function listLinksToRead({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  if ((await cardGateway.capacity()) === 'none') return [];
  return db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(lte(bankAccounts.checkAt, now))
    .orderBy(asc(bankAccounts.checkAt), asc(bankAccounts.id))
    .limit(limit);
}

/**
 * Reads a pending link at the gateway and records its result. Called when the owner returns from the bank, by a job, and
 * by an event. Any number of calls at the same time have one result.
 */
export async function readLink(ctx: Ctx, bankAccountId: string): Promise<void> {
  const [account] = await ctx.db.select().from(bankAccounts).where(eq(bankAccounts.id, bankAccountId));
  if (account?.status !== 'pending') return;
  // The gateway did not answer the start, so that nobody has seen the bank's page.
  if (account.linkedAccountId === null) return end(ctx, account, { as: 'expired', reason: 'not_received' });
  const answer = await fetchLink(account.linkedAccountId);
  if (answer.kind === 'ok') return settleLink(ctx, account, answer.value);
  if (answer.kind === 'refused' && answer.code === 'not_found')
    return end(ctx, account, { as: 'deleted', reason: 'not_found' });
  log.warn('bank_accounts.unread', { code: answer.kind === 'refused' ? answer.code : answer.why });
  return readAgain(ctx, account, false);
}

/**
 * Reads the link that an event of the gateway names. Ends a linked bank account that was deleted at the bank.
 * @throws Error if the gateway cannot be read, so that the event is settled again
 */
export async function readNamedLink(ctx: Ctx, linkedAccountId: string): Promise<void> {
  const [account] = await ctx.db
    .select()
    .from(bankAccounts)
    .where(eq(bankAccounts.linkedAccountId, linkedAccountId));
  if (account?.status === 'pending') return readLink(ctx, account.id);
  if (account?.status !== 'linked') return;
  const answer = await fetchLink(linkedAccountId);
  if (answer.kind === 'unavailable') throw new Error('the gateway could not be read');
  const isDeleted = answer.kind === 'ok' ? answer.value.status === 'deleted' : answer.code === 'not_found';
  if (isDeleted) await end(ctx, account, { as: 'deleted', reason: 'ended_at_bank' });
}

async function settleLink(ctx: Ctx, account: BankAccount, link: GatewayLink): Promise<void> {
  switch (link.status) {
    case 'pending':
      if (isLinkOver(account, ctx.now)) return end(ctx, account, { as: 'expired', reason: 'timeout' });
      return readAgain(ctx, account, true);
    case 'linked':
      return attach(ctx, account, link);
    case 'rejected':
      return end(ctx, account, { as: 'rejected', reason: link.failureCode ?? 'declined' });
    case 'expired':
    case 'deleted':
      return end(ctx, account, { as: link.status, reason: link.status });
  }
}

/** Attaches a registered account to the customer, so that it can be charged, and marks it as linked. */
async function attach(ctx: Ctx, account: BankAccount, { linkedAccountId, lastDigits }: GatewayLink) {
  const attached = await withCustomer(ctx, account.accountId, (customerId) =>
    attachLink(customerId, linkedAccountId),
  ).catch(unlessErased);
  if (!attached || attached.kind === 'unavailable' || lastDigits === null)
    return readAgain(ctx, account, false);
  if (attached.kind === 'refused') return end(ctx, account, { as: 'rejected', reason: attached.code });
  await locked(ctx, account, async (tx, present) => {
    if (present?.status === 'pending') await markLinked(tx, ctx.now, present, { lastDigits });
    else if (present?.status !== 'linked') await queueLinkDeletion(tx, linkedAccountId);
  });
}

/** Without a customer the link is read again, unless its account was erased, which has queued its deletion. */
function unlessErased(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

async function readAgain({ db, now }: Ctx, account: BankAccount, isRead: boolean): Promise<void> {
  await transaction(db, (tx) =>
    tx
      .update(bankAccounts)
      .set({ checkAt: nextLinkReadAt(account, now, isRead) })
      .where(and(eq(bankAccounts.id, account.id), eq(bankAccounts.status, 'pending'))),
  );
}

/** Ends a link, unless its status has changed since it was read. */
async function end(ctx: Ctx, account: BankAccount, how: Parameters<typeof endBankAccount>[3]): Promise<void> {
  await locked(ctx, account, async (tx, present) => {
    if (present?.status === account.status) await endBankAccount(tx, ctx.now, present, how);
  });
}

/** Runs `work` with the present row, under the subscription's lock. */
async function locked(
  { db }: Ctx,
  { id, accountId }: BankAccount,
  work: (tx: Tx, present: BankAccount | undefined) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    const [present] = await tx.select().from(bankAccounts).where(eq(bankAccounts.id, id));
    await work(tx, present);
  });
}
