import { and, eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { HAND_OVER_AFTER_MS, lossRefusal, TAKE_BACK_MS, type ParcelLoss } from '@/domain/parcel';
import { transaction, type Tx } from '../../db';
import { moneyReceived, orderAddresses, replacedParcels, shipments } from '../../db/schema';
import { writeParcel } from '../../lifecycle/parcels';
import { queueMessage, type NewMessage } from '../../lifecycle/outbox';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import { lockParcel } from '../../shop/parcels/contents';
import type { ParcelCase, Shipment } from '../../shop/parcels/report';
import { accountUrl } from '../../platform/site-url';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import type { ParcelAct } from './parcel';
import { sealUndo } from './parcel-undo';
import { refund, type RefundResult, type RequestedRefund } from './refund';

/** A parcel that an operator reports as lost or damaged. */
export interface ReportedParcel {
  orderId: string;
  /** The parcel's number within the order: 1 for the first parcel, 2 for its first replacement. */
  number: number;
  loss: ParcelLoss;
}

/** The columns of a parcel that nothing has happened to yet. */
const NEW_PARCEL = {
  status: 'preparing',
  externalId: null,
  courier: null,
  trackingNumber: null,
  trackingUrl: null,
  reportedStatus: null,
  requestedAt: null,
  takenAt: null,
  shippedAt: null,
  deliveredAt: null,
  leaseUntil: null,
  tries: 0,
  problem: null,
} as const satisfies Partial<Shipment>;

/**
 * Replaces a lost or damaged parcel free of charge. The new parcel goes to the order's own address if it has
 * one, else to the account's present address. A scheduled job requests it from fulfilment. Queues a message to the subscriber.
 * @param options `toAccountAddress`: removes the own address of the order
 * @returns the number of the new parcel
 * @throws OperatorRefusal; AppError OWN_ACCOUNT, MONTHLY_LIMIT
 */
export async function resendParcel(
  ctx: OperatorCtx,
  reported: ReportedParcel,
  { toAccountAddress = false } = {},
): Promise<ParcelAct<{ orderId: string; number: number }>> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockReported(tx, reported);
    const { shipment, order, account } = found;
    if (account.address === null) throw new OperatorRefusal('addressDeleted');
    await requireStaffMay(tx, ctx.now, ctx.operator, { act: 'parcelResends', accountId: account.id });
    const { orderId, externalId, courier, trackingNumber, trackingUrl } = shipment;
    const { takenAt, shippedAt, deliveredAt } = shipment;
    const number = shipment.number + 1;
    await tx.insert(replacedParcels).values({
      orderId,
      number: shipment.number,
      loss: reported.loss,
      replacedAt: ctx.now,
      externalId,
      courier,
      trackingNumber,
      trackingUrl,
      takenAt,
      shippedAt,
      deliveredAt,
    });
    const change = {
      ...NEW_PARCEL,
      number,
      updatedAt: ctx.now,
      checkAt: new Date(ctx.now.getTime() + HAND_OVER_AFTER_MS),
    };
    const row = await writeParcel(tx, ctx.now, { before: shipment, change });
    if (toAccountAddress) await tx.delete(orderAddresses).where(eq(orderAddresses.orderId, orderId));
    const detail = { number, reason: reported.loss, ...(toAccountAddress && { toAccountAddress }) };
    const what = 'parcel.sent_again';
    await auditOperator(tx, ctx, { subject: orderId, what, detail });
    const message: NewMessage<'parcel_resent'> = {
      kind: 'parcel_resent',
      accountId: account.id,
      dedupeKey: `parcel_resent:${orderId}:${number}`,
      waitMs: TAKE_BACK_MS,
      payload: {
        firstName: account.firstName,
        orderId,
        loss: reported.loss,
        link: `${accountUrl(account.locale)}/orders/${order.id}`,
      },
    };
    if (account.deletedAt === null) await queueMessage(tx, ctx.now, message);
    const undo = sealUndo(ctx, {
      what,
      before: found,
      change,
      after: row,
      messageKeys: account.deletedAt === null ? [message.dedupeKey] : [],
      replaced: shipment.number,
      isPlaceRemoved: toAccountAddress,
    });
    return { result: { orderId, number }, undo };
  });
}

/**
 * Refunds the order of a lost or damaged parcel, and stops polling the parcel.
 * @throws OperatorRefusal; AppError OWN_ACCOUNT, DAILY_LIMIT
 */
export async function refundParcel(
  ctx: OperatorCtx,
  reported: ReportedParcel,
  { amount, refunded }: Pick<RequestedRefund, 'amount' | 'refunded'>,
): Promise<RefundResult> {
  const { orderId, loss, number } = reported;
  // Writes the loss before it sends the refund, so that a concurrent second command fails.
  const before = await transaction(ctx.db, async (tx) => {
    const { shipment, account } = await lockReported(tx, reported);
    await requireStaffMay(tx, ctx.now, ctx.operator, { accountId: account.id });
    await tx
      .update(shipments)
      .set({ loss, checkAt: null, problem: null })
      .where(eq(shipments.orderId, orderId));
    const detail = { number, reason: loss, ...(amount !== null && { amount }) };
    await auditOperator(tx, ctx, { subject: orderId, what: 'parcel.refunded', detail });
    return { checkAt: shipment.checkAt, problem: shipment.problem };
  });
  try {
    return await refund(ctx, { target: orderId, amount, refunded });
  } catch (error) {
    const isRefused = error instanceof OperatorRefusal || error instanceof AppError;
    if (isRefused) await restoreParcel(ctx, reported, before);
    throw error;
  }
}

/** Restores the state that the parcel had before `refundParcel`. Called if the refund was refused. */
async function restoreParcel(
  ctx: OperatorCtx,
  { orderId, number, loss }: ReportedParcel,
  before: { checkAt: Date | null; problem: string | null },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await tx
      .update(shipments)
      .set({ loss: null, ...before })
      .where(and(eq(shipments.orderId, orderId), eq(shipments.number, number), eq(shipments.loss, loss)));
    await auditOperator(tx, ctx, { subject: orderId, what: 'parcel.refund_refused', detail: { number } });
  });
}

async function lockReported(tx: Tx, { orderId, number, loss }: ReportedParcel): Promise<ParcelCase> {
  const found = await lockParcel(tx, orderId);
  if (!found) throw new OperatorRefusal('noParcel', { id: orderId });
  const [money] = await tx
    .select({ amount: moneyReceived.amount, reserved: moneyReceived.reservedRefund })
    .from(moneyReceived)
    .where(and(eq(moneyReceived.orderId, orderId), eq(moneyReceived.verdict, 'kept')));
  const isRefunded = money !== undefined && money.reserved >= money.amount;
  const refused = lossRefusal({ number, loss }, { status: found.order.status, isRefunded }, found.shipment);
  if (refused) throw new OperatorRefusal(`loss.${refused}`);
  return found;
}
