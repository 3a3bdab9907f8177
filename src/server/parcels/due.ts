import { sql } from 'drizzle-orm';
import type { Ctx } from '../platform/context';
import { systemNow } from '../platform/clock';
import { ask } from '../db/ask';

// A parcel that fulfilment has is claimed by its next check; only one that is being asked for is leased.
const due = (which: string) => `select order_id as id from shipments
  where check_at <= $1 and taken_at is ${which} and (taken_at is not null or lease_until is null or lease_until < $2)
  order by check_at, order_id limit $3`;
const TO_SEND = due('null');
const TO_LOOK_AT = due('not null');

function list(query: string, { db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return ask<{ id: string }>(db, query, [now.toISOString(), systemNow().toISOString(), limit]);
}

/** Paid orders whose parcel fulfilment is not known to have, and whose turn it is. */
export const listParcelsToSend = (ctx: Ctx, limit: number) => list(TO_SEND, ctx, limit);

/** Parcels on their way whose next look is due. */
export const listParcelsToLookAt = (ctx: Ctx, limit: number) => list(TO_LOOK_AT, ctx, limit);

/** When the next parcel after `after` falls due, to be sent or looked at; null when none waits. */
export async function nextParcelAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db.execute<{ at: Date | string | null }>(
    sql`select min(check_at) as at from shipments where check_at > ${after.toISOString()}`,
  );
  return row?.at ? new Date(row.at) : null;
}
