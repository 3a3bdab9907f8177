import { sql } from 'drizzle-orm';
import type { OrderRow } from './oracle-facts';
import type { SimulatedWorld } from './world';

/* Checks of single tables. */

/**
 * Checks that an attempt is closed as `not_received` after a day at the earliest. If the subscriber waits for
 * the result, the limit is an hour.
 */
export async function checkNotReceived(world: SimulatedWorld): Promise<string[]> {
  const rows = await world.db.execute<{ id: string }>(sql`select id from charge_attempts
    where reason = 'not_received' and closed_at - sent_at < case when trigger in ('billing_run','retry')
      then interval '24 hours' else interval '1 hour' end`);
  return [...rows].map(({ id }) => `${id} was declared not received too early`);
}

/** Checks that each charge at the gateway has the amount of the attempt in the database. */
export async function checkChargedAmounts(world: SimulatedWorld): Promise<string[]> {
  const rows = await world.db.execute<{ id: string; amount: number }>(
    sql`select id, amount::int as amount from charge_attempts`,
  );
  const written = new Map([...rows].map(({ id, amount }) => [id, amount]));
  return [...world.sandbox.gateway.charges.values()].flatMap((charge) => {
    const amount = written.get((charge.metadata as { attemptId?: string }).attemptId ?? '');
    if (amount === undefined || amount === charge.amount) return [];
    return [`${charge.id} has the amount ${charge.amount} instead of ${amount}`];
  });
}

/**
 * Checks that a payment is recorded within ten minutes if there are no faults: by the webhook, not by a later
 * poll.
 */
export async function checkRecordingDelay(world: SimulatedWorld, calmFrom: Date): Promise<string[]> {
  const rows = await world.db.execute<{ id: string }>(sql`select provider_ref as id from money_received
    where provider = 'omise' and paid_at > ${calmFrom.toISOString()}::timestamptz + interval '1 day'
      and recorded_at > paid_at + interval '10 minutes'`);
  return [...rows].map(({ id }) => `${id} was recorded too late`);
}

/** Checks that no attempt, refund, message or job is unfinished at the end of the calm phase. */
export async function checkNothingOpen(world: SimulatedWorld): Promise<string[]> {
  const now = sql`${world.now().toISOString()}::timestamptz`;
  // Work of the last three days may be unfinished. A renewal that waits for 3-D Secure may be unfinished for
  // thirteen days.
  const lately = sql`${now} - interval '3 days'`;
  const rows = await world.db.execute<{ what: string; n: number }>(sql`
    select 'open attempts' as what, count(*)::int as n from charge_attempts
      where closed_at is null and created_at < ${lately} and not (status = 'action_required' and exists
        (select from orders o where o.id = order_id and o.payment_date + 14 > (${now} at time zone 'Asia/Bangkok')::date))
    union all select 'open refunds', count(*)::int from refunds where closed_at is null and created_at < ${lately}
    union all select 'unsent messages', count(*)::int from messages
      where status = 'queued' and not_before < ${now} - interval '1 day'
    union all select 'failed messages', count(*)::int from messages where status = 'failed'
    union all select 'jobs (' || t.identifier || ', ' || max(j.attempts) || ' of ' || max(j.max_attempts) || ' tries' || ')', count(*)::int
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by t.identifier`);
  return [...rows].filter((row) => row.n > 0).map((row) => `${row.n} ${row.what} are open`);
}

/** Checks that every mail with the status `sent` is in the sandbox's mailbox. */
export async function checkMailbox(world: SimulatedWorld): Promise<string[]> {
  const rows = await world.db.execute<{ id: string; kind: string }>(
    sql`select id, kind from messages where status = 'sent' and channel = 'email'`,
  );
  const arrived = new Set(world.sandbox.mailbox.list(null).map((mail) => mail.messageId));
  return [...rows]
    .filter(({ id }) => !arrived.has(`<${id}@localhost>`))
    .map(({ id, kind }) => `${id}: ${kind} was never received`);
}

/** Checks that every paid order has exactly one receipt, and that unpaid orders have none. */
export async function checkReceipts(world: SimulatedWorld, orders: OrderRow[]): Promise<string[]> {
  const rows = await world.db.execute<{ id: string; n: number }>(sql`
    select payload->>'orderId' as id, count(*)::int as n from messages where kind = 'order_paid' group by 1`);
  const sent = new Map([...rows].map((row) => [row.id, row.n]));
  return orders.flatMap((order) => {
    const times = sent.get(order.id) ?? 0;
    const due = order.paid_on === null ? 0 : 1;
    return times === due || (order.status === 'refunded' && times === 1)
      ? []
      : [`${order.id}: ${times} receipts`];
  });
}

/**
 * Checks that the refunds at the gateway equal the recorded refunds. A lost dispute is a refund of the rest
 * of the payment.
 */
export async function checkRefunds({ db, sandbox }: SimulatedWorld): Promise<string[]> {
  const rows = await db.execute<{ charge: string; amount: number }>(sql`
    select m.provider_ref as charge, coalesce(sum(r.amount), 0)::int as amount
    from money_received m left join refunds r on r.money_id = m.id and r.status = 'succeeded'
    where m.provider = 'omise' group by m.provider_ref`);
  const recorded = new Map([...rows].map(({ charge, amount }) => [charge, amount]));
  return [...sandbox.gateway.charges.values()].flatMap(({ id, refunds, amount, dispute }) => {
    const made =
      dispute?.status === 'lost' ? amount : refunds.reduce((sum, refund) => sum + refund.amount, 0);
    const known = recorded.get(id) ?? 0;
    return made === known ? [] : [`${id}: ${made} went back at the gateway, our records say ${known}`];
  });
}
