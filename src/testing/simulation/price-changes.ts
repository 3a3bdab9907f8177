import { sql } from 'drizzle-orm';
import { dayOf, hourOf } from '@/domain/day';
import { transaction } from '@/server/db';
import type { Entry } from './journal';
import type { SimulatedWorld } from './world';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The mean number of days between two price changes. */
const CHANGED_EVERY_DAYS = 30;
const NOTICE_DAYS = 30;

/** Schedules price changes by a simulated operator until `until`: mostly higher prices, some lower. */
export function planPriceChanges(world: SimulatedWorld, until: Date): void {
  const { random } = world;
  const from = hourOf(dayOf(world.now()), 0).getTime();
  const days = Math.floor((until.getTime() - from) / DAY_MS);
  for (let day = 1; day < days; day++) {
    if (!random.chance(1 / CHANGED_EVERY_DAYS)) continue;
    const at = new Date(from + day * DAY_MS + random.below(24 * HOUR_MS));
    const isHigher = random.chance(0.8);
    const isFee = random.chance(0.2);
    world.schedule(at, 'price change', async () => {
      const factor = isHigher ? 1.1 : 0.95;
      await transaction(world.db, (tx) =>
        tx.execute(
          isFee
            ? sql`update delivery_rates set fee = (fee * ${factor}::numeric)::bigint`
            : sql`insert into product_prices select distinct on (product_code) product_code, version + 1,
                (list_price * ${factor}::numeric)::bigint, ${at.toISOString()}::timestamptz
              from product_prices order by product_code, version desc`,
        ),
      );
      world.count(isFee ? 'fee change' : 'price change');
    });
  }
}

interface PricedRow extends Record<string, unknown> {
  id: string;
  account: string;
  date: string;
  price: number;
  content: string;
  begun: string | null;
}

interface Told extends Record<string, unknown> {
  account: string;
  at: string;
  first: string;
  total: number;
}

/** The commands after which orders have the prices of their preview. */
const OWN_CHANGES =
  /^(changeBox|changeOrderBox|restoreOrderBox|removeOrderAddress|changeFrequency|changePaymentDay|updateAddress|reactivate|moveOrder|move|orderNow|payFirst|convertToCard|bookTransfer)$/;

/**
 * Checks that no begun order costs more than the one before it with the same content, without a change by the
 * subscriber or a message at least 30 days before its payment date. Orders with an address of their own are left out:
 * their subscriber saw the fee, and neither a notice nor a later order follows from it.
 */
export async function checkAnnouncedPrices(world: SimulatedWorld, entries: Entry[]): Promise<string[]> {
  const rows = await world.db.execute<PricedRow>(sql`select o.id, o.account_id as account,
      o.payment_date::text as date, (o.box_price + o.delivery_fee)::int as price, o.begun_at::text as begun,
      (select string_agg(i.product_code || i.quantity, ' ' order by i.product_code) from order_items i
        where i.order_id = o.id) as content
    from orders o where o.status in ('charging','awaiting_payment','paid','unpaid','refunded')
      and not exists (select from order_addresses x where x.order_id = o.id)
    order by o.account_id, o.cycle_index`);
  const told = [
    ...(await world.db.execute<Told>(sql`select account_id as account, created_at::text as at,
      payload ->> 'firstDate' as first, (payload ->> 'newTotal')::int as total
      from messages where kind = 'price_notice'`)),
  ];
  const orders = [...rows];
  return orders.flatMap((order, at) => {
    const before = orders[at - 1];
    if (before?.account !== order.account || before.content !== order.content) return [];
    if (order.price <= before.price) return [];
    const since = Date.parse(before.begun ?? before.date) - 100 * DAY_MS;
    const isOwn = entries.some(
      ({ command, accountId, at: asked }) =>
        accountId === order.account && OWN_CHANGES.test(command) && asked.getTime() >= since,
    );
    const isTold = told.some(
      ({ account, at: sent, first, total }) =>
        account === order.account &&
        total >= order.price &&
        first <= order.date &&
        Date.parse(order.date) -
          Date.parse(new Date(Date.parse(sent) + 7 * HOUR_MS).toISOString().slice(0, 10)) >=
          NOTICE_DAYS * DAY_MS,
    );
    return isOwn || isTold ? [] : [`${order.id}: ${order.price} after ${before.price} without a notice`];
  });
}
