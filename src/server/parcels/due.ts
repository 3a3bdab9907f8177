import { sql } from 'drizzle-orm';
import type { Ctx } from '../platform/context';
import { systemNow } from '../platform/clock';
import { ask } from '../db/ask';

// Only a parcel that is being requested is leased; for one that fulfilment has, claiming moves the next check.
const due = (which: string) => `select order_id as id from shipments
  where check_at <= $1 and taken_at is ${which} and (taken_at is not null or lease_until is null or lease_until < $2)
  order by check_at, order_id limit $3`;
const TO_SEND = due('null');
const TO_POLL = due('not null');

function list(query: string, { db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return ask<{ id: string }>(db, query, [now.toISOString(), systemNow().toISOString(), limit]);
}

/** Lists due parcels of paid orders that fulfilment is not known to have. */
export const listParcelsToSend = (ctx: Ctx, limit: number) => list(TO_SEND, ctx, limit);

/** Lists parcels at fulfilment whose next poll is due. */
export const listParcelsToPoll = (ctx: Ctx, limit: number) => list(TO_POLL, ctx, limit);

/** Returns when the next parcel is due to be sent or polled, or null. */
export async function nextParcelAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db.execute<{ at: Date | string | null }>(
    sql`select min(check_at) as at from shipments where check_at > ${after.toISOString()}`,
  );
  return row?.at ? new Date(row.at) : null;
}
