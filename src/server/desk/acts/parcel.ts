import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import {
  furtherStatus,
  isAtFulfilment,
  isTrackingNumber,
  trackingOf,
  type ParcelProblem,
  type ReportedProblem,
} from '@/domain/parcel';
import type { parcelAnswer } from '@/schemas/answers/commands';
import { systemNow } from '../../platform/clock';
import { transaction } from '../../db';
import { shipments } from '../../db/schema';
import { queueMessages } from '../../lifecycle/outbox';
import { writeParcel } from '../../lifecycle/parcels';
import { lockParcel } from '../../shop/parcels/contents';
import { shippedMessages, type ParcelCase, type Shipment } from '../../shop/parcels/report';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import { sealUndo } from './parcel-undo';

/** An act on a parcel. */
export interface ParcelAct<Result> {
  result: Result;
  /** Takes the act back (`takeBackParcel`); null if fulfilment is asked because of it. */
  undo: string | null;
}

export type ParcelResult = z.output<typeof parcelAnswer>;

const RETRIED = 'parcel.retried';

function toResult(shipment: Shipment): ParcelResult {
  const { orderId, status, problem, courier, trackingNumber, trackingUrl } = shipment;
  return { orderId, status, problem, courier, trackingNumber, trackingUrl };
}

async function withParcel(
  ctx: OperatorCtx,
  orderId: string,
  act: (found: ParcelCase) => Partial<Shipment>,
  what: string,
): Promise<ParcelAct<ParcelResult>> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockParcel(tx, orderId);
    if (!found) throw new OperatorRefusal('noParcel', { id: orderId });
    const change = act(found);
    const row = await writeParcel(tx, ctx.now, { before: found.shipment, change });
    const { externalId } = found.shipment;
    const isReplaced = externalId !== null && row.externalId === null;
    const detail = { status: row.status, problem: row.problem, ...(isReplaced && { externalId }) };
    await auditOperator(tx, ctx, { subject: orderId, what, detail });
    const told = shippedMessages(ctx.now, { ...found, shipment: row }, found.shipment, 'staff');
    await queueMessages(tx, ctx.now, told);
    const undo = { what, before: found, change, after: row, messageKeys: told.map((one) => one.dedupeKey) };
    return { result: toResult(row), undo: what === RETRIED ? null : sealUndo(ctx, undo) };
  });
}

/**
 * Makes a parcel due for the next run of its scheduled job. The job polls a confirmed parcel, searches for a requested
 * parcel, and requests any other parcel from fulfilment.
 * @throws OperatorRefusal
 */
export function retryParcel(ctx: OperatorCtx, orderId: string): Promise<ParcelAct<ParcelResult>> {
  const act = ({ shipment, isOwed }: ParcelCase): Partial<Shipment> => {
    if (shipment.status === 'delivered') throw new OperatorRefusal('parcelDelivered');
    if (!isOwed) throw new OperatorRefusal('parcelRefunded');
    if (shipment.takenAt === null && shipment.status !== 'preparing')
      throw new OperatorRefusal('parcelByHand');
    refuseWhileRequested(shipment);
    // `updatedAt` restarts the period after which a parcel without a status change becomes a problem.
    return { checkAt: ctx.now, problem: null, tries: 0, updatedAt: ctx.now };
  };
  return withParcel(ctx, orderId, act, RETRIED);
}

/**
 * Marks a parcel as shipped and queues a message to the subscriber. If fulfilment may have received a request for it,
 * the job still searches fulfilment and reports a second parcel.
 * @param sent `courier`: a name such as Flash or Thailand Post. `cancelledThere`: the operator has cancelled the parcel at
 *   fulfilment; later reports about it are ignored
 * @throws OperatorRefusal, also while fulfilment has the parcel and it is not cancelled there
 */
