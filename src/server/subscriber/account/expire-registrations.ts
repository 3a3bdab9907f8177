import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lte,
  min,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { addDays, dayOf, type Day } from '@/domain/day';
import { join } from '@/domain/lifecycle/changes';
import { endOrder } from '@/domain/lifecycle/orders';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import {
  erasureDueAt,
  hasEndedUnpaid,
  REGISTRATION_DAYS,
  registrationExpiresAt,
  TRANSFER_WAIT_DAYS,
} from '@/domain/subscription';
import { hasMoneyToReturn, MONEY_TO_RETURN } from './erasure';
import { writeAudit } from '../../lifecycle/audit';
import { deleteLineData } from '../../login/line-identity';
import type { Ctx } from '../../platform/context';
import { transaction, type Db, type Tx } from '../../db';
import { accounts, chargeAttempts, orders, paymentLinks, subscriptions } from '../../db/schema';
import { columnShape } from '../../db/row-shapes';
import { typedSql } from '../../db/query-rows';
import { newId } from '../../platform/ids';
import { eraseBankAccounts } from '../../money/bank-accounts/delete-link';
import { addJob } from '../../platform/job-queue';
import { applyChanges } from '../../lifecycle/apply-changes';
import { loadOrders } from '../../lifecycle/load-facts';
import { lockSubscription, type Subscription } from '../../lifecycle/locks';
import { queueMessage } from '../../lifecycle/outbox';
import { siteUrl } from '../../platform/site-url';
import { listHeldRegistrations } from '../../money/payment-links/unbooked-transfers';

function isExpired(today: Day) {
  return lte(subscriptions.registeredOn, addDays(today, -REGISTRATION_DAYS - 1));
}

function isTransferWaitOver(today: Day) {
  return lte(subscriptions.registeredOn, addDays(today, -REGISTRATION_DAYS - 1 - TRANSFER_WAIT_DAYS));
}

/**
 * Returns an SQL condition on `subscriptions`: the first order was never paid. True for open and cancelled
 * registrations, false for an unpaid reactivation and for an imported subscription.
 */
function isUnfinished() {
  return and(isNull(subscriptions.activatedAt), ne(subscriptions.status, 'imported'));
}

/**
 * An SQL condition on `subscriptions` and `accounts`: a cancelled registration with an open refund. Its data must stay,
 * because the operator may have to contact the owner.
 */
const OWES_CANCELLED = sql`(${eq(subscriptions.status, 'cancelled')} and ${MONEY_TO_RETURN})`;

const linksOf = (db: Db | Tx) =>
  db
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(eq(orders.subscriptionId, subscriptions.id));

const awaitedOrdersOf = (db: Db | Tx) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscriptions.id), eq(orders.status, 'awaiting_payment')));

/**
 * Returns registrations that must be closed or deleted now, seven days after their start without a first payment. Omits
 * registrations with an unknown payment outcome, cancelled registrations with an open refund, and registrations that a
 * transfer may concern which is not booked.
 */
export async function listExpiredRegistrations({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const today = dayOf(now);
  const open = db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, subscriptions.accountId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    );
  const held = [...(await listHeldRegistrations(db, now)).keys()];
  const isDue = or(isTransferWaitOver(today), not(exists(linksOf(db))), exists(awaitedOrdersOf(db)));
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(
      and(
        isUnfinished(),
        isExpired(today),
        not(exists(open)),
        isDue,
        not(OWES_CANCELLED),
        notInArray(subscriptions.id, held),
      ),
    )
    .orderBy(asc(subscriptions.registeredOn), asc(subscriptions.id))
    .limit(limit);
}

/**
 * Returns the next instant after `after` at which a registration expires or must be deleted; null without such a
 * registration. A registration with a payment link is deleted three days after it has expired.
 */
export async function nextRegistrationExpiryAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const today = dayOf(after);
  const [row] = await db
    .select({
      lapsing: typedSql(
        columnShape(subscriptions.registeredOn).nullable(),
        sql`${min(subscriptions.registeredOn)} filter (where ${not(isExpired(today))})`,
      ),
      waiting: typedSql(
        columnShape(subscriptions.registeredOn).nullable(),
        sql`${min(subscriptions.registeredOn)} filter (where ${and(isExpired(today), exists(linksOf(db)))})`,
      ),
    })
    .from(subscriptions)
    .where(
      and(
        isUnfinished(),
        gt(subscriptions.registeredOn, addDays(today, -REGISTRATION_DAYS - 1 - TRANSFER_WAIT_DAYS)),
      ),
    );
  const moments = [
    ...(row?.lapsing ? [registrationExpiresAt(row.lapsing)] : []),
    ...(row?.waiting ? [erasureDueAt(row.waiting, { linkShown: true })] : []),
    ...[...(await listHeldRegistrations(db, after)).values()],
  ];
  return moments.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/**
 * Deletes an expired registration. If it has a payment link, the first call only closes the first order and the link. A
 * call three days later deletes the registration. In between, a bank transfer can still be matched. Does nothing while a
 * payment has an unknown outcome, while a cancelled registration has an open refund, or while a transfer that may concern
 * the registration is not booked.
 */
