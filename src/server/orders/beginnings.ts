import { and, asc, eq, inArray, min, sql } from 'drizzle-orm';
import { dayOf, hourOf, startOfDay, type Day } from '@/domain/day';
import { CHARGE_HOUR } from '@/domain/payment';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../context';
import { transaction, type Tx } from '../db/client';
import { orders, payments, subscriptions } from '../db/schema';
import { newId } from '../ids';
import { closeLinks } from '../payments/links';
import { lockSubscription, type Subscription } from '../subscription/locks';
import { planUpcoming } from './planning';
import { returnHeldPoints } from './voiding';
import { withdrawReminders } from './withdrawing';

/** Subscriptions with an order, upcoming or skipped, whose payment date has begun, oldest first. */
export async function listSubscriptionsToBegin({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.subscriptionId, first: min(orders.paymentDate) })
    .from(orders)
    .where(hasBegun(dayOf(now)))
    .groupBy(orders.subscriptionId)
    .orderBy(asc(min(orders.paymentDate)), asc(orders.subscriptionId))
    .limit(limit);
}

/**
 * Orders whose date is there and that nobody has dealt with; a skipped one still makes room for the next. The words of
 * the index `orders_to_begin`, which answers whom this is about without reading the orders.
 */
function hasBegun(today: Day) {
  return sql`${orders.begunAt} is null and ${orders.status} in ('upcoming','skipped') and ${orders.paymentDate} <= ${today}`;
}

/** The next 00:00 on which a payment date begins after `after`; null when nothing is planned. */
export async function nextBeginningAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ day: min(orders.paymentDate) })
    .from(orders)
    .where(sql`${orders.status} in ('upcoming','skipped') and ${orders.paymentDate} > ${dayOf(after)}`);
  return row?.day ? startOfDay(row.day) : null;
}

/**
 * Begins the payment date of a subscription's newest due order: its total is fixed, its payment falls due at 09:00,
 * and a third upcoming order is planned again. Older due orders are closed as missed, an older one still being
 * charged as unpaid: never two orders of one subscription on one day.
 * @returns how many orders were planned.
 */
export async function beginPaymentDate(ctx: Ctx, subscriptionId: string): Promise<number> {
  const catalogue = await catalogueOf(ctx);
  return transaction(ctx.db, async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId);
    if (subscription?.status !== 'active') return 0;
    return begin(tx, ctx.now, subscription, catalogue);
  });
}

async function begin(tx: Tx, now: Date, subscription: Subscription, catalogue: Catalogue): Promise<number> {
  const begun = await tx
    .update(orders)
    .set({ begunAt: now })
    .where(and(eq(orders.subscriptionId, subscription.id), hasBegun(dayOf(now))))
    .returning();
  if (begun.length === 0) return 0;
  const due = begun
    .filter((order) => order.status === 'upcoming')
    .sort((a, b) => (a.paymentDate < b.paymentDate ? 1 : -1));
  await openNewest(tx, now, subscription, due);
  for (const order of begun) if (order.status === 'skipped') await returnHeldPoints(tx, now, order);
  await tx
    .update(subscriptions)
    .set({ version: subscription.version + 1 })
    .where(eq(subscriptions.id, subscription.id));
  return planUpcoming(tx, now, subscription, catalogue);
}

/** @param due orders whose payment date has begun, newest first. */
async function openNewest(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  due: (typeof orders.$inferSelect)[],
): Promise<void> {
  const [newest, ...missed] = due;
  if (!newest) return;
  if (missed.length > 0) {
    const ids = missed.map((order) => order.id);
    await withdrawReminders(tx, ids);
    await tx.update(orders).set({ status: 'missed' }).where(inArray(orders.id, ids));
    for (const order of missed) await returnHeldPoints(tx, now, order);
  }
  await closeOlderOpenOrder(tx, now, subscription.id);
  await tx
    .update(orders)
    .set({ status: subscription.paymentMethod === 'card' ? 'charging' : 'awaiting_payment' })
    .where(eq(orders.id, newest.id));
  await tx.insert(payments).values({
    id: newId('payment'),
    orderId: newest.id,
    accountId: newest.accountId,
    method: subscription.paymentMethod,
    status: 'pending',
    amount: newest.total,
    dueAt: hourOf(newest.paymentDate, CHARGE_HOUR),
    createdAt: now,
  });
}

async function closeOlderOpenOrder(tx: Tx, now: Date, subscriptionId: string): Promise<void> {
  const closed = await tx
    .update(orders)
    .set({ status: 'unpaid' })
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        inArray(orders.status, ['charging', 'awaiting_payment']),
      ),
    )
    .returning();
  if (closed.length === 0) return;
  for (const order of closed) await returnHeldPoints(tx, now, order);
  const ids = closed.map((order) => order.id);
  await closeLinks(tx, now, ids, 'void');
  await tx
    .update(payments)
    .set({ status: 'failed', dueAt: null, givesUpAt: null })
    .where(inArray(payments.orderId, ids));
}
