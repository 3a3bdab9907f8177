import { gt, min } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '../platform/context';
import { systemNow } from '../platform/clock';
import { queryRows } from '../db/query-rows';
import { shipments } from '../db/schema';

// Only a parcel that is being requested is leased; for one that fulfilment has, claiming moves the next check.
const due = (which: string) => `select order_id as id from shipments
  where check_at <= $1 and taken_at is ${which} and (taken_at is not null or lease_until is null or lease_until < $2)
  order by check_at, order_id limit $3`;
const TO_SEND = due('null');
const TO_POLL = due('not null');

const parcelRow = z.object({ id: z.string() });

function list(text: string, { db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return queryRows(db, parcelRow, { text, params: [now.toISOString(), systemNow().toISOString(), limit] });
}

/** Lists due parcels of paid orders that fulfilment is not known to have. */
export const listParcelsToSend = (ctx: Ctx, limit: number) => list(TO_SEND, ctx, limit);

/** Lists parcels at fulfilment whose next poll is due. */
export const listParcelsToPoll = (ctx: Ctx, limit: number) => list(TO_POLL, ctx, limit);

/** Returns when the next parcel is due to be sent or polled, or null. */
export async function nextParcelAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(shipments.checkAt) })
    .from(shipments)
    .where(gt(shipments.checkAt, after));
  return row?.at ?? null;
}
