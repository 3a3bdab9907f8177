import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { typedSql } from '../../db/query-rows';
import { messages } from '../../db/schema';

/**
 * Returns the SQL condition that a message about an unpaid order is no longer true: the announced retry will not come,
 * because the order was paid, closed or retried meanwhile; or the order that is back on its planned date has changed
 * since; or the 3-D Secure challenge has ended; or the order of a stopping subscription was paid;
 * or a late box has left; or an order left out was paid after all; or a refund was corrected; or a corrected order was
 * refunded after all.
 */
export function isObsolete() {
  return typedSql(
    z.boolean(),
    sql`case ${messages.kind}
      when 'payment_failed' then exists (select 1 from orders o join payments p on p.order_id = o.id
        where o.id = ${messages.payload} ->> 'orderId' and case
          when ${messages.payload} ->> 'backOn' is not null then o.status <> 'upcoming'
            or o.payment_date <> (${messages.payload} ->> 'backOn')::date
          when ${messages.payload} ->> 'nextTryOn' is not null then o.status <> 'charging'
            or (p.due_at at time zone 'Asia/Bangkok')::date is distinct from (${messages.payload} ->> 'nextTryOn')::date
          when (${messages.payload} ->> 'final')::boolean then o.status in ('paid','refunded')
          else o.status <> 'charging' end)
      when 'box_late' then exists (select 1 from shipments s
        where s.order_id = ${messages.payload} ->> 'orderId' and s.status in ('shipped','delivered'))
      when 'order_left_out' then exists (select 1 from orders o
        where o.id = ${messages.payload} ->> 'orderId' and o.status in ('paid','refunded'))
      when 'refunded' then exists (select 1 from refunds r
        where r.id = ${messages.payload} ->> 'refundId' and r.status = 'corrected')
      when 'refund_corrected' then exists (select 1 from orders o
        where o.id = ${messages.payload} ->> 'orderId' and o.status = 'refunded')
      when 'subscription_ending' then not exists (select 1 from orders o
        where o.id = ${messages.payload} ->> 'orderId' and o.status = 'charging')
      when 'subscription_inactive' then not exists (select 1 from orders o
        join subscriptions s on s.id = o.subscription_id
        where o.id = ${messages.payload} ->> 'orderId' and o.status = 'unpaid' and s.status = 'inactive')
      when 'action_needed' then not exists (select 1 from charge_attempts t
        where t.id = split_part(${messages.dedupeKey}, ':', 2) and t.status = 'action_required')
      else false end`,
  );
}
