import { and, asc, eq, gt, isNull, lte, min, not, sql } from 'drizzle-orm';
import { addDays, dayOf, hourOf, type Day } from '@/domain/day';
import { REMINDER_DAYS } from '@/domain/message';
import { canSkipUntil } from '@/domain/order';
import { CHARGE_HOUR } from '@/domain/payment';
import type { Ctx } from '../context';
import { transaction, type Tx } from '../db/client';
import { accounts, orders, products } from '../db/schema';
import { queueMessage } from '../messages/outbox';
import { holdsCharging } from '../payments/disputes';
import { messageItems } from '../payments/notices';
import { accountUrl } from '../site-url';
import { lockSubscription } from '../subscription/locks';

/** The latest payment date that is to be reminded of at this moment. */
function remindedUpTo(now: Date): Day {
  const today = dayOf(now);
  return addDays(today, now >= hourOf(today, CHARGE_HOUR) ? REMINDER_DAYS : REMINDER_DAYS - 1);
}

/** Of an order paid by card: a dispute holds its charge, so that nothing may announce it. */
const CHARGE_IS_HELD = sql`(
  exists (select 1 from subscriptions s where s.id = ${orders.subscriptionId} and s.payment_method = 'card')
  and ${holdsCharging(
    sql`${orders.accountId}`,
    sql`(select c.fingerprint from cards c where c.account_id = ${orders.accountId} and c.is_default)`,
  )})`;

/** Upcoming orders within five days of their payment date that nobody was reminded of. */
export async function listOrdersToRemind({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(isToRemind(now))
    .orderBy(asc(orders.paymentDate), asc(orders.id))
    .limit(limit);
}

function isToRemind(now: Date) {
  return and(
    eq(orders.status, 'upcoming'),
    isNull(orders.remindedAt),
    lte(orders.paymentDate, remindedUpTo(now)),
    gt(orders.paymentDate, dayOf(now)),
    not(CHARGE_IS_HELD),
  );
}

export async function nextReminderAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ day: min(orders.paymentDate) })
    .from(orders)
    .where(
      sql`${orders.status} = 'upcoming' and ${orders.remindedAt} is null and ${orders.paymentDate} > ${remindedUpTo(after)}`,
    );
  return row?.day ? hourOf(addDays(row.day, -REMINDER_DAYS), CHARGE_HOUR) : null;
}

/** Says what comes next, what it costs and until when it can be skipped; once per order and date. */
export async function remindOfOrder({ db, now }: Ctx, orderId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [owner] = await tx
      .select({ subscriptionId: orders.subscriptionId })
      .from(orders)
      .where(eq(orders.id, orderId));
    if (!owner || !(await lockSubscription(tx, owner.subscriptionId))) return;
    await remindWhenDue(tx, now, orderId);
  });
}

/**
 * Reminds at once of those orders whose payment date is near; nobody is reminded twice. The caller holds the
 * subscription's lock.
 */
export async function remindOfNear(
  tx: Tx,
  now: Date,
  dated: { id: string; paymentDate: Day }[],
): Promise<void> {
  const until = remindedUpTo(now);
  for (const { id, paymentDate } of dated) if (paymentDate <= until) await remindWhenDue(tx, now, id);
}

/** Under the lock; nothing when the reminder is not due or was sent. */
async function remindWhenDue(tx: Tx, now: Date, orderId: string): Promise<void> {
  const [row] = await tx
    .select({ order: orders, account: accounts, freeProduct: { en: products.nameEn, th: products.nameTh } })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(products, eq(products.code, orders.freeProductCode))
    .where(and(eq(orders.id, orderId), isToRemind(now)));
  if (!row) return;
  const { order, account, freeProduct } = row;
  const skipUntil = canSkipUntil(order.paymentDate);
  await tx.update(orders).set({ remindedAt: now }).where(eq(orders.id, orderId));
  await queueMessage(tx, now, {
    kind: 'order_reminder',
    accountId: account.id,
    dedupeKey: reminderKey(order),
    payload: {
      firstName: account.firstName,
      orderId,
      paymentDate: order.paymentDate,
      skipUntil: skipUntil < dayOf(now) ? null : skipUntil,
      total: order.total,
      items: await messageItems(tx, orderId),
      freeProduct,
      accountUrl: accountUrl(account.locale),
    },
  });
}

/** Spelled once more, in SQL, where reminders that wait are taken back (`withdrawing.ts`). */
const reminderKey = ({ id, paymentDate }: { id: string; paymentDate: Day }) =>
  `order_reminder:${id}:${paymentDate}`;