export function markShipped(
  ctx: OperatorCtx,
  orderId: string,
  sent: { courier: string; number: string; cancelledThere?: boolean | undefined },
): Promise<ParcelAct<ParcelResult>> {
  const { courier, number, cancelledThere = false } = sent;
  if (!isTrackingNumber(number)) throw new OperatorRefusal('trackingNumber', { number });
  const tracking = trackingOf(courier, number);
  const act = ({ shipment, order }: ParcelCase): Partial<Shipment> => {
    refuseUnsent(order.status);
    if (shipment.status === 'delivered') throw new OperatorRefusal('parcelDelivered');
    refuseWhileRequested(shipment);
    const isThere = isAtFulfilment(shipment);
    if (isThere && !cancelledThere) throw new OperatorRefusal('parcelAtFulfilment');
    return {
      status: furtherStatus(shipment.status, 'shipped'),
      courier: tracking.courier ?? courier,
      trackingNumber: tracking.number,
      trackingUrl: tracking.url,
      shippedAt: shipment.shippedAt ?? ctx.now,
      ...stopRequests(shipment, ctx.now),
      ...(isThere ? REPLACED : {}),
    };
  };
  return withParcel(ctx, orderId, act, 'parcel.shipped');
}

/**
 * Marks a parcel as delivered. Stops the requests to fulfilment if fulfilment has not confirmed the parcel.
 * @throws OperatorRefusal
 */
export function markDelivered(ctx: OperatorCtx, orderId: string): Promise<ParcelAct<ParcelResult>> {
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
 * Corrects courier and number of a parcel that was sent, and queues the message with the right link.
 * @throws OperatorRefusal
 */
export function correctNumber(
  ctx: OperatorCtx,
  orderId: string,
  { courier, number }: { courier: string; number: string },
): Promise<ParcelAct<ParcelResult>> {
  if (!isTrackingNumber(number)) throw new OperatorRefusal('trackingNumber', { number });
  const tracking = trackingOf(courier, number);
  const act = ({ shipment }: ParcelCase): Partial<Shipment> => {
    if (shipment.status !== 'shipped') throw new OperatorRefusal('parcelNotOnWay');
    if (shipment.trackingNumber === tracking.number) throw new OperatorRefusal('sameNumber');
    const change = { trackingNumber: tracking.number, trackingUrl: tracking.url, updatedAt: ctx.now };
    return { courier: tracking.courier ?? courier, ...change };
  };
  return withParcel(ctx, orderId, act, 'parcel.number_corrected');
}

/**
 * Records that a sent parcel came back, was refused by its recipient, or left twice. It stays listed until it is sent
 * again, refunded or dismissed, and is not polled any more.
 * @throws OperatorRefusal
 */
export function reportParcel(
  ctx: OperatorCtx,
  orderId: string,
  problem: ReportedProblem,
): Promise<ParcelAct<ParcelResult>> {
  const act = ({ shipment }: ParcelCase): Partial<Shipment> => {
    const { status, loss } = shipment;
    if (status !== 'shipped' && status !== 'delivered') throw new OperatorRefusal('parcelNotOnWay');
    if (loss !== null) throw new OperatorRefusal('loss.refunded_for_loss');
    if (shipment.problem === problem) throw new OperatorRefusal('alreadyReported');
    return { problem, checkAt: null, updatedAt: ctx.now };
  };
  return withParcel(ctx, orderId, act, 'parcel.reported');
}

const RETRIED_MAX = 500;

/**
 * Makes all parcels with a problem due again, such as those of a product that is back in stock.
 * @returns how many were made due. One that another process holds is left out
 */
export async function retryProblem(ctx: OperatorCtx, problem: ParcelProblem): Promise<{ retried: number }> {
  const found = await ctx.db
    .select({ orderId: shipments.orderId })
    .from(shipments)
    .where(and(eq(shipments.problem, problem), inArray(shipments.status, ['preparing', 'packed'])))
    .orderBy(asc(shipments.updatedAt))
    .limit(RETRIED_MAX);
  let retried = 0;
  for (const { orderId } of found)
    try {
      await retryParcel(ctx, orderId);
      retried += 1;
    } catch (error) {
      if (!(error instanceof OperatorRefusal)) throw error;
    }
  return { retried };
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

/**
 * Returns the columns that stop further requests to fulfilment for a parcel that it has not confirmed. An earlier
 * request without an answer is still searched for.
 */
function stopRequests({ takenAt, requestedAt, checkAt }: Shipment, now: Date): Partial<Shipment> {
  const search = { checkAt: requestedAt === null ? null : (checkAt ?? now), leaseUntil: null };
  return { problem: null, updatedAt: now, ...(takenAt === null ? search : {}) };
}

/** The columns of a parcel that the operator's own parcel replaces. Reports about it are ignored. */
const REPLACED: Partial<Shipment> = {
  externalId: null,
  reportedStatus: null,
  requestedAt: null,
  takenAt: null,
  checkAt: null,
  leaseUntil: null,
};
