import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { BoxItem } from '@/domain/box';
import { dayOf } from '@/domain/day';
import type { NewOrder } from '@/domain/lifecycle/changes';
import { planOrders, type PlannedDate, type PlannerFacts } from '@/domain/planner';
import type { Catalogue } from '../catalogue/queries';
import { queryRows } from '../../db/query-rows';
import type { Db, Tx } from '../../db';
import { accounts, boxItems, orders, subscriptions } from '../../db/schema';
import { columnShape } from '../../db/row-shapes';
import { BOX_OF_S, boxItemRow, epochRow, EPOCHS_OF_S } from '../../lifecycle/load-facts';
import type { Subscription } from '../../lifecycle/locks';
import { PRICES_OF_S, priceFactsRow } from '../../lifecycle/price-facts';
import { draftOrder } from './drafts';
import { pricesFor, type KnownBox, type Raise } from './price-notices';

/** Returns the items of a subscription's box, sorted by product code. */
export async function loadBox(tx: Db | Tx, subscriptionId: string): Promise<BoxItem[]> {
  return tx
    .select({ productCode: boxItems.productCode, quantity: boxItems.quantity })
    .from(boxItems)
    .where(eq(boxItems.subscriptionId, subscriptionId))
    .orderBy(asc(boxItems.productCode));
}

/** Returns the items of the box of an account's subscription; empty without a subscription. */
export async function loadBoxOf(db: Db, accountId: string): Promise<BoxItem[]> {
  return db
    .select({ productCode: boxItems.productCode, quantity: boxItems.quantity })
    .from(boxItems)
    .innerJoin(subscriptions, eq(subscriptions.id, boxItems.subscriptionId))
    .where(eq(subscriptions.accountId, accountId));
}

/**
 * The facts from which the next orders of a subscription are planned. `lastIndex`: the highest index of all
 * orders, including void orders; -1 without orders.
 */
export const planningRow = z.object({
  id: z.string(),
  epochs: z.array(epochRow),
  existing: z.array(
    z.object({
      index: z.number(),
      paymentDate: columnShape(orders.paymentDate),
      status: columnShape(orders.status),
      paused: columnShape(orders.paused),
      total: columnShape(orders.total),
      isOrderedNow: z.boolean(),
    }),
  ),
  lastIndex: z.number(),
  box: z.array(boxItemRow),
  postalCode: columnShape(accounts.postalCode),
  prices: priceFactsRow,
});
type PlanningFacts = z.output<typeof planningRow>;

// Twelve orders are enough. The payment dates of orders that are not void grow with the index. So the twelve
// highest indexes contain all planned orders and the order before them.

/** SQL of the columns of a `planningRow` of a subscription `s` and its account `a`. */
export const PLANNING_COLUMNS = `s.id, a.postal_code as "postalCode",
  ${EPOCHS_OF_S} as epochs, ${BOX_OF_S} as box, ${PRICES_OF_S} as prices,
  (select coalesce(json_agg(json_build_object('index', o.cycle_index, 'paymentDate', o.payment_date,
      'status', o.status, 'paused', o.paused, 'total', o.total, 'isOrderedNow',
      o.ordered_from is not null and o.status in ('charging','awaiting_payment'))), '[]')
    from (select * from orders where subscription_id = s.id and status <> 'void'
      order by cycle_index desc limit 12) o) as existing,
  coalesce((select max(cycle_index) from orders where subscription_id = s.id), -1) as "lastIndex"`;
const PLANNING = `select ${PLANNING_COLUMNS}
  from subscriptions s join accounts a on a.id = s.account_id
  where s.id in (select jsonb_array_elements_text($1::jsonb))`;

/** Loads the facts of locked subscriptions in one statement. */
async function loadPlanning(tx: Tx, ids: readonly string[]): Promise<PlanningFacts[]> {
  return queryRows(tx, planningRow, { text: PLANNING, params: [JSON.stringify(ids)] });
}

/** New orders, and the index of the order after them. `raises`: the higher prices to announce, at most one. */
export interface Planned {
  newOrders: NewOrder[];
  nextIndex: number;
  raises: Raise[];
}

/**
 * Plans orders until each active subscription has three orders ahead. The caller must hold the locks of the
 * subscriptions, must write the returned orders, and then announce the higher prices.
 * @param ending the ids of subscriptions whose open order the caller ends, so that it does not count as one ahead
 */
export async function planUpcoming(
  tx: Tx,
  now: Date,
  subscriptions: readonly Subscription[],
  catalogue: Catalogue,
  ending: ReadonlySet<string> = new Set(),
): Promise<Map<string, Planned>> {
  const active = subscriptions.filter(({ status }) => status === 'active');
  if (active.length === 0) return new Map();
  const facts = await loadPlanning(
    tx,
    active.map(({ id }) => id),
  );
  const known = new Map(facts.map((found) => [found.id, found]));
  return new Map(
    active.map((subscription) => {
      const found = known.get(subscription.id);
      if (!found) throw new Error(`no subscription ${subscription.id}`);
      const existing = ending.has(found.id)
        ? found.existing.map((order) => ({ ...order, isOrderedNow: false }))
        : found.existing;
      return [subscription.id, planFrom({ ...found, existing }, now, subscription, catalogue)];
    }),
  );
}

/** Plans the orders of one subscription from its facts. */
export function planFrom(
  facts: Pick<PlannerFacts, 'epochs' | 'existing'> & Pick<PlanningFacts, 'lastIndex'> & KnownBox,
  now: Date,
  subscription: Subscription,
  catalogue: Catalogue,
): Planned {
  const { epochs, existing, lastIndex } = facts;
  const nextIndex = Math.max(subscription.nextIndex, lastIndex + 1);
  const dates = planOrders({
    today: dayOf(now),
    nextIndex,
    epochs,
    existing,
    pausedUntil: subscription.pausedUntil,
  });
  if (dates.length === 0) return { newOrders: [], nextIndex: subscription.nextIndex, raises: [] };
  const planned = draftPlanned(subscription, now, dates, facts, catalogue);
  return { ...planned, nextIndex: Math.max(...dates.map(({ index }) => index)) + 1 };
}

/**
 * Returns new orders for planned dates. The caller must write them to the database, and then announce the higher
 * prices.
 */
export function draftPlanned(
  subscription: Subscription,
  now: Date,
  dates: readonly PlannedDate[],
  box: KnownBox,
  catalogue: Catalogue,
): Pick<Planned, 'newOrders' | 'raises'> {
  const { prices, raises } = pricesFor(subscription, now, dates, box, catalogue);
  const newOrders = dates.map(({ index, paymentDate, skipped, paused }, at) => {
    const status = skipped ? 'skipped' : 'upcoming';
    const price = prices[at];
    if (!price) throw new Error(`no price for ${paymentDate}`);
    return draftOrder(subscription, now, price, {
      cycleIndex: index,
      kind: 'renewal',
      status,
      paymentDate,
      ...(paused ? { paused } : {}),
    });
  });
  return { newOrders, raises };
}
