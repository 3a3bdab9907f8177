import { and, asc, eq, gt, inArray, isNull, lte, min, sql } from 'drizzle-orm';
import { addDays, dayOf, hourOf, type Day } from '@/domain/day';
import { CHARGE_HOUR } from '@/domain/payment';
import { END_WARNING_AFTER_DAYS, lastPaymentDay, lastRetryAt, RETRIES_END_AFTER_DAYS } from '@/domain/retry';
import { CHARGED_METHODS } from '@/domain/subscription';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { accounts, chargeAttempts, orders, payments, pointsBalances } from '../../db/schema';
import { writeRepairLink } from '../../lifecycle/order-links';
import { lockSubscription } from '../../lifecycle/locks';
import { queueMessage } from '../../lifecycle/outbox';
import { accountUrl } from '../../platform/site-url';
import { bankAccountOf } from './notifications';

/** Returns an order with its account, payment and points. */
async function loadOwed(tx: Tx, orderId: string) {
  const [found] = await tx
    .select({ order: orders, account: accounts, payment: payments, points: pointsBalances.balance })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(pointsBalances, eq(pointsBalances.accountId, orders.accountId))
    .where(eq(orders.id, orderId));
  if (!found) throw new Error('the order of a message does not exist');
  return found;
}

type Owed = Awaited<ReturnType<typeof loadOwed>>;

/** Returns what both messages say, with a repair link unless a dispute holds all charges. */
async function commonPayload(tx: Tx, now: Date, { order, account }: Owed, reason: string | null) {
  return {
    firstName: account.firstName,
    orderId: order.id,
    total: order.total,
    reason,
    ...(await bankAccountOf(tx, order.id)),
    fixLink: reason === 'disputed' ? null : await writeRepairLink(tx, now, order, account.locale),
    accountUrl: accountUrl(account.locale),
  };
}

/**
 * Queues the message that a subscription has stopped because an order was not paid, once per order.
 * @param end `reason`: the failure code of the last charge; null if a payment link expired
 */
export async function notifyInactive(
  tx: Tx,
  now: Date,
  { orderId, reason }: { orderId: string; reason: string | null },
): Promise<void> {
  const owed = await loadOwed(tx, orderId);
  await queueMessage(tx, now, {
    kind: 'subscription_inactive',
    accountId: owed.account.id,
    dedupeKey: `subscription_inactive:${orderId}`,
    payload: { ...(await commonPayload(tx, now, owed, reason)), points: owed.points ?? 0 },
  });
}

/** Returns the latest payment date whose warning is due. */
function lastDayToWarn(now: Date): Day {
  const today = dayOf(now);
  return addDays(today, -END_WARNING_AFTER_DAYS - (now >= hourOf(today, CHARGE_HOUR) ? 0 : 1));
}

/** SQL condition that an order is charged by the retry schedule after a day, and no result is awaited. */
const isRetriedSince = (day: Day) =>
  and(
    gt(orders.paymentDate, day),
    eq(orders.status, 'charging'),
    eq(orders.kind, 'renewal'),
    isNull(orders.orderedFrom),
    inArray(payments.method, [...CHARGED_METHODS]),
    // A payment that no retry was used for waits, for example for a late box: its end is not near.
    gt(payments.retryStepsUsed, 0),
    sql`not exists (select 1 from ${chargeAttempts} where ${chargeAttempts.orderId} = ${orders.id}
      and ${chargeAttempts.status} in ('created','sent','unknown'))`,
  );

/** Returns the latest payment date whose retry schedule ends today or has ended. It is too late to warn then. */
const lastEndedDay = (now: Date) => addDays(dayOf(now), -RETRIES_END_AFTER_DAYS);

/** Lists owed orders whose subscription stops in two days or less, without a warning. */
export async function listEndsToWarnOf({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        isRetriedSince(lastEndedDay(now)),
        lte(orders.paymentDate, lastDayToWarn(now)),
        sql`not exists (select 1 from messages m where m.dedupe_key = concat('subscription_ending:', ${orders.id}))`,
      ),
    )
    .orderBy(asc(orders.paymentDate), asc(orders.id))
    .limit(limit);
}

/** Returns the first instant after `after` at which a warning is due; null without one. */
export async function nextEndWarningAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ day: min(orders.paymentDate) })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(isRetriedSince(lastDayToWarn(after)));
  return row?.day ? hourOf(addDays(row.day, END_WARNING_AFTER_DAYS), CHARGE_HOUR) : null;
}

/** Queues the warning that a subscription stops unless an owed order is paid, once per order. */
export async function warnOfEnd({ db, now }: Ctx, orderId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [owner] = await tx.select({ id: orders.subscriptionId }).from(orders).where(eq(orders.id, orderId));
    const subscription = owner ? await lockSubscription(tx, owner.id) : null;
    if (subscription?.status !== 'active') return;
    const [still] = await tx
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(payments, eq(payments.orderId, orders.id))
      .where(and(eq(orders.id, orderId), isRetriedSince(lastEndedDay(now))));
    if (!still) return;
    const owed = await loadOwed(tx, orderId);
    const { paymentDate } = owed.order;
    const isCharged = owed.payment.givesUpAt === null;
    await queueMessage(tx, now, {
      kind: 'subscription_ending',
      accountId: owed.account.id,
      dedupeKey: `subscription_ending:${orderId}`,
      payload: {
        ...(await commonPayload(tx, now, owed, owed.payment.reason)),
        paymentDate,
        payUntil: lastPaymentDay(paymentDate),
        lastTryOn: isCharged ? dayOf(lastRetryAt(paymentDate)) : null,
      },
    });
  });
}
