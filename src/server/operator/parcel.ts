import { eq } from 'drizzle-orm';
import type { ShipmentStatus } from '@/domain/order';
import { furtherStatus, isTrackingNumber, trackingOf } from '@/domain/parcel';
import { systemNow } from '../platform/clock';
import { transaction } from '../db';
import { shipments } from '../db/schema';
import { queueMessages } from '../lifecycle/outbox';
import { lockParcel } from '../parcels/contents';
import { shippedMessages, type ParcelCase, type Shipment } from '../parcels/report';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

export interface ParcelResult {
  orderId: string;
  status: ShipmentStatus;
  problem: string | null;
  courier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
}

function toResult(shipment: Shipment): ParcelResult {
  const { orderId, status, problem, courier, trackingNumber, trackingUrl } = shipment;
  return { orderId, status, problem, courier, trackingNumber, trackingUrl };
}

async function withParcel(
  ctx: OperatorCtx,
  orderId: string,
  act: (found: ParcelCase) => Partial<Shipment>,
  what: string,
): Promise<ParcelResult> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockParcel(tx, orderId);
    if (!found) throw new OperatorRefusal('noParcel', { id: orderId });
    const set = act(found);
    const [row] = await tx.update(shipments).set(set).where(eq(shipments.orderId, orderId)).returning();
    if (!row) throw new Error('a locked parcel is missing');
    await auditOperator(tx, ctx, { subject: orderId, what, detail: { status: row.status } });
    await queueMessages(tx, ctx.now, shippedMessages(ctx.now, { ...found, shipment: row }, found.shipment));
    return toResult(row);
  });
}

/**
 * Makes a parcel due for the next run of its scheduled job. The job polls a confirmed parcel, searches for a requested
 * parcel, and requests any other parcel from fulfilment.
 * @throws OperatorRefusal
 */
export function retryParcel(ctx: OperatorCtx, orderId: string): Promise<ParcelResult> {
  const act = ({ shipment, isOwed }: ParcelCase): Partial<Shipment> => {
    if (shipment.status === 'delivered') throw new OperatorRefusal('parcelDelivered');
    if (!isOwed) throw new OperatorRefusal('parcelRefunded');
    if (shipment.takenAt === null && shipment.status !== 'preparing')
      throw new OperatorRefusal('parcelByHand');
    refuseWhileRequested(shipment);
    // `updatedAt` restarts the period after which a parcel without a status change becomes a problem.
    return { checkAt: ctx.now, problem: null, tries: 0, updatedAt: ctx.now };
  };
  return withParcel(ctx, orderId, act, 'parcel.retried');
}

/**
 * Marks a parcel as shipped and queues a message to the subscriber. Stops the requests to fulfilment if fulfilment has
 * not confirmed the parcel.
 * @param courier a name such as Flash or Thailand Post
 * @throws OperatorRefusal
 */
export function markShipped(
  ctx: OperatorCtx,
  orderId: string,
  { courier, number }: { courier: string; number: string },
): Promise<ParcelResult> {
  if (!isTrackingNumber(number)) throw new OperatorRefusal('trackingNumber', { number });
  const tracking = trackingOf(courier, number);
  const act = ({ shipment, order }: ParcelCase): Partial<Shipment> => {
    refuseUnsent(order.status);
    if (shipment.status === 'delivered') throw new OperatorRefusal('parcelDelivered');
    refuseWhileRequested(shipment);
    return {
      status: furtherStatus(shipment.status, 'shipped'),
      ...{ courier: tracking.courier ?? courier, trackingNumber: tracking.number, trackingUrl: tracking.url },
      shippedAt: shipment.shippedAt ?? ctx.now,
      ...stopRequests(shipment, ctx.now),
    };
  };
  return withParcel(ctx, orderId, act, 'parcel.shipped');
}

/**
 * Marks a parcel as delivered. Stops the requests to fulfilment if fulfilment has not confirmed the parcel.
 * @throws OperatorRefusal
 */
export function markDelivered(ctx: OperatorCtx, orderId: string): Promise<ParcelResult> {
  const act = ({ shipment, order }: ParcelCase): Partial<Shipment> => {
    refuseUnsent(order.status);
    if (shipment.status === 'delivered') throw new OperatorRefusal('parcelAlreadyDelivered');
    refuseWhileRequested(shipment);
    return {
      status: 'delivered',
      shippedAt: shipment.shippedAt ?? ctx.now,
      deliveredAt: ctx.now,
      ...stopRequests(shipment, ctx.now),
    };
  };
  return withParcel(ctx, orderId, act, 'parcel.delivered');
}

/**
 * Throws OperatorRefusal while a request to fulfilment is in progress. Otherwise the subscriber could get two parcels,
 * from the operator and from fulfilment.
 */
function refuseWhileRequested({ takenAt, leaseUntil }: Shipment): void {
  if (takenAt === null && leaseUntil !== null && leaseUntil > systemNow())
    throw new OperatorRefusal('parcelRequested');
}

function refuseUnsent(status: string): void {
  if (status !== 'paid' && status !== 'refunded') throw new OperatorRefusal('parcelUnpaid');
}

/** Returns the columns that stop further requests to fulfilment for a parcel that it has not confirmed. */
function stopRequests({ takenAt }: Shipment, now: Date): Partial<Shipment> {
  return { problem: null, updatedAt: now, ...(takenAt === null ? { checkAt: null, leaseUntil: null } : {}) };
}
