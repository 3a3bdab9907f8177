import { and, eq, isNotNull, isNull, lte, lt, ne, or } from 'drizzle-orm';
import { ABSENT_AFTER_MS, askAgainAt, AWAY_AFTER_TRIES } from '@/domain/parcel';
import type { Ctx } from '../platform/context';
import { systemNow } from '../platform/clock';
import { transaction } from '../db';
import { shipments } from '../db/schema';
import { fetchParcel } from '../gateways/mycloud';
import { lockParcel } from './contents';
import { LEASE_MS } from './due';
import { bookReport, type Shipment } from './report';

/** Asks fulfilment where a parcel is, and writes down what it says. Two callers at once: one of them asks. */
export async function lookAtParcel(ctx: Ctx, orderId: string): Promise<void> {
  const held = await claimLook(ctx, orderId);
  if (!held?.externalId) return;
  const answer = await fetchParcel(held.externalId);
  await transaction(ctx.db, async (tx) => {
    const found = await lockParcel(tx, orderId);
    if (!found || found.shipment.leaseUntil?.getTime() !== held.leaseUntil?.getTime()) return;
    if (answer.kind === 'ok') return void (await bookReport(tx, ctx.now, found, answer.value));
    const isLost = answer.kind === 'refused' && answer.code === 'not_found';
    const isLong = held.tries >= AWAY_AFTER_TRIES;
    await tx
      .update(shipments)
      .set({
        leaseUntil: null,
        checkAt: isLost ? null : askAgainAt(held.tries, ctx.now),
        ...(isLost ? { problem: 'not_found' } : isLong ? { problem: 'away' } : {}),
      })
      .where(eq(shipments.orderId, orderId));
  });
}

async function claimLook({ db, now }: Ctx, orderId: string): Promise<Shipment | null> {
  return transaction(db, async (tx) => {
    const isDue = and(
      eq(shipments.orderId, orderId),
      isNotNull(shipments.takenAt),
      ne(shipments.status, 'delivered'),
      lte(shipments.checkAt, now),
      or(isNull(shipments.leaseUntil), lt(shipments.leaseUntil, systemNow())),
    );
    const [due] = await tx.select().from(shipments).where(isDue).for('update', { skipLocked: true });
    if (!due) return null;
    const [held] = await tx
      .update(shipments)
      .set({
        leaseUntil: new Date(systemNow().getTime() + LEASE_MS),
        tries: due.tries + 1,
        // Should this process die, somebody else looks then.
        checkAt: new Date(now.getTime() + ABSENT_AFTER_MS),
      })
      .where(eq(shipments.orderId, orderId))
      .returning();
    return held ?? null;
  });
}
