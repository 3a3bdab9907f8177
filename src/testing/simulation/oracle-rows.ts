import { sql } from 'drizzle-orm';
import type { OrderRow } from './order-row';
import type { SimulatedWorld } from './world';

/* What the judge asks of the rows alone. */

/** That a charge was never made is said a day after it was asked for, or an hour after where somebody waits, not sooner. */
export async function judgePatience(world: SimulatedWorld): Promise<string[]> {
  const rows = await world.db.execute<{ id: string }>(sql`select id from charge_attempts
    where reason = 'not_received' and closed_at - sent_at < case when trigger in ('billing_run','retry')
      then interval '24 hours' else interval '1 hour' end`);
  return [...rows].map(({ id }) => `${id} was given up for never made too soon`);
}

/** One point per full ten baht of the box of each paid order. */
export async function judgePoints(world: SimulatedWorld, orders: OrderRow[]): Promise<string[]> {
  const rows = await world.db.execute<{ account: string; points: number }>(
    sql`select account_id as account, coalesce(sum(points), 0)::int as points from points_entries
      where kind in ('earned','taken_back') group by account_id`,
  );
  const held = new Map([...rows].map((row) => [row.account, row.points]));
  const accounts = new Set(orders.map((order) => order.account));
  return [...accounts].flatMap((account) => {
    const paid = orders.filter((order) => order.account === account && order.status === 'paid');
    const earned = paid.reduce((sum, order) => sum + Math.floor(order.box / 1000), 0);
    return earned === (held.get(account) ?? 0)
      ? []
      : [`${account}: ${held.get(account) ?? 0} points instead of ${earned}`];
  });
}

/** Nothing is left open once it has been calm for long enough. */
export async function judgeRest(world: SimulatedWorld): Promise<string[]> {
  const rows = await world.db.execute<{ what: string; n: number }>(sql`
    select 'open attempts' as what, count(*)::int as n from charge_attempts where closed_at is null
    union all select 'open refunds', count(*)::int from refunds where closed_at is null
    union all select 'messages that were not sent', count(*)::int from messages
      where status = 'queued' and not_before < ${world.now().toISOString()}::timestamptz - interval '1 day'
    union all select 'failed messages', count(*)::int from messages where status = 'failed'
    union all select 'jobs', count(*)::int from graphile_worker._private_jobs`);
  return [...rows].filter((row) => row.n > 0).map((row) => `${row.n} ${row.what} are left`);
}

/** Who paid is told so exactly once. */
export async function judgeMessages(world: SimulatedWorld, orders: OrderRow[]): Promise<string[]> {
  const rows = await world.db.execute<{ id: string; n: number }>(sql`
    select payload->>'orderId' as id, count(*)::int as n from messages where kind = 'order_paid' group by 1`);
  const told = new Map([...rows].map((row) => [row.id, row.n]));
  return orders.flatMap((order) => {
    const times = told.get(order.id) ?? 0;
    const due = order.paid_on === null ? 0 : 1;
    return times === due || (order.status === 'refunded' && times === 1)
      ? []
      : [`${order.id}: told ${times} times that it was paid`];
  });
}
