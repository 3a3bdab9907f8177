import { and, asc, eq, isNotNull, lte, ne, not, or, sql } from 'drizzle-orm';
import { CONSENT_PURPOSES } from '@/domain/consent';
import { MONEY_ADDRESS_DAYS, UNDELIVERED_ADDRESS_DAYS } from '@/domain/retention';
import { writeAudit } from '../lifecycle/audit';
import { forgetLine } from '../auth/line-identity';
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

/** No address at all; its columns are empty together. */
const NO_ADDRESS = { address: null, subdistrict: null, district: null, province: null, postalCode: null };

/** Paid boxes that are not known to have arrived. Raw, because it is asked inside other questions. */
export const BOX_TO_COME = sql`exists (select 1 from orders o left join shipments p on p.order_id = o.id
  where o.account_id = ${accounts.id} and o.status = 'paid' and p.status is distinct from 'delivered' and p.loss is null)`;

/** Money of an account that may have to be sent by hand: of a QR code that can still be paid, or of a refund that is not made. */
export const MONEY_TO_RETURN = sql`(exists (select 1 from charge_attempts a where a.account_id = ${accounts.id}
    and a.source = 'promptpay' and (a.closed_at is null or a.check_at is not null))
  or exists (select 1 from refunds r join money_received m on m.id = r.money_id join orders o on o.id = m.order_id
    where o.account_id = ${accounts.id} and r.status not in ('succeeded','failed')))`;

/** Whether money of the account may have to be sent back by hand. */
export async function hasMoneyToReturn(db: Db | Tx, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), MONEY_TO_RETURN));
  return row !== undefined;
}

/** Whether a paid box is still to arrive. */
export async function hasBoxToCome(db: Db | Tx, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), BOX_TO_COME));
  return row !== undefined;
}

/**
 * Takes out of an account everything that says who it was. What the tax office wants stays under its id: orders with
 * their lines, payments, charges, money, refunds and points. The caller holds the subscription's lock and has
 * cancelled it.
 * @param keepsContact keeps name, phone and address until the last paid box has arrived and no money has to go back.
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
  // The warning about another e-mail still goes to the old one: whoever took the account over may be deleting it.
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

/** The parcel says whom it is for, the courier calls the phone, and a refund by hand goes to it by PromptPay. */
function addressWithRecipient({ firstName, lastName, phone, address }: Account): string {
  return `${firstName} ${lastName}, ${phone}, ${address ?? ''}`;
}

/** Nobody gets in any more: no session, no link, no LINE profile, no kept answer. */
async function endAccess(tx: Tx, accountId: string): Promise<void> {
  const scopes = tx
    .select({ scope: sql<string>`'session:' || ${sessions.id}` })
    .from(sessions)
    .where(eq(sessions.userId, accountId));
  await tx.delete(idempotencyRecords).where(sql`${idempotencyRecords.scope} in ${scopes}`);
  await tx.delete(sessions).where(eq(sessions.userId, accountId));
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.accountId, accountId));
  await forgetLine(tx, accountId);
}

/** Here at once, at the gateway by a job that is repeated until it is done. */
async function eraseCards(tx: Tx, { id, omiseCustomerId }: Account): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set({ cardId: null, authorizeUri: null })
    .where(and(eq(chargeAttempts.accountId, id), isNotNull(chargeAttempts.cardId)));
  await tx.delete(cards).where(eq(cards.accountId, id));
  if (omiseCustomerId === null) return;
  await addJob(tx, 'delete_customer', { customerId: omiseCustomerId }, `delete_customer:${omiseCustomerId}`);
}

/** No box is to come, or none has come for so long that none will, and no money has to go back; or the longest time is over. */
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

/** Deleted accounts whose address is kept and needed no more. */
export async function listAddressesToErase({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isAddressOver(now))
    .orderBy(asc(accounts.id))
    .limit(limit);
}

/** Erases the address of one of them. */
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
