import { and, asc, eq, not, notInArray, sql, type SQL } from 'drizzle-orm';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import { DAY_MS } from '@/domain/duration';
import { DORMANT_DAYS, DORMANT_NOTICE_DAYS } from '@/domain/retention';
import { canActAsSubscriber } from '@/domain/subscription';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { accounts, identities } from '../../db/schema';
import { log } from '../../platform/log';
import { queueMessage } from '../../lifecycle/outbox';
import { accountUrl } from '../../platform/site-url';
import { isAccountHeld, listHeld } from '../../money/payment-links/unbooked-transfers';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { eraseAccount, queueDeletionMessage } from './deletion';
import { BOX_TO_COME, MONEY_TO_RETURN } from './erasure';
import { requireAccount } from '../../lifecycle/require-subscriber';

const ANNOUNCED = 'account.erasure_announced';

const sinceOf = (now: Date) => new Date(now.getTime() - DORMANT_DAYS * DAY_MS);

/** Returns a timestamp for raw SQL. Without the cast, PostgreSQL would compare the parameter as text. */
const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/**
 * Returns an SQL condition on `accounts`: the account is dormant. A dormant account had no log-in and no order for
 * three years. It has no active subscription, no unpaid order, and no open payment, parcel, dispute or refund.
 */
const isDormant = (now: Date) => {
  const since = sinceOf(now);
  return and(
    sql`${accounts.deletedAt} is null and ${accounts.createdAt} <= ${instant(since)}`,
    sql`exists (select 1 from subscriptions s where s.account_id = ${accounts.id} and s.activated_at is not null
      and (s.status = 'inactive' or (s.status = 'cancelled' and s.cancelled_at <= ${instant(since)})))`,
    sql`not exists (select 1 from orders o where o.account_id = ${accounts.id}
      and (o.status in ('upcoming','charging','awaiting_payment','unpaid') or o.paid_at > ${instant(since)}
        or (o.status <> 'void' and o.payment_date > ${dayOf(since)}::date)))`,
    sql`not exists (select 1 from audit_events e where e.subject = ${accounts.id}
      and e.at > ${instant(since)} and e.what = 'account.logged_in')`,
    sql`not exists (select 1 from charge_attempts a where a.account_id = ${accounts.id} and a.closed_at is null)`,
    sql`not exists (select 1 from disputes d join money_received m on m.id = d.money_id join orders o on o.id = m.order_id
      where o.account_id = ${accounts.id} and d.status in ('open','pending'))`,
    not(BOX_TO_COME),
    not(MONEY_TO_RETURN),
  );
};

/**
 * Returns an SQL condition on `accounts`: the deletion was announced in the last three years, before the given day.
 * Ignores older announcements, which a log-in or an order must have stopped.
 */
const isAnnouncedBefore = (day: Day, now: Date) =>
  sql`exists (select 1 from audit_events e where e.subject = ${accounts.id} and e.what = ${ANNOUNCED}
    and e.at > ${instant(sinceOf(now))} and e.at < ${instant(startOfDay(day))})`;

const isToAnnounce = (now: Date) => and(isDormant(now), not(isAnnouncedBefore(addDays(dayOf(now), 1), now)));

/** Returns an SQL condition on `accounts`: the account is dormant, and the notice period of its deletion has ended. */
const isToErase = (now: Date) =>
  and(isDormant(now), isAnnouncedBefore(addDays(dayOf(now), -DORMANT_NOTICE_DAYS), now));

function listIds({ db }: Ctx, condition: SQL | undefined, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: accounts.id })
    .from(accounts)
    .where(condition)
    .orderBy(asc(accounts.id))
    .limit(limit);
}

/** Returns dormant accounts whose deletion has not been announced yet, in the order of their ids. */
export function listErasuresToAnnounce(ctx: Ctx, limit: number): Promise<{ id: string }[]> {
  return listIds(ctx, isToAnnounce(ctx.now), limit);
}

/**
 * Mails the owner of a dormant account the day on which the account will be deleted. A log-in before that day prevents
 * the deletion.
 */
export async function announceErasure({ db, now }: Ctx, accountId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    if (!(await matches(tx, accountId, isToAnnounce(now)))) return;
    const { account } = await requireAccount(tx, accountId, canActAsSubscriber);
    const eraseOn = addDays(dayOf(now), DORMANT_NOTICE_DAYS);
    await queueMessage(tx, now, {
      kind: 'account_dormant',
      accountId,
      dedupeKey: `account_dormant:${accountId}:${eraseOn}`,
      payload: { firstName: account.firstName, eraseOn, accountUrl: accountUrl(account.locale) },
    });
    await writeAudit(tx, now, { actor: 'billing', subject: accountId, what: ANNOUNCED, detail: { eraseOn } });
  });
}

/** Returns dormant accounts after the notice period of their deletion, in the order of their ids. Omits held accounts. */
export async function listDormantToErase(ctx: Ctx, limit: number): Promise<{ id: string }[]> {
  const held = (await listHeld(ctx.db, ctx.now)).map(({ accountId }) => accountId);
  return listIds(ctx, and(isToErase(ctx.now), notInArray(accounts.id, held)), limit);
}

/**
 * Deletes a dormant account and queues the last mail. A concurrent log-in either prevents the deletion or fails.
 */
export async function eraseDormant(ctx: Ctx, accountId: string): Promise<void> {
  const { now } = ctx;
  const isErased = await transaction(ctx.db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    await lockLogIns(tx, accountId);
    if (!(await matches(tx, accountId, isToErase(now)))) return false;
    if (await isAccountHeld(tx, now, accountId)) return false;
    const person = await requireAccount(tx, accountId, canActAsSubscriber);
    const { boxToCome } = await eraseAccount(tx, now, person, 'billing');
    await queueDeletionMessage(tx, now, person.account, { boxToCome, wasDormant: true });
    return true;
  });
  if (isErased) log.info('account.erased', { accountId });
}

/** Locks LINE profile and account. A log-in with LINE uses the same order, so that no deadlock can happen. */
async function lockLogIns(tx: Tx, accountId: string): Promise<void> {
  const { subject } = identities;
  await tx.select({ subject }).from(identities).where(eq(identities.accountId, accountId)).for('update');
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
}

async function matches(tx: Tx, accountId: string, condition: SQL | undefined): Promise<boolean> {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), condition));
  return found.length > 0;
}
