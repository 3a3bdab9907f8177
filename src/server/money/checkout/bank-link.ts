import { and, desc, eq } from 'drizzle-orm';
import type { AgreedFirst, LinkBank } from '@/domain/bank-account';
import { dayOf, type Day } from '@/domain/day';
import { coarseReason } from '@/domain/decline';
import { MINUTE_MS } from '@/domain/duration';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { firstDates } from '@/domain/schedule';
import { isRegistering, mayPayFirst } from '@/domain/subscription';
import { transaction, type Db, type Tx } from '../../db';
import { accounts, bankAccounts, chargeAttempts, orders, subscriptions } from '../../db/schema';
import { findBankAccount, type BankAccount } from '../../lifecycle/bank-accounts';
import { lockSubscriptionOf, type Subscription } from '../../lifecycle/locks';
import { queueMessage } from '../../lifecycle/outbox';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { siteUrl } from '../../platform/site-url';
import { countThrottled } from '../../platform/throttle';
import { readLink } from '../bank-accounts/read-link';
import { startLink, type StartedLink } from '../bank-accounts/start-link';
import type { ChargeView } from '../charging/charge-now';
import { forgetListedMeans, offeredBanks } from '../payment-links/offered-means';
import { isReadDue, pollWhenDue } from '../payment-links/poll-when-due';
import { findOpenAttempt } from '../settlement/queries';
import { loadCatalogue } from '../../shop/catalogue/queries';
import { chargeFirstOrder, readFirst } from './first-payment';

/**
 * Starts the link of a bank account. With `expectedTotal` a registration agrees to pay its first order by the account:
 * it is charged as soon as the account is linked, as far as `payAgreedFirst` allows.
 * @throws AppError BANK_LINK_FAILED also for a bank that is not offered; TOTAL_CHANGED (nothing is started), THROTTLED
 */
export async function startBankLink(
  ctx: Ctx,
  accountId: string,
  { bank, locale, expectedTotal }: { bank: LinkBank; locale?: Locale; expectedTotal?: Satang },
): Promise<StartedLink> {
  if (!(await offeredBanks(ctx.now)).includes(bank)) throw new AppError('BANK_LINK_FAILED');
  await countThrottled(ctx.db, 'bankAccount', accountId);
  const agreed = expectedTotal === undefined ? null : await agreeOn(ctx, accountId, expectedTotal);
  try {
    return await startLink(ctx, accountId, { bank, locale, agreed });
  } catch (error) {
    forgetListedMeans();
    throw error;
  }
}

async function agreeOn(ctx: Ctx, accountId: string, total: Satang): Promise<AgreedFirst | null> {
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const { registration, totals } = await readFirst(ctx.db, ctx.now, { accountId, catalogue });
  if (!registration || !mayPayFirst(registration.subscription, ctx.now)) throw new AppError('NOT_ALLOWED');
  if (totals && totals.total !== total)
    throw new AppError('TOTAL_CHANGED', { data: { total: totals.total, totals } });
  return { at: ctx.now.toISOString(), total, ...termsOf(registration.subscription, ctx.now) };
}

const termsOf = ({ code, paymentDay, frequency }: Subscription, now: Date) => ({
  code,
  dates: firstDates(dayOf(now), paymentDay, frequency),
});

/**
 * Reads a link at the gateway, and charges the first order that was agreed with it. Any number of calls at the same time
 * charge once.
 * @param isPresent whether the owner waits at the page of the link, which shows the result by itself
 */
