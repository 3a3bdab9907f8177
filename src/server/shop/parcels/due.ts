import { and, asc, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../platform/context';
import { systemNow } from '../../platform/clock';
import { shipments } from '../../db/schema';

async function listDue({ db, now }: Ctx, limit: number, which: SQL | undefined): Promise<{ id: string }[]> {
  return db
    .select({ id: shipments.orderId })
    .from(shipments)
    .where(and(lte(shipments.checkAt, now), which))
    .orderBy(asc(shipments.checkAt), asc(shipments.orderId))
    .limit(limit);
}

// The lease matters only for parcels to request. To claim a parcel that the fulfilment service has, its next
// check is moved instead.
const isToSend = () =>
  and(isNull(shipments.takenAt), or(isNull(shipments.leaseUntil), lt(shipments.leaseUntil, systemNow())));

/** Lists parcels that are due to be requested from the fulfilment service and are not leased. */
export const listParcelsToSend = (ctx: Ctx, limit: number) => listDue(ctx, limit, isToSend());

/** Lists parcels that the fulfilment service has and whose next poll is due. */
export const listParcelsToPoll = (ctx: Ctx, limit: number) =>
  listDue(ctx, limit, isNotNull(shipments.takenAt));
