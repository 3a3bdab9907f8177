import { and, asc, eq, isNotNull, ne, not, or, sql } from 'drizzle-orm';
import { writeAudit } from '../audit';
import { forgetLine } from '../auth/line-identity';
import type { Ctx } from '../context';
import { transaction, type Db, type Tx } from '../db/client';
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
import { addJob } from '../jobs';

type Account = typeof accounts.$inferSelect;

/** No address at all; its columns are empty together. */
const NO_ADDRESS = { address: null, subdistrict: null, district: null, province: null, postalCode: null };

/** Paid boxes that are not known to have arrived. Raw, because it is asked inside other questions. */
const BOX_TO_COME = sql`exists (select 1 from orders o left join shipments p on p.order_id = o.id
  where o.account_id = ${accounts.id} and o.status = 'paid' and p.status is distinct from 'delivered' and p.loss is null)`;

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
 * @param boxToCome keeps where the box goes, and to whom, until it has arrived.
 */
export async function erasePerson(
  tx: Tx,
  now: Date,
  account: Account,
  { boxToCome }: { boxToCome: boolean },
): Promise<void> {
  await endAccess(tx, account.id);
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
      passwordHash: null,
      firstName: 'Deleted',
      lastName: 'account',
      phone: '',
      ageGroup: null,
      omiseCustomerId: null,
      deletedAt: now,
      ...(boxToCome ? { address: addressWithRecipient(account) } : NO_ADDRESS),
    })
    .where(eq(accounts.id, account.id));
}

/** The parcel still has to say whom it is for, and the courier whom to call. */
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

/** Deleted accounts whose last paid box has arrived while we still have its address. */
export async function listAddressesToErase({ db }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isNotNull(accounts.deletedAt), isNotNull(accounts.address), not(BOX_TO_COME)))
    .orderBy(asc(accounts.id))
    .limit(limit);
}

/** Erases the address of one of them. */
export async function eraseAddress({ db, now }: Ctx, accountId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [erased] = await tx
      .update(accounts)
      .set(NO_ADDRESS)
      .where(
        and(
          eq(accounts.id, accountId),
          isNotNull(accounts.deletedAt),
          isNotNull(accounts.address),
          not(BOX_TO_COME),
        ),
      )
      .returning({ id: accounts.id });
    if (!erased) return;
    await writeAudit(tx, now, { actor: 'billing', subject: accountId, what: 'account.address_erased' });
  });
}
