import { and, asc, eq, inArray, isNotNull, lte, ne, not, or, sql } from 'drizzle-orm';
import { CONSENT_PURPOSES } from '@/domain/consent';
import { MONEY_ADDRESS_DAYS, UNDELIVERED_ADDRESS_DAYS } from '@/domain/retention';
import { writeAudit } from '../../lifecycle/audit';
import { deleteConversations } from '../../lifecycle/conversations';
import { deleteLineData } from '../../login/line-identity';
import { deletePasskeys } from '../../login/passkeys/records';
import type { Ctx } from '../../platform/context';
import { transaction, type Db, type Tx } from '../../db';
import {
  accounts,
  boxItems,
  broadcasts,
  calendarFeeds,
  cards,
  chargeAttempts,
  idempotencyRecords,
  messages,
  oneTimeTokens,
  orderAddresses,
  orderLinks,
  orders,
  referralCodes,
  sessions,
  slips,
  staffNotes,
  subscriberMarks,
  subscriptions,
} from '../../db/schema';
import { eraseBankAccounts } from '../../money/bank-accounts/delete-link';
import { erasePayTo } from '../../money/refunds/pay-to';
import { addJob } from '../../platform/job-queue';
import { hasPaid, rememberCustomer } from '../../shop/rewards/former-customers';
import { withdrawConsents } from '../../lifecycle/consents';
import { eraseExternalIds } from '../../lifecycle/moved-in-ids';

type Account = typeof accounts.$inferSelect;

/** The column values of a deleted postal address. The five columns are always set together. */
const NO_ADDRESS = { address: null, subdistrict: null, district: null, province: null, postalCode: null };

/** An SQL condition on `accounts`: the account has a paid box that is still to be delivered and is not lost. */
export const BOX_TO_COME = sql`exists (select 1 from orders o left join shipments p on p.order_id = o.id
  where o.account_id = ${accounts.id} and o.status = 'paid' and p.status is distinct from 'delivered' and p.loss is null)`;

/**
 * An SQL condition on `accounts`: the operator may have to refund money manually. True while a PromptPay QR code can
 * still be paid, or a refund is open.
 */
export const MONEY_TO_RETURN = sql`(exists (select 1 from charge_attempts a where a.account_id = ${accounts.id}
    and a.source = 'promptpay' and (a.closed_at is null or a.check_at is not null))
  or exists (select 1 from refunds r join money_received m on m.id = r.money_id join orders o on o.id = m.order_id
    where o.account_id = ${accounts.id} and r.status not in ('succeeded','failed','corrected')))`;

/** Whether `MONEY_TO_RETURN` is true for the account: the operator may have to refund money manually. */
export async function hasMoneyToReturn(db: Db | Tx, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), MONEY_TO_RETURN));
  return row !== undefined;
}

/** Whether `BOX_TO_COME` is true for the account: a paid box is still to be delivered. */
export async function hasBoxToCome(db: Db | Tx, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), BOX_TO_COME));
  return row !== undefined;
}

/**
 * Deletes all personal data of an account. Keeps orders, payments, charges, received money, refunds and points under the
 * account's id, and the buyers on tax invoices, which are tax records. The caller must hold the subscription's lock and
 * must have cancelled the subscription.
 * @param options `keepsContact`: true to keep name, phone and postal address until `eraseAddress` deletes them
 */
export async function erasePerson(
  tx: Tx,
  now: Date,
  account: Account,
  { keepsContact }: { keepsContact: boolean },
): Promise<void> {
  if (await hasPaid(tx, account.id)) await rememberCustomer(tx, now, account.id);
  await deleteConversations(tx, account.id);
  await endAccess(tx, account.id);
  await withdrawConsents(tx, now, account.id, CONSENT_PURPOSES);
  await eraseCards(tx, account);
  await eraseBankAccounts(tx, account.id);
  await erasePayTo(tx, account.id);
  await erasePictures(tx, account.id);
  await eraseExternalIds(tx, account.id);
  // Keeps a queued warning to the old e-mail about an e-mail change, because an attacker may delete the account.
  await tx
    .delete(messages)
    .where(
      and(
        eq(messages.accountId, account.id),
        or(ne(messages.status, 'queued'), ne(messages.kind, 'email_changed')),
      ),
    );
  await tx.delete(staffNotes).where(eq(staffNotes.accountId, account.id));
  await tx.delete(subscriberMarks).where(eq(subscriberMarks.accountId, account.id));
  await tx.delete(broadcasts).where(sql`${broadcasts.filter} ->> 'accountId' = ${account.id}`);
  await tx.delete(referralCodes).where(eq(referralCodes.accountId, account.id));
  const [subscription] = await tx
    .update(subscriptions)
    .set({ cancelReason: null, cancelComment: null, code: null })
    .where(eq(subscriptions.accountId, account.id))
    .returning({ id: subscriptions.id });
  if (subscription) await tx.delete(boxItems).where(eq(boxItems.subscriptionId, subscription.id));
  await tx
    .delete(orderAddresses)
    .where(and(isOfAccount(account.id), keepsContact ? not(IS_TO_COME) : undefined));
  const pseudonym = `${account.id}@deleted.invalid`;
  await tx
    .update(accounts)
    .set({
      email: pseudonym,
      emailNorm: pseudonym,
      emailVerifiedAt: null,
      failedEmailNorm: null,
      emailFailedAt: null,
      emailFailure: null,
      passwordHash: null,
      firstName: 'Deleted',
      lastName: 'account',
      phone: '',
      ageGroup: null,
      omiseCustomerId: null,
      passkeyHandle: null,
      deletedAt: now,
      ...(keepsContact ? { address: addressWithRecipient(account) } : NO_ADDRESS),
    })
    .where(eq(accounts.id, account.id));
}

