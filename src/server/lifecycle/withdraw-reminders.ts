import { sql } from 'drizzle-orm';
import type { Tx } from '../db';
import { REMINDER_KEY } from './statements';

/**
 * Deletes queued reminders of orders that will change, and marks these orders as not reminded. Does not
 * delete a reminder that is being sent. The caller must hold the locks of the subscriptions.
 */
export async function withdrawReminders(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  // As in statements.ts, `|| ''` keeps PostgreSQL from reading all queued messages.
  await tx.execute(sql`with deleted as (delete from messages m
      where m.dedupe_key = any(array(select ${sql.raw(REMINDER_KEY)} from orders o
          where o.id in (select jsonb_array_elements_text(${JSON.stringify(orderIds)}::jsonb))))
        and m.status || '' = 'queued' and m.lease_until is null
      returning split_part(m.dedupe_key, ':', 2) as id)
    update orders set reminded_at = null where id in (select id from deleted)`);
}
