import { and, eq } from 'drizzle-orm';
import type { BankAccountStatus } from '@/domain/bank-account';
import { BANK_ACCOUNT_TRANSITIONS } from '@/domain/lifecycle/transitions';
import type { Db, Tx } from '../db';
import { bankAccounts } from '../db/schema';
import { addJob } from '../platform/job-queue';
import { writeAudit } from './audit';
import { requireSteps } from './steps';

export type BankAccount = typeof bankAccounts.$inferSelect;

/** The delay before a link is deleted at the gateway. It is longer than most charges of the account take. */
const DELETED_AFTER_SECONDS = 600;

/** Returns the account's pending link, or its linked bank account; null without one. */
export async function findBankAccount(
  db: Db | Tx,
  accountId: string,
  status: 'pending' | 'linked',
): Promise<BankAccount | null> {
  const [row] = await db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.accountId, accountId), eq(bankAccounts.status, status)));
  return row ?? null;
}

/** Marks a pending link as linked. The caller must hold the subscription's lock. */
export async function markLinked(
  tx: Tx,
  now: Date,
  account: BankAccount,
  { lastDigits }: { lastDigits: string },
): Promise<void> {
  const old = await findBankAccount(tx, account.accountId, 'linked');
  if (old) await endBankAccount(tx, now, old, { as: 'deleted', reason: 'replaced' });
  const checkAt = account.agreed && now;
  await step(tx, account, 'linked', { lastDigits, linkedAt: now, registrationUri: null, checkAt });
  await audit(tx, now, account, old ? 'replaced' : 'linked');
}

/**
 * Ends a pending link or a linked bank account. The row remains as history. A link that the gateway still has is deleted
 * there by a job. The caller must hold the subscription's lock.
 */
export async function endBankAccount(
  tx: Tx,
  now: Date,
  account: BankAccount,
  { as, reason }: { as: 'rejected' | 'expired' | 'deleted'; reason: string },
): Promise<void> {
  await step(tx, account, as, { reason, closedAt: now, registrationUri: null, agreed: null, checkAt: null });
  if (account.linkedAccountId !== null && as !== 'rejected')
    await queueLinkDeletion(tx, account.linkedAccountId);
  if (account.status !== 'linked') return;
  if (reason === 'removed') await audit(tx, now, account, 'removed');
  if (reason === 'ended_at_bank') await audit(tx, now, account, 'ended_at_bank');
}

async function step(
  tx: Tx,
  { id, status: from }: BankAccount,
  to: BankAccountStatus,
  fields: Partial<BankAccount>,
): Promise<void> {
  requireSteps(BANK_ACCOUNT_TRANSITIONS, { from: [from], to });
  await tx
    .update(bankAccounts)
    .set({ ...fields, status: to })
    .where(and(eq(bankAccounts.id, id), eq(bankAccounts.status, from)));
}

/** Queues the deletion of a link at the gateway, delayed so that running charges of the account end first. */
export async function queueLinkDeletion(tx: Tx, linkedAccountId: string): Promise<void> {
  const options = { afterSeconds: DELETED_AFTER_SECONDS };
  await addJob(tx, 'delete_link', { linkedAccountId }, `delete_link:${linkedAccountId}`, options);
}

async function audit(
  tx: Tx,
  now: Date,
  { id, accountId }: BankAccount,
  event: 'linked' | 'replaced' | 'removed' | 'ended_at_bank',
): Promise<void> {
  const detail = { bankAccountId: id };
  await writeAudit(tx, now, {
    actor: event === 'ended_at_bank' ? 'billing' : accountId,
    subject: accountId,
    what: `bank_account.${event}`,
    detail,
  });
}
