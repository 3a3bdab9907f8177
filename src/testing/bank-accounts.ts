import { eq, sql } from 'drizzle-orm';
import type { LinkBank } from '@/domain/bank-account';
import { bankAccounts } from '@/server/db/schema';
import { startLink } from '@/server/money/bank-accounts/start-link';
import { readLink } from '@/server/money/bank-accounts/read-link';
import { actOnLink } from './providers';
import type { World } from './world';

/** Returns the bank accounts of an account, oldest first. */
export async function bankAccountsOf(world: World, accountId: string) {
  return world.db
    .select()
    .from(bankAccounts)
    .where(eq(bankAccounts.accountId, accountId))
    .orderBy(bankAccounts.createdAt, bankAccounts.id);
}

/** Starts a link and returns its row. */
export async function beginLink(world: World, accountId: string, bank: LinkBank = 'kbank') {
  const { bankAccountId } = await startLink(world.ctx(), accountId, { bank });
  const [row] = await world.db.select().from(bankAccounts).where(eq(bankAccounts.id, bankAccountId));
  if (!row?.linkedAccountId) throw new Error('no link was started');
  return { ...row, linkedAccountId: row.linkedAccountId };
}

/** Links a bank account, as its owner does at the bank. @param lastDigits decides what becomes of its charges */
export async function linkBankAccount(world: World, accountId: string, lastDigits = '1234') {
  const begun = await beginLink(world, accountId);
  await actOnLink(world, begun.linkedAccountId, 'approve', lastDigits);
  await readLink(world.ctx(), begun.id);
  return begun;
}

/** Returns the links whose deletion at the gateway is queued, in alphabetical order. */
export async function queuedLinkDeletions({ db }: World): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`select payload ->> 'linkedAccountId' as id
    from graphile_worker._private_jobs where key like 'delete_link:%' order by 1`);
  return rows.map(({ id }) => id);
}
