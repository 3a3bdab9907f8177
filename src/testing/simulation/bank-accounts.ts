import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { bankAccounts } from '@/server/db/schema';
import { removeBankAccount } from '@/server/money/bank-accounts/delete-link';
import { followLink, startBankLink } from '@/server/money/checkout/bank-link';
import type { Subscriber } from './journal';
import { SANDBOX_URL } from './network';
import type { SimulatedWorld } from './world';

/** Draws the last digits of a bank account, which decide its charges. Most have money. */
export const drawAccount = ({ random }: SimulatedWorld): string =>
  random.pick(['1234', '1234', '1234', '1234', '0011', '0013', '0017', '0018']);

const findAccount = async ({ db }: SimulatedWorld, { accountId }: Subscriber) => {
  const isLiving = inArray(bankAccounts.status, ['pending', 'linked']);
  const rows = await db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.accountId, accountId), isLiving))
    .orderBy(bankAccounts.createdAt);
  return rows.at(-1);
};

interface Linking {
  lastDigits: string;
  /** The total of a first order that is to be charged as soon as the account is linked. */
  expectedTotal?: number;
}

/** Links a bank account, unless one is linked: the owner agrees at the bank, and one in four does not return. */
export async function linkAccount(
  world: SimulatedWorld,
  subscriber: Subscriber,
  { lastDigits, expectedTotal }: Linking,
): Promise<void> {
  if ((await findAccount(world, subscriber))?.status === 'linked') return;
  const wanted = { bank: 'scb', ...(expectedTotal !== undefined && { expectedTotal }) } as const;
  const { bankAccountId } = await startBankLink(world.ctx(), subscriber.accountId, wanted);
  const [begun] = await world.db.select().from(bankAccounts).where(eq(bankAccounts.id, bankAccountId));
  await world.sandbox.fetch(`${SANDBOX_URL}/_control/omise/linked_accounts/${begun?.linkedAccountId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'approve', lastDigits }),
  });
  if (!world.random.chance(0.25)) await followLink(world.ctx(), bankAccountId, true);
}

export async function removeAccount(world: SimulatedWorld, subscriber: Subscriber): Promise<void> {
  const account = await findAccount(world, subscriber);
  if (!account) throw new AppError('NOT_FOUND');
  await removeBankAccount(world.ctx(), subscriber.accountId, { bankAccountId: account.id });
}
