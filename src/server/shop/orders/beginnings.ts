import { asc, min, sql } from 'drizzle-orm';
import { dayOf, startOfDay, type Day } from '@/domain/day';
import { beginOrders, endsOpenOrder } from '@/domain/lifecycle/orders';
import { catalogueOf } from '../catalogue/queries';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { orders } from '../../db/schema';
import { applyChanges, type Applied } from '../../lifecycle/apply-changes';
import { lockSet, type Subscription } from '../../lifecycle/locks';
import { leftOutBy, notifyLeftOut } from './left-out-notices';
import { planUpcoming, type Planned } from './planning';
import { announceRaises } from './price-notices';

type Order = typeof orders.$inferSelect;

/** Lists subscriptions with an upcoming or skipped order whose payment date has begun, oldest first. */
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
 * Returns the SQL condition that an order's payment date has begun and was not processed yet. It includes
 * skipped orders, because another order must be planned for each. Its text must match the partial index
 * `orders_to_begin`.
 */
function hasBegun(today: Day) {
  return sql`${orders.begunAt} is null and ${orders.status} in ('upcoming','skipped') and ${orders.paymentDate} <= ${today}`;
}

/**
 * Returns the first instant after `after` at which a payment date begins, at 00:00; null without planned
 * orders.
 */
export async function nextBeginningAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ day: min(orders.paymentDate) })
    .from(orders)
    .where(sql`${orders.status} in ('upcoming','skipped') and ${orders.paymentDate} > ${dayOf(after)}`);
  return row?.day ? startOfDay(row.day) : null;
}

/**
 * Begins the payment date of the newest due order of each subscription: fixes the total, makes the payment
 * due at 09:00 and plans another order. Older due orders become missed and older open orders unpaid, so that
 * a subscription never has two open orders.
 * @returns `planned`: the number of planned orders. `left`: the ids of subscriptions that another transaction
 *   has locked
 */
export async function beginPaymentDates(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ planned: number; left: string[] }> {
  const { db, now } = ctx;
  const catalogue = await catalogueOf(ctx);
  return transaction(db, async (tx) => {
    const { subscriptions, left } = await lockSet(tx, 'subscription', ids);
    const active = [...subscriptions.values()].filter(({ status }) => status === 'active');
    const found = await loadBeginnings(tx, now, active);
    const begun = active.filter(({ id }) => found.has(id));
    const ending = new Set([...found].flatMap(([id, beginning]) => (endsOpenOrder(beginning) ? id : [])));
    const planned = await planUpcoming(tx, now, begun, catalogue, ending);
    const changes = begun.map((subscription) => {
      const facts = found.get(subscription.id) ?? { due: [], open: [] };
      return begin(now, subscription, facts, planned.get(subscription.id));
    });
    await applyChanges(tx, now, changes);
    await notifyLeftOut(
      tx,
      now,
      begun.flatMap(({ id }, at) => {
        const { due = [], open = [] } = found.get(id) ?? {};
        return leftOutBy(changes[at]?.orders ?? [], [...due, ...open]);
      }),
    );
    await announceRaises(
      tx,
      now,
      [...planned.values()].flatMap(({ raises }) => raises),
    );
    const count = [...planned.values()].reduce((sum, { newOrders }) => sum + newOrders.length, 0);
    return { planned: count, left };
  });
}

interface Beginning {
  due: Order[];
  open: Order[];
}

/** Returns the due and the open orders of locked subscriptions. Omits subscriptions without a due order. */
async function loadBeginnings(
  tx: Tx,
  now: Date,
  subscriptions: readonly Subscription[],
): Promise<Map<string, Beginning>> {
  const ids = JSON.stringify(subscriptions.map(({ id }) => id));
  const isOpen = sql`${orders.status} in ('charging','awaiting_payment')`;
  const rows = await tx
    .select()
    .from(orders)
    .where(
      sql`${orders.subscriptionId} in (select jsonb_array_elements_text(${ids}::jsonb))
        and ((${hasBegun(dayOf(now))}) or ${isOpen})`,
    );
  const found = new Map<string, Beginning>(subscriptions.map(({ id }) => [id, { due: [], open: [] }]));
  for (const order of rows) {
    const isOwed = order.status === 'charging' || order.status === 'awaiting_payment';
    found.get(order.subscriptionId)?.[isOwed ? 'open' : 'due'].push(order);
  }
  return new Map([...found].filter(([, { due }]) => due.length > 0));
}

function begin(
  now: Date,
  { id, version, status, paymentMethod: method }: Subscription,
  facts: Beginning,
  { newOrders, nextIndex }: Planned = { newOrders: [], nextIndex: 0, raises: [] },
): Applied {
  const planned = newOrders.length > 0 ? { nextIndex } : {};
  return {
    cause: 'payment_date_began',
    actor: 'billing',
    subscriptionId: id,
    ...beginOrders({ now, method, ...facts }),
    newOrders,
    subscription: { id, version, from: status, to: status, ...planned },
  };
}
