import { and, asc, eq, min, sql } from 'drizzle-orm';
import { dayOf, startOfDay, type Day } from '@/domain/day';
import { beginOrders } from '@/domain/lifecycle/orders';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../context';
import { transaction, type Tx } from '../db/client';
import { orders } from '../db/schema';
import { applyChanges } from '../lifecycle/apply-changes';
import { loadOrders } from '../lifecycle/load-facts';
import { lockSubscription, type Subscription } from '../subscription/locks';
import { planUpcoming } from './planning';

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
  const { id, version, status, paymentMethod: method } = subscription;
  const [due, open] = await Promise.all([
    tx
      .select()
      .from(orders)
      .where(and(eq(orders.subscriptionId, id), hasBegun(dayOf(now)))),
    loadOrders(tx, subscription, ['charging', 'awaiting_payment']),
  ]);
  if (due.length === 0) return 0;
  const cause = { cause: 'payment_date_began', actor: 'billing', subscriptionId: id } as const;
  const changed = { id, version, from: status, to: status };
  await applyChanges(tx, now, [
    { ...cause, ...beginOrders({ now, method, due, open }), subscription: changed },
  ]);
  return planUpcoming(tx, now, subscription, catalogue);
}
