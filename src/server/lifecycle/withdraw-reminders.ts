import { ask } from '../db/ask';
import type { Tx } from '../db';

const WITHDRAW = `with deleted as (delete from messages m using orders o
    where o.id in (select jsonb_array_elements_text($1::jsonb))
      and m.dedupe_key = 'order_reminder:' || o.id || ':' || o.payment_date::text
      and m.status = 'queued' and m.lease_until is null returning o.id)
  update orders set reminded_at = null where id in (select id from deleted)`;

/**
 * Deletes queued reminders of orders that are about to change, and marks those orders as not reminded. A reminder that
 * is being sent stays. The caller has locked the subscriptions.
 */
export async function withdrawReminders(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length > 0) await ask(tx, WITHDRAW, [JSON.stringify(orderIds)]);
}