export async function followLink(ctx: Ctx, id: string, isPresent = false): Promise<void> {
  await readLink(ctx, id);
  const account = await findRow(ctx.db, eq(bankAccounts.id, id));
  if (account?.status !== 'linked' || !account.agreed) return;
  const choice = { bankAccountId: id, agreed: account.agreed };
  try {
    await chargeFirstOrder(ctx, account.accountId, choice, account.agreed.total);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  await transaction(ctx.db, (tx) => endAgreement(tx, ctx.now, account, isPresent));
}

/**
 * Ends the agreement once its charge has a result. While a charge is open, the job asks again. An order that is not paid
 * gets one message with a link to pay it.
 */
async function endAgreement(tx: Tx, now: Date, account: BankAccount, isPresent: boolean): Promise<void> {
  const { id, accountId } = account;
  const subscription = await lockSubscriptionOf(tx, accountId);
  const present = await findRow(tx, eq(bankAccounts.id, id));
  if (!subscription || present?.status !== 'linked' || !present.agreed) return;
  const isOpen = isRegistering(subscription) && (await findOpenAttempt(tx, accountId)) !== null;
  const after = isOpen ? { checkAt: new Date(now.getTime() + MINUTE_MS) } : { agreed: null, checkAt: null };
  await tx.update(bankAccounts).set(after).where(eq(bankAccounts.id, id));
  if (isOpen || isPresent || !mayPayFirst(subscription, now)) return;
  const [reader] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  if (!reader) return;
  await queueMessage(tx, now, {
    kind: 'bank_account_linked',
    accountId,
    dedupeKey: `bank_account_linked:${id}`,
    payload: {
      firstName: reader.firstName,
      account: { bank: present.bank, lastDigits: present.lastDigits ?? '' },
      link: siteUrl(reader.locale, `/bank/${present.token}`),
    },
  });
}

/** The first order of a registration, at the page of its link. */
interface LinkedFirst {
  /** `late`: the registration has expired. */
  state: 'due' | 'checking' | 'paid' | 'late';
  total: Satang;
  paidOn: Day | null;
  /** Why the last charge of the account was declined; null if it was not. */
  reason: string | null;
}

/** The data of the page `/bank/<token>`. Without a session of the owner it contains nothing of the account. */
export interface BankLinkView {
  state: 'waiting' | 'linked' | 'rejected' | 'ended';
  bank: LinkBank;
  /** The bank's page, while the bank waits for the owner. */
  registrationUri: string | null;
  /** Null unless the owner is logged in. */
  lastDigits: string | null;
  isOwner: boolean;
  /** Null for the link of a subscriber. */
  first: LinkedFirst | null;
}

/** `readerId`: the account of the caller's session; missing or null without one. */
type ReaderCtx = Ctx & { readerId?: string | null };

/**
 * Returns the link with this secret token. First reads what is open at the gateway, at most every four seconds.
 * @throws AppError NOT_FOUND for an unknown token and a deleted account
 */
export async function showBankLink(ctx: ReaderCtx, token: string): Promise<BankLinkView> {
  const found = await requireLink(ctx.db, token);
  if (found.checkAt && isReadDue(found.id, ctx.now))
    await followLink(ctx, found.id, true).catch((error: unknown) => {
      log.warn('bank_accounts.unfollowed', { accountId: found.accountId, error });
    });
  const open = await findOpenAttempt(ctx.db, found.accountId);
  if (open?.bankAccountId === found.id) await pollWhenDue(ctx, open);
  return viewLink(ctx, token);
}

const STATES = { pending: 'waiting', linked: 'linked', rejected: 'rejected' } as const;

async function viewLink(ctx: ReaderCtx, token: string): Promise<BankLinkView> {
  const account = await requireLink(ctx.db, token);
  const { status, bank, registrationUri, lastDigits } = account;
  const isOwner = ctx.readerId === account.accountId;
  return {
    state: status === 'expired' || status === 'deleted' ? 'ended' : STATES[status],
    bank,
    registrationUri,
    lastDigits: isOwner ? lastDigits : null,
    isOwner,
    first: await viewFirst(ctx, account),
  };
}

/** Returns the first order of a link that was started in a registration; null for the link of a subscriber. */
async function viewFirst(ctx: Ctx, account: BankAccount): Promise<LinkedFirst | null> {
  const { accountId, createdAt } = account;
  const [subscription] = await ctx.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  if (!subscription) return null;
  const { activatedAt } = subscription;
  if (activatedAt ? activatedAt < createdAt : !isRegistering(subscription)) return null;
  const [order] = await ctx.db
    .select({ total: orders.total, paidOn: orders.paidOn })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.kind, 'first')));
  const nothing = { paidOn: null, reason: null };
  if (order?.paidOn) return { ...nothing, state: 'paid', ...order };
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const { totals, open, isLate } = await readFirst(ctx.db, ctx.now, { accountId, catalogue });
  const total = totals?.total ?? order?.total ?? 0;
  if (open === 'unresolved') return { ...nothing, state: 'checking', total };
  const [last] = await ctx.db
    .select({ status: chargeAttempts.status, reason: chargeAttempts.reason })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.bankAccountId, account.id))
    .orderBy(desc(chargeAttempts.attemptNo))
    .limit(1);
  const reason = last?.status === 'declined' ? coarseReason(last.reason ?? '') : null;
  return { ...nothing, state: isLate ? 'late' : 'due', total, reason };
}

