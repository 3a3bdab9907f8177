import { sql, type SQL } from 'drizzle-orm';
import { settings } from '@/settings/settings';
import { addDays, dayOf, hourOf } from '@/domain/day';
import { DAY_MS } from '@/domain/duration';
import { CHARGE_HOUR } from '@/domain/payment';
import { LATE_BOX_WAIT_DAYS } from '@/domain/retry';
import { payments } from '../db/schema';

/**
 * SQL condition: the parcel of the order `o` may leave. The order is paid, and no refund of its whole payment is
 * requested.
 */
export const IS_PARCEL_OWED_O = `o.status = 'paid' and not exists (select 1 from money_received kept
  where kept.order_id = o.id and kept.verdict = 'kept' and kept.reserved_refund >= kept.amount)`;

/** Returns the SQL of the instant since which a box is to be sent: its payment, or the loss of the box before it. */
export const toBeSentSince = () => sql`greatest(o.paid_at,
  (select max(r.replaced_at) from replaced_parcels r where r.order_id = s.order_id))`;

/**
 * Returns the SQL condition that the parcel `s` of the order `o` is late: owed for days, and it has not left. The day of
 * the payment alone decides about most boxes, so that their losses are not looked up.
 */
export function isLateBox(now: Date): SQL {
  const before = new Date(now.getTime() - settings().LATE_BOX_DAYS * DAY_MS).toISOString();
  return sql`s.status in ('preparing','packed') and s.loss is null and ${sql.raw(IS_PARCEL_OWED_O)}
    and o.paid_at <= ${before}::timestamptz and ${toBeSentSince()} <= ${before}::timestamptz`;
}

/**
 * Returns the SQL condition that a row of `payments` need not wait. The payment waits while an earlier box of its
 * subscription is late, if the shop has chosen so, for `LATE_BOX_WAIT_DAYS` days at most.
 */
export function waitsForNoBox(now: Date): SQL {
  if (settings().LATE_BOX_CHARGING !== 'wait') return sql`true`;
  const today = dayOf(now);
  const endedFor = addDays(today, -LATE_BOX_WAIT_DAYS - (now >= hourOf(today, CHARGE_HOUR) ? 0 : 1));
  return sql`not exists (select 1 from orders w join orders o on o.subscription_id = w.subscription_id
      and o.id <> w.id join shipments s on s.order_id = o.id
    where w.id = ${payments.orderId} and w.payment_date > ${endedFor}::date and ${isLateBox(now)})`;
}
