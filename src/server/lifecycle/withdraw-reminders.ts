import { sql } from 'drizzle-orm';
import type { Tx } from '../db';

/**
 * Deletes queued reminders of orders that will change, and marks these orders as not reminded. Does not
 * delete a reminder that is being sent. The caller must hold the locks of the subscriptions.
 */
export async function withdrawReminders(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx.execute(sql`with deleted as (delete from messages m using orders o
      where o.id in (select jsonb_array_elements_text(${JSON.stringify(orderIds)}::jsonb))
        and m.dedupe_key = 'order_reminder:' || o.id || ':' || o.payment_date::text
        and m.status = 'queued' and m.lease_until is null returning o.id)
    update orders set reminded_at = null where id in (select id from deleted)`);
}
