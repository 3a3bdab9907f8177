import { and, asc, eq, isNotNull, lte, ne, not, or, sql } from 'drizzle-orm';
import { CONSENT_PURPOSES } from '@/domain/consent';
import { MONEY_ADDRESS_DAYS, UNDELIVERED_ADDRESS_DAYS } from '@/domain/retention';
import { writeAudit } from '../lifecycle/audit';
import { deleteLineData } from '../auth/line-identity';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import {
  accounts,
  boxItems,
  cards,
  chargeAttempts,
  idempotencyRecords,
  messages,
  oneTimeTokens,
  referralCodes,
  sessions,
  subscriptions,
} from '../db/schema';
import { addJob } from '../platform/job-queue';
import { hasPaid, rememberCustomer } from '../rewards/former-customers';
import { withdrawConsents } from '../lifecycle/consents';

type Account = typeof accounts.$inferSelect;

/** No address; its columns are empty together. */
const NO_ADDRESS = { address: null, subdistrict: null, district: null, province: null, postalCode: null };

/** An SQL condition on `accounts`: a paid box may not have arrived. Raw, because it is part of other queries. */
export const BOX_TO_COME = sql`exists (select 1 from orders o left join shipments p on p.order_id = o.id
  where o.account_id = ${accounts.id} and o.status = 'paid' and p.status is distinct from 'delivered' and p.loss is null)`;

/**
 * An SQL condition on `accounts`: money may have to be refunded by hand, of a QR code that can still be paid or of an
 * open refund.
 */
export const MONEY_TO_RETURN = sql`(exists (select 1 from charge_attempts a where a.account_id = ${accounts.id}
    and a.source = 'promptpay' and (a.closed_at is null or a.check_at is not null))
  or exists (select 1 from refunds r join money_received m on m.id = r.money_id join orders o on o.id = m.order_id
    where o.account_id = ${accounts.id} and r.status not in ('succeeded','failed')))`;

/** Whether money of the account may have to be refunded by hand. */
export async function hasMoneyToReturn(db: Db | Tx, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), MONEY_TO_RETURN));
  return row !== undefined;
}

/** Whether a paid box has not arrived yet. */
export async function hasBoxToCome(db: Db | Tx, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), BOX_TO_COME));
  return row !== undefined;
}

/**
 * Removes all personal data of an account. Tax records stay under its id: orders with their lines, payments, charges,
 * money, refunds and points. The caller holds the subscription's lock and has cancelled it.
 * @param keepsContact keeps name, phone and address until the last paid box has arrived and no refund is open
 */
export async function erasePerson(
  tx: Tx,
  now: Date,
  account: Account,
  { keepsContact }: { keepsContact: boolean },
): Promise<void> {
  if (await hasPaid(tx, account.id)) await rememberCustomer(tx, now, account.id);
  await endAccess(tx, account.id);
  await withdrawConsents(tx, now, account.id, CONSENT_PURPOSES);
  await eraseCards(tx, account);
  // The warning about another e-mail still goes to the old address: an attacker may be deleting the account.
  await tx
    .delete(messages)
    .where(
      and(
        eq(messages.accountId, account.id),
        or(ne(messages.status, 'queued'), ne(messages.kind, 'email_changed')),
      ),
    );
  await tx.delete(referralCodes).where(eq(referralCodes.accountId, account.id));
  const [subscription] = await tx
    .update(subscriptions)
    .set({ cancelReason: null, cancelComment: null, code: null })
    .where(eq(subscriptions.accountId, account.id))
    .returning({ id: subscriptions.id });
  if (subscription) await tx.delete(boxItems).where(eq(boxItems.subscriptionId, subscription.id));
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
      deletedAt: now,
      ...(keepsContact ? { address: addressWithRecipient(account) } : NO_ADDRESS),
    })
    .where(eq(accounts.id, account.id));
}

/** The parcel needs the name, the courier the phone, and a manual refund goes to it by PromptPay. */
function addressWithRecipient({ firstName, lastName, phone, address }: Account): string {
  return `${firstName} ${lastName}, ${phone}, ${address ?? ''}`;
}

/** Ends all access: sessions, links, LINE profile and stored responses. */
async function endAccess(tx: Tx, accountId: string): Promise<void> {
  const scopes = tx
    .select({ scope: sql`'session:' || ${sessions.id}` })
    .from(sessions)
    .where(eq(sessions.userId, accountId));
  await tx.delete(idempotencyRecords).where(sql`${idempotencyRecords.scope} in ${scopes}`);
  await tx.delete(sessions).where(eq(sessions.userId, accountId));
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.accountId, accountId));
  await deleteLineData(tx, accountId);
}

/** Deletes the cards here, and at the gateway by a job that is retried until it succeeds. */
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
 * An SQL condition: the address is no longer needed, because no paid box can still arrive and no refund is open, or the
 * longest retention has passed.
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

/** Returns deleted accounts with a stored address that is no longer needed. */
export async function listAddressesToErase({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isAddressOver(now))
    .orderBy(asc(accounts.id))
    .limit(limit);
}

/** Deletes the address of one of them. */
export async function eraseAddress({ db, now }: Ctx, accountId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [erased] = await tx
      .update(accounts)
      .set(NO_ADDRESS)
      .where(and(eq(accounts.id, accountId), isAddressOver(now)))
      .returning({ id: accounts.id });
    if (!erased) return;
    await writeAudit(tx, now, { actor: 'billing', subject: accountId, what: 'account.address_erased' });
  });
}
