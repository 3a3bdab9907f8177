import { sql } from 'drizzle-orm';
import type { OrderKind } from '@/domain/order';
import { sqlList } from '@/server/db/sql-list';
import { findViolations } from '@/server/work/invariants/invariants';
import { gatewayCharges } from '../providers';
import type { World } from '../world';

/**
 * Lists the kinds of unfinished work. The list is empty if the product is idle. The expired lease of a killed process is
 * no work: its next holder may come only at the next minute of the crontab. A registration whose payment failed waits for
 * its visitor.
 */
export async function listUnfinishedWork(world: World): Promise<string[]> {
  const now = world.now().toISOString();
  const rows = await world.db.execute<{ what: string }>(sql`
    select 'an open attempt' as what from charge_attempts where status in ('created', 'sent', 'action_required', 'unknown')
    union all select 'an order being charged: ' || o.kind from orders o join payments p on p.order_id = o.id
      where o.status = 'charging' and not (o.kind = 'first' and p.status = 'failed')
    union all select 'a payment that is due' from payments where due_at <= ${now}
    union all select 'an order whose date has begun' from orders
      where status = 'upcoming' and payment_date <= (${now}::timestamptz at time zone 'Asia/Bangkok')::date
    union all select 'a message' from messages where status = 'queued' and not_before <= ${now}
    union all select 'a refund' from refunds where closed_at is null
    union all select 'the lease of ' || name from leases where holder is not null and until > ${now}
    union all select 'an event' from provider_events where settled_at is null`);
  return rows.map(({ what }) => what);
}

/**
 * Lists the faults of the orders of `day`. Each order must have one payment and one receipt.
 * @param kinds the kinds of orders to check; default: all
 */
export async function findProblems(
  world: World,
  day: string,
  kinds: readonly OrderKind[] = ['first', 'renewal', 'reactivation'],
): Promise<string[]> {
  const problems = (await findViolations(world.ctx())).map(({ name }) => `broken: ${name}`);
  const due = await world.db.execute<{
    id: string;
    status: string;
    email: string;
    receipts: number;
    mailed: number;
  }>(sql`
    select o.id, o.status, a.email, count(m.id) filter (where m.status = 'sent')::int as receipts,
      count(m.id) filter (where m.channel = 'email')::int as mailed
    from orders o join accounts a on a.id = o.account_id
      left join messages m on m.account_id = a.id and m.kind = 'order_paid' and m.payload ->> 'orderId' = o.id
    where (o.payment_date = ${day} or o.paid_on = ${day}) and o.kind in ${sql.raw(sqlList(kinds))} group by o.id, a.id`);
  if (due.length === 0) problems.push('no order has that day');
  const charges = (await gatewayCharges(world)).filter(({ status }) => status === 'successful');
  for (const { id, status, email, receipts, mailed } of due) {
    const kept = charges.filter(
      ({ metadata, refunds }) => metadata.orderId === id && refunds.length === 0,
    ).length;
    if (status !== 'paid') problems.push(`${id} is ${status}`);
    if (kept !== 1) problems.push(`${id}: ${kept} successful charges at the gateway`);
    if (receipts !== 1) problems.push(`${id}: ${receipts} receipts sent`);
    // A mail that is sent again has the same Message-ID, and the mailbox stores it once.
    if (mailed > 0 && world.sandbox.mailbox.list(email).length === 0) problems.push(`${email}: no mail`);
  }
  return problems;
}