export async function expireRegistration({ db, now }: Ctx, subscriptionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId);
    if (!subscription || !(await mayErase(tx, now, subscription))) return;
    if ((await listHeldRegistrations(tx, now, subscription.accountId)).has(subscriptionId)) return;
    const references = await listReferences(tx, subscription);
    const end = erasureDueAt(subscription.registeredOn, { linkShown: references.length > 0 });
    if (end > now) await closeFirstOrder(tx, now, subscription);
    else {
      await notifyExpired(tx, now, subscription, references);
      await eraseRegistration(tx, now, subscription, references);
    }
  });
}

/**
 * Deletes the expired registration of an e-mail, so that a new registration can use the e-mail. Does nothing while a
 * payment has an unknown outcome, or while a cancelled registration has an open refund. A transfer that is not booked does
 * not delay it.
 */
export async function eraseExpiredRegistration(tx: Tx, now: Date, email: string): Promise<void> {
  const [found] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(and(eq(accounts.emailNorm, normaliseEmail(email)), isUnfinished(), isExpired(dayOf(now))));
  const subscription = found ? await lockSubscription(tx, found.id) : null;
  if (!subscription || !(await mayErase(tx, now, subscription))) return;
  await eraseRegistration(tx, now, subscription, await listReferences(tx, subscription));
}

async function mayErase(tx: Tx, now: Date, subscription: Subscription): Promise<boolean> {
  if (!hasEndedUnpaid(subscription, now) || (await isOutcomeOpen(tx, subscription))) return false;
  return subscription.status !== 'cancelled' || !(await hasMoneyToReturn(tx, subscription.accountId));
}

async function isOutcomeOpen(tx: Tx, { accountId }: Subscription): Promise<boolean> {
  const open = await tx
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    );
  return open.length > 0;
}

/** Returns the bank-transfer references of all present and earlier payment links of a registration. */
async function listReferences(tx: Tx, { id }: Subscription): Promise<string[]> {
  const links = await tx
    .select({ reference: paymentLinks.reference })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(eq(orders.subscriptionId, id));
  return links.map(({ reference }) => reference);
}

/** Closes the first order and its payment link. A bank transfer that was made in time can still pay the order. */
async function closeFirstOrder(tx: Tx, now: Date, { id }: Subscription): Promise<void> {
  const awaited = await loadOrders(tx, { id }, ['awaiting_payment']);
  const ended = awaited.map((order) => endOrder(order, 'unpaid', { status: 'expired', reason: null }));
  const about = { cause: 'registration_ended', actor: 'billing', subscriptionId: id } as const;
  await applyChanges(tx, now, [{ ...about, ...join(...ended) }]);
}

/**
 * Queues the mail that a registration was deleted, before its account is deleted. Without a verified e-mail or a mailed
 * payment link, the address may be another person's. The owner of a cancelled registration has had a message.
 */
async function notifyExpired(
  tx: Tx,
  now: Date,
  { id, accountId, status }: Subscription,
  references: readonly string[],
): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account || status === 'cancelled') return;
  if (account.emailVerifiedAt === null && references.length === 0) return;
  const { locale, firstName, email } = account;
  await queueMessage(tx, now, {
    kind: 'registration_expired',
    accountId: null,
    dedupeKey: `registration_expired:${id}`,
    toAddress: email,
    payload: { locale, firstName, link: siteUrl(locale, '/register') },
  });
}

/**
 * Deletes the account of a registration with its sessions and order. Queues jobs that delete its customer and its bank
 * account at the gateway.
 */
async function eraseRegistration(
  tx: Tx,
  now: Date,
  { accountId }: Subscription,
  references: string[],
): Promise<void> {
  await deleteLineData(tx, accountId);
  await recordEnd(tx, accountId);
  await eraseBankAccounts(tx, accountId);
  const [erased] = await tx
    .delete(accounts)
    .where(eq(accounts.id, accountId))
    .returning({ customerId: accounts.omiseCustomerId });
  // A bank transfer with such a reference may still arrive. The audit event then explains why it has no account.
  await writeAudit(tx, now, {
    actor: 'billing',
    subject: accountId,
    what: 'registration.expired',
    detail: { references },
  });
  if (erased?.customerId) {
    await addJob(
      tx,
      'delete_customer',
      { customerId: erased.customerId },
      `delete_customer:${erased.customerId}`,
    );
  }
}

/** Keeps for the desk's figures how far a registration came, without anything that leads to its person. */
async function recordEnd(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`insert into ended_registrations (id, registered_on, locale, step)
    select ${newId('endedRegistration')}, s.registered_on, a.locale,
      case when exists (select 1 from orders o where o.subscription_id = s.id and o.kind = 'first') then 'payment'
        when a.address is not null then 'delivery' else 'details' end
    from subscriptions s join accounts a on a.id = s.account_id where s.account_id = ${accountId}`);
}
