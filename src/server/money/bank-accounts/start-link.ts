import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { nextLinkReadAt, type AgreedFirst, type LinkBank } from '@/domain/bank-account';
import { DAY_MS, MINUTE_MS } from '@/domain/duration';
import { allow, AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { transaction, type Tx } from '../../db';
import { bankAccounts } from '../../db/schema';
import { createLink, type GatewayLink } from '../../gateways/omise/linked-accounts';
import type { GatewayAnswer } from '../../gateways/omise/calls';
import {
  endBankAccount,
  findBankAccount,
  queueLinkDeletion,
  type BankAccount,
} from '../../lifecycle/bank-accounts';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { siteUrl } from '../../platform/site-url';

/** The time after which a link without a response of the gateway is given up, because its process stopped. */
const LEASE_MS = 3 * MINUTE_MS;

/** `locale`: the language of the page to which the bank returns; default: that of the account. */
interface LinkRequest {
  bank: LinkBank;
  locale?: Locale;
  agreed?: AgreedFirst | null;
}

/** A pending link. Its owner agrees on the bank's page. */
export interface StartedLink {
  bankAccountId: string;
  registrationUri: string;
  expiresAt: Date;
}

/**
 * Starts the link of a bank account. The row is written before the gateway is called. While a link of the same bank
 * lives, returns its page. A pending link of another bank ends.
 * @param request `agreed`: the first order that is charged once the account is linked; null or omitted: none
 * @throws AppError BANK_LINK_FAILED if the gateway refuses or does not answer, or while another call starts a link
 */
export async function startLink(ctx: Ctx, accountId: string, request: LinkRequest): Promise<StartedLink> {
  const { account, locale } = await transaction(ctx.db, (tx) => begin(tx, ctx.now, accountId, request));
  const living = startedOf(account);
  if (living) return living;
  const answer = await createLink({
    bank: request.bank,
    accountId,
    bankAccountId: account.id,
    returnUri: siteUrl(request.locale ?? locale, `/bank/${account.token}`),
  });
  const started = await transaction(ctx.db, (tx) => record(tx, ctx.now, account, answer));
  if (!started) throw new AppError('BANK_LINK_FAILED');
  return started;
}

const startedOf = ({ id, registrationUri, expiresAt }: BankAccount): StartedLink | null =>
  registrationUri === null ? null : { bankAccountId: id, registrationUri, expiresAt };

/** Returns the living link of the bank, or writes a new one. */
async function begin(tx: Tx, now: Date, accountId: string, { bank, agreed = null }: LinkRequest) {
  const { locale } = (await lockAccount(tx, accountId, () => allow)).account;
  const pending = await findBankAccount(tx, accountId, 'pending');
  const isCalled = pending !== null && pending.linkedAccountId === null && pending.expiresAt > now;
  if (isCalled && pending.createdAt.getTime() + LEASE_MS > now.getTime())
    throw new AppError('BANK_LINK_FAILED');
  if (pending?.bank === bank && pending.registrationUri !== null && pending.expiresAt > now) {
    await tx.update(bankAccounts).set({ agreed }).where(eq(bankAccounts.id, pending.id));
    return { account: pending, locale };
  }
  if (pending) await endBankAccount(tx, now, pending, { as: 'deleted', reason: 'replaced' });
  const [account] = await tx
    .insert(bankAccounts)
    .values({
      id: newId('bankAccount'),
      accountId,
      bank,
      status: 'pending',
      token: randomBytes(24).toString('base64url'),
      createdAt: now,
      agreed,
      expiresAt: new Date(now.getTime() + DAY_MS),
      checkAt: new Date(now.getTime() + LEASE_MS),
    })
    .returning();
  if (!account) throw new Error('a link was not written');
  return { account, locale };
}

/**
 * Records the gateway's response to a new link.
 * @returns the page of the link; null if the link failed or has ended meanwhile. What the gateway has made is deleted then
 */
async function record(
  tx: Tx,
  now: Date,
  begun: BankAccount,
  answer: GatewayAnswer<GatewayLink>,
): Promise<StartedLink | null> {
  await lockSubscriptionOf(tx, begun.accountId);
  const [account] = await tx.select().from(bankAccounts).where(eq(bankAccounts.id, begun.id));
  const isWanted = account?.status === 'pending';
  if (answer.kind !== 'ok') {
    const reason = answer.kind === 'refused' ? answer.code : 'not_received';
    if (isWanted) await endBankAccount(tx, now, account, { as: 'rejected', reason });
    return null;
  }
  const { linkedAccountId, registrationUri } = answer.value;
  if (!isWanted || registrationUri === null) {
    await queueLinkDeletion(tx, linkedAccountId);
    if (isWanted) await endBankAccount(tx, now, account, { as: 'rejected', reason: 'no_page' });
    return null;
  }
  const expiresAt = answer.value.expiresAt ?? account.expiresAt;
  const checkAt = nextLinkReadAt({ createdAt: account.createdAt, expiresAt }, now);
  const [started] = await tx
    .update(bankAccounts)
    .set({ linkedAccountId, registrationUri, expiresAt, checkAt })
    .where(eq(bankAccounts.id, account.id))
    .returning();
  return started ? startedOf(started) : null;
}