/**
 * Pays the first order by the linked account of the page. Its secret token is the access control.
 * @throws AppError NOT_FOUND, and those of `payFirstByBankAccount`
 */
export async function payFirstAtLink(
  ctx: ReaderCtx,
  token: string,
  expectedTotal: Satang,
): Promise<{ charge: ChargeView | null; link: BankLinkView }> {
  const { accountId, id } = await requireLink(ctx.db, token);
  const charge = await payByAccount(ctx, accountId, id, expectedTotal);
  return { charge, link: await viewLink(ctx, token) };
}

/**
 * Pays the first order by the linked bank account (step 4 of registering). For a paid order, returns its outcome again.
 * @throws AppError NOT_FOUND without a linked account, TOTAL_CHANGED (nothing is charged), PAYMENT_PENDING, STEP_MISSING,
 *   CODE_INVALID, CHECKOUT_FAILED, THROTTLED, NOT_ALLOWED
 */
export async function payFirstByBankAccount(
  ctx: Ctx,
  accountId: string,
  expectedTotal?: Satang,
): Promise<ChargeView | null> {
  const account = await findBankAccount(ctx.db, accountId, 'linked');
  if (!account) throw new AppError('NOT_FOUND');
  return payByAccount(ctx, accountId, account.id, expectedTotal);
}

async function payByAccount(
  ctx: Ctx,
  accountId: string,
  bankAccountId: string,
  expectedTotal: Satang | undefined,
): Promise<ChargeView | null> {
  await countThrottled(ctx.db, 'bankAccount', accountId);
  return chargeFirstOrder(ctx, accountId, { bankAccountId }, expectedTotal);
}

/** The bank accounts of a person: the linked one, the one whose link waits at the bank, and the banks to choose from. */
export interface OwnBankAccounts {
  /** `isRefused`: whether the bank accepts no more charges of it, so that it has to be linked again. */
  linked: { bankAccountId: string; bank: LinkBank; lastDigits: string; isRefused: boolean } | null;
  pending: { bank: LinkBank; registrationUri: string } | null;
  banks: LinkBank[];
}

/** Returns the bank accounts of an account. */
export async function getBankAccounts(ctx: Ctx, accountId: string): Promise<OwnBankAccounts> {
  const [linked, pending, banks] = await Promise.all([
    findBankAccount(ctx.db, accountId, 'linked'),
    findBankAccount(ctx.db, accountId, 'pending'),
    offeredBanks(ctx.now),
  ]);
  const { registrationUri = null } = pending ?? {};
  const isOpen = pending !== null && registrationUri !== null && pending.expiresAt > ctx.now;
  return {
    linked: linked && {
      bankAccountId: linked.id,
      bank: linked.bank,
      lastDigits: linked.lastDigits ?? '',
      isRefused: linked.hardDecline !== null,
    },
    pending: isOpen ? { bank: pending.bank, registrationUri } : null,
    banks,
  };
}

async function requireLink(db: Db | Tx, token: string): Promise<BankAccount> {
  const found = await findRow(db, eq(bankAccounts.token, token));
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

async function findRow(db: Db | Tx, which: ReturnType<typeof eq>): Promise<BankAccount | null> {
  const [row] = await db.select().from(bankAccounts).where(which);
  return row ?? null;
}