const isOfAccount = (accountId: string) =>
  sql`${orderAddresses.orderId} in (select o.id from orders o where o.account_id = ${accountId})`;

/** An SQL condition on `order_addresses`: the order is paid, not delivered and not lost. */
const IS_TO_COME = sql`exists (select from orders o left join shipments p on p.order_id = o.id
  where o.id = ${orderAddresses.orderId} and o.status = 'paid' and p.status is distinct from 'delivered' and p.loss is null)`;

/**
 * Returns name, phone and postal address as one text, for an undelivered parcel and for a manual PromptPay refund.
 */
function addressWithRecipient({ firstName, lastName, phone, address }: Account): string {
  return `${firstName} ${lastName}, ${phone}, ${address ?? ''}`;
}

/** Deletes the passkeys, sessions, mailed links, calendar feed, LINE data and stored API responses of an account. */
async function endAccess(tx: Tx, accountId: string): Promise<void> {
  const scopes = tx
    .select({ scope: sql`'session:' || ${sessions.id}` })
    .from(sessions)
    .where(eq(sessions.userId, accountId));
  await tx.delete(idempotencyRecords).where(sql`${idempotencyRecords.scope} in ${scopes}`);
  // Waits for log-ins with a passkey, whose sessions are then deleted too.
  await deletePasskeys(tx, accountId);
  await tx.delete(sessions).where(eq(sessions.userId, accountId));
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.accountId, accountId));
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.accountId, accountId));
  const owned = tx.select({ id: orders.id }).from(orders).where(eq(orders.accountId, accountId));
  await tx.delete(orderLinks).where(inArray(orderLinks.orderId, owned));
  await deleteLineData(tx, accountId);
}

/** Deletes the pictures of the slips that were sent for orders of an account. */
async function erasePictures(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(slips)
    .set({ picture: null })
    .where(sql`${slips.orderId} in (select o.id from orders o where o.account_id = ${accountId})`);
}

/** Deletes the account's cards in the database, and queues a job that deletes them at the gateway. */
async function eraseCards(tx: Tx, { id, omiseCustomerId }: Account): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set({ cardId: null, authorizeUri: null })
    .where(and(eq(chargeAttempts.accountId, id), isNotNull(chargeAttempts.cardId)));
  await tx.delete(cards).where(eq(cards.accountId, id));
  if (omiseCustomerId === null) return;
  await addJob(tx, 'delete_customer', { customerId: omiseCustomerId }, `delete_customer:${omiseCustomerId}`);
}

/**
 * Returns an SQL condition on `accounts`: the postal address of a deleted account is no longer needed. This is so when
 * no delivery and no refund is expected, at the latest `MONEY_ADDRESS_DAYS` days after the deletion.
 */
const isAddressOver = (now: Date) => {
  const wasDeletedFor = (days: number) =>
    lte(accounts.deletedAt, new Date(now.getTime() - days * 86_400_000));
  return and(
    isNotNull(accounts.address),
    isNotNull(accounts.deletedAt),
    or(
      and(or(not(BOX_TO_COME), wasDeletedFor(UNDELIVERED_ADDRESS_DAYS)), not(MONEY_TO_RETURN)),
      wasDeletedFor(MONEY_ADDRESS_DAYS),
    ),
  );
};

/** Returns deleted accounts whose stored postal address is no longer needed, in the order of their ids. */
export async function listAddressesToErase({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isAddressOver(now))
    .orderBy(asc(accounts.id))
    .limit(limit);
}

/** Deletes the postal address of a deleted account. Does nothing while the address is still needed. */
export async function eraseAddress({ db, now }: Ctx, accountId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [erased] = await tx
      .update(accounts)
      .set(NO_ADDRESS)
      .where(and(eq(accounts.id, accountId), isAddressOver(now)))
      .returning({ id: accounts.id });
    if (!erased) return;
    await tx.delete(orderAddresses).where(isOfAccount(accountId));
    await writeAudit(tx, now, { actor: 'billing', subject: accountId, what: 'account.address_erased' });
  });
}
