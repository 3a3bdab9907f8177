import { eq, sql } from 'drizzle-orm';
import { settings } from '@/settings/settings';
import { s10CheckDigit, trackingOf } from '@/domain/parcel';
import type { Ctx } from '@/server/platform/context';
import { transaction } from '@/server/db';
import { orders, shipments } from '@/server/db/schema';
import { syncParcels } from '@/server/shop/parcels/sync';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The steps of a parcel. `after` is the time in ms from the payment to the end of the step. */
const FAR = [
  { after: 6 * DAY_MS, word: 'DELIVERED' },
  { after: 2 * DAY_MS, word: 'SHIPPED' },
  { after: 12 * HOUR_MS, word: 'PACKED' },
] as const;

/**
 * Creates the parcels of the demo accounts. Parcels of past weeks are delivered, newer parcels are at the
 * MyCloud sandbox.
 */
export async function seedParcels(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  const paid = await db
    .select({ orderId: shipments.orderId, paidAt: orders.paidAt })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(orders.status, 'paid'))
    .orderBy(orders.paidAt, orders.id);
  for (const [number, { orderId, paidAt }] of paid.entries()) {
    const age = now.getTime() - (paidAt ?? now).getTime();
    const word = FAR.find(({ after }) => age >= after)?.word;
    if (word === 'DELIVERED') await deliver(ctx, orderId, paidAt ?? now, number);
    else if (word) await sendTo(ctx, orderId, word);
  }
}

/** Stores a parcel as delivered, with the time of each step. */
async function deliver({ db }: Ctx, orderId: string, paidAt: Date, number: number): Promise<void> {
  const serial = String(20_000_000 + number * 7_919);
  const tracking = trackingOf('EMS', `EX${serial}${s10CheckDigit(serial)}TH`);
  const at = (hours: number) => new Date(paidAt.getTime() + hours * HOUR_MS);
  await transaction(db, (tx) =>
    tx
      .update(shipments)
      .set({
        status: 'delivered',
        courier: tracking.courier,
        trackingNumber: tracking.number,
        trackingUrl: tracking.url,
        requestedAt: at(0.2),
        takenAt: at(0.2),
        shippedAt: at(30),
        deliveredAt: at(90),
        updatedAt: at(90),
        reportedStatus: 'DELIVERED',
        checkAt: null,
      })
      .where(eq(shipments.orderId, orderId)),
  );
}

/** Sends a parcel to the MyCloud sandbox and sets its status there. */
async function sendTo(ctx: Ctx, orderId: string, word: string): Promise<void> {
  await syncParcels(ctx, [orderId]);
  await fetch(`${settings().SANDBOX_URL}/_control/mycloud/parcels/${orderId}`, {
    method: 'POST',
    body: JSON.stringify({ status: word }),
  });
  await transaction(ctx.db, (tx) =>
    tx.execute(sql`update shipments set check_at = ${ctx.now.toISOString()} where order_id = ${orderId}`),
  );
  await syncParcels(ctx, [orderId]);
}
