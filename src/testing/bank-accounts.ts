import { and, eq, sql } from 'drizzle-orm';
import type { LinkBank } from '@/domain/bank-account';
import { transaction } from '@/server/db';
import { bankAccounts } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
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

/** Inserts a linked bank account, unless the account has one. No gateway knows it. @returns its id */
export async function plantBankAccount(world: World, accountId: string): Promise<string> {
  const { db } = world;
  const has = and(eq(bankAccounts.accountId, accountId), eq(bankAccounts.status, 'linked'));
  const [held] = await db.select({ id: bankAccounts.id }).from(bankAccounts).where(has);
  if (held || accountId === '') return held?.id ?? 'bac_none';
  const id = newId('bankAccount');
  const row = {
    id,
    accountId,
    bank: 'scb',
    status: 'linked',
    linkedAccountId: `lnac_${id}`,
    token: `token_of_${id}`,
    lastDigits: '1234',
    createdAt: world.now(),
    expiresAt: world.now(),
    linkedAt: world.now(),
  } as const;
  await transaction(db, (tx) => tx.insert(bankAccounts).values(row));
  return id;
}

/** Returns the links whose deletion at the gateway is queued, in alphabetical order. */
export async function queuedLinkDeletions({ db }: World): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`select payload ->> 'linkedAccountId' as id
    from graphile_worker._private_jobs where key like 'delete_link:%' order by 1`);
  return rows.map(({ id }) => id);
}
