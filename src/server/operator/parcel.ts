import { eq } from 'drizzle-orm';
import type { ShipmentStatus } from '@/domain/order';
import { furtherStatus, trackingOf } from '@/domain/parcel';
import { systemNow } from '../platform/clock';
import { transaction } from '../db';
import { shipments } from '../db/schema';
import { queueMessages } from '../lifecycle/outbox';
import { lockParcel } from '../parcels/contents';
import { shippedMessages, type ParcelCase, type Shipment } from '../parcels/report';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

export interface ParcelAnswer {
  orderId: string;
  status: ShipmentStatus;
  problem: string | null;
  courier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
}

function answerOf(shipment: Shipment): ParcelAnswer {
  const { orderId, status, problem, courier, trackingNumber, trackingUrl } = shipment;
  return { orderId, status, problem, courier, trackingNumber, trackingUrl };
}

async function withParcel(
  ctx: OperatorCtx,
  orderId: string,
  act: (found: ParcelCase) => Partial<Shipment>,
  what: string,
): Promise<ParcelAnswer> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockParcel(tx, orderId);
    if (!found)
      throw new OperatorRefusal(`There is no parcel of ${orderId}: it is not paid, or is no order.`);
    const set = act(found);
    const [row] = await tx.update(shipments).set(set).where(eq(shipments.orderId, orderId)).returning();
    if (!row) throw new Error('a locked parcel is gone');
    await auditOperator(tx, ctx, { subject: orderId, what, detail: { status: row.status } });
    await queueMessages(tx, ctx.now, shippedMessages(ctx.now, { ...found, shipment: row }, found.shipment));
    return answerOf(row);
  });
}

/**
 * Makes it the parcel's turn: one that fulfilment has is looked at, one that it may have is searched for, any other is
 * asked for, by the next run.
 * @throws OperatorRefusal
 */
export function retryParcel(ctx: OperatorCtx, orderId: string): Promise<ParcelAnswer> {
  const act = ({ shipment, order }: ParcelCase): Partial<Shipment> => {
    if (shipment.status === 'delivered') throw new OperatorRefusal('This parcel has arrived.');
    if (order.status !== 'paid') throw new OperatorRefusal('This order was paid back whole: it is not sent.');
    if (shipment.takenAt === null && shipment.status !== 'preparing')
      throw new OperatorRefusal('This parcel was sent by hand: fulfilment is not asked for it.');
    refuseWhileAsked(shipment);
    // Silence is counted anew.
    return { checkAt: ctx.now, problem: null, tries: 0, updatedAt: ctx.now };
  };
  return withParcel(ctx, orderId, act, 'parcel.retried');
}

/**
 * Notes that a parcel is on its way, as its courier says, and tells its owner; fulfilment is not asked for it any more.
 * @param courier as people say it, such as Flash or Thailand Post.
 * @throws OperatorRefusal
 */
export function markShipped(
  ctx: OperatorCtx,
  orderId: string,
  { courier, number }: { courier: string; number: string },
): Promise<ParcelAnswer> {
  const tracking = trackingOf(courier, number);
  const act = ({ shipment, order }: ParcelCase): Partial<Shipment> => {
    refuseUnsent(order.status);
    if (shipment.status === 'delivered') throw new OperatorRefusal('This parcel has arrived.');
    refuseWhileAsked(shipment);
    return {
      status: furtherStatus(shipment.status, 'shipped'),
      ...{ courier: tracking.courier ?? courier, trackingNumber: tracking.number, trackingUrl: tracking.url },
      shippedAt: shipment.shippedAt ?? ctx.now,
      ...notAsked(shipment, ctx.now),
    };
  };
  return withParcel(ctx, orderId, act, 'parcel.shipped');
}

/**
 * Notes that a parcel has arrived.
 * @throws OperatorRefusal
 */
export function markDelivered(ctx: OperatorCtx, orderId: string): Promise<ParcelAnswer> {
  const act = ({ shipment, order }: ParcelCase): Partial<Shipment> => {
    refuseUnsent(order.status);
    if (shipment.status === 'delivered') throw new OperatorRefusal('That is known already.');
    refuseWhileAsked(shipment);
    return {
      status: 'delivered',
      shippedAt: shipment.shippedAt ?? ctx.now,
      deliveredAt: ctx.now,
      ...notAsked(shipment, ctx.now),
    };
  };
  return withParcel(ctx, orderId, act, 'parcel.delivered');
}

/** Fulfilment may be taking it in this very moment; whoever sends it by hand as well sends two. */
function refuseWhileAsked({ takenAt, leaseUntil }: Shipment): void {
  if (takenAt === null && leaseUntil !== null && leaseUntil > systemNow())
    throw new OperatorRefusal('It is being asked about at this moment. Try again in two minutes.');
}

function refuseUnsent(status: string): void {
  if (status !== 'paid' && status !== 'refunded')
    throw new OperatorRefusal(`This order is ${status}: nothing is sent.`);
}

/** A person has taken it over: nothing is asked by itself. */
function notAsked({ takenAt }: Shipment, now: Date): Partial<Shipment> {
  return { problem: null, updatedAt: now, ...(takenAt === null ? { checkAt: null, leaseUntil: null } : {}) };
}
