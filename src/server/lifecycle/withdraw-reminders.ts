import { ask } from '../db/ask';
import type { Tx } from '../db';

const WITHDRAW = `with gone as (delete from messages m using orders o
    where o.id in (select jsonb_array_elements_text($1::jsonb))
      and m.dedupe_key = 'order_reminder:' || o.id || ':' || o.payment_date::text
      and m.status = 'queued' and m.lease_until is null returning o.id)
  update orders set reminded_at = null where id in (select id from gone)`;

/**
 * Takes back reminders that no longer say what is true, before their orders change; such an order counts as not reminded
 * of. One that is on its way goes out. The caller holds the subscription's lock.
 */
export async function withdrawReminders(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length > 0) await ask(tx, WITHDRAW, [JSON.stringify(orderIds)]);
}
