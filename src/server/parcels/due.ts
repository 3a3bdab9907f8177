import { and, asc, gt, isNotNull, isNull, lt, lte, min, or, type SQL } from 'drizzle-orm';
import type { Ctx } from '../platform/context';
import { systemNow } from '../platform/clock';
import { shipments } from '../db/schema';

async function listDue({ db, now }: Ctx, limit: number, which: SQL | undefined): Promise<{ id: string }[]> {
  return db
    .select({ id: shipments.orderId })
    .from(shipments)
    .where(and(lte(shipments.checkAt, now), which))
    .orderBy(asc(shipments.checkAt), asc(shipments.orderId))
    .limit(limit);
}

// Only a parcel that is being requested is leased; for one that fulfilment has, claiming moves the next check.
const isToSend = () =>
  and(isNull(shipments.takenAt), or(isNull(shipments.leaseUntil), lt(shipments.leaseUntil, systemNow())));

/** Lists due parcels of paid orders that fulfilment is not known to have. */
export const listParcelsToSend = (ctx: Ctx, limit: number) => listDue(ctx, limit, isToSend());

/** Lists parcels at fulfilment whose next poll is due. */
export const listParcelsToPoll = (ctx: Ctx, limit: number) =>
  listDue(ctx, limit, isNotNull(shipments.takenAt));

/** Returns when the next parcel is due to be sent or polled, or null. */
export async function nextParcelAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(shipments.checkAt) })
    .from(shipments)
    .where(gt(shipments.checkAt, after));
  return row?.at ?? null;
}
