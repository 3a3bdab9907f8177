import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '@/domain/duration';
import { EVENT_DAYS, EVENT_SLOTS } from '@/domain/event';
import { transaction, type Db, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';

const newestRow = z.object({ isOld: z.boolean() });
const slotRow = z.object({ isOld: z.boolean(), last: z.string().nullable() });

/**
 * Empties each partition whose events are all older than they must be stored, by TRUNCATE, which takes no time and leaves
 * no dead rows.
 */
export async function purgeEvents(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - EVENT_DAYS * DAY_MS).toISOString();
  for (let slot = 0; slot < EVENT_SLOTS; slot += 1) {
    const table = sql.raw(`event_sets_${slot}`);
    const newest = sql`select at < ${since}::timestamptz as "isOld" from ${table} order by slot desc, seq desc limit 1`;
    const [row] = await queryRows(db, newestRow, newest);
    if (row?.isOld) await transaction(db, (tx) => emptySlot(tx, slot, since));
  }
}

async function emptySlot(tx: Tx, slot: number, since: string): Promise<void> {
  const table = sql.raw(`event_sets_${slot}`);
  await tx.execute(sql`set local lock_timeout = '2s'`);
  // Waits for transactions that write a set, which no other transaction sees yet.
  await tx.execute(sql`lock table ${table} in access exclusive mode`);
  const all = sql`select bool_and(at < ${since}::timestamptz and position is not null) as "isOld",
    max(position + size - 1)::text as last from ${table}`;
  const [row] = await queryRows(tx, slotRow, all);
  if (!row?.isOld) return;
  await tx.execute(sql`truncate ${table}`);
  await tx.execute(sql`update event_counter set dropped = greatest(dropped, ${row.last}::bigint)`);
}
