import { sql } from 'drizzle-orm';
import type { Tx } from '../db';

/**
 * Deletes queued reminders of orders that are about to change, and marks those orders as not reminded. A reminder that
 * is being sent stays. The caller has locked the subscriptions.
 */
export async function withdrawReminders(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx.execute(sql`with deleted as (delete from messages m using orders o
      where o.id in (select jsonb_array_elements_text(${JSON.stringify(orderIds)}::jsonb))
        and m.dedupe_key = 'order_reminder:' || o.id || ':' || o.payment_date::text
        and m.status = 'queued' and m.lease_until is null returning o.id)
    update orders set reminded_at = null where id in (select id from deleted)`);
}
