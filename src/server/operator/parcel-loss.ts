import { and, eq } from 'drizzle-orm';
import { HAND_OVER_AFTER_MS, lossRefusal, type LossRefusal, type ParcelLoss } from '@/domain/parcel';
import { transaction, type Tx } from '../db';
import { moneyReceived, replacedParcels, shipments } from '../db/schema';
import { queueMessage } from '../lifecycle/outbox';
import { lockParcel } from '../parcels/contents';
import type { ParcelCase } from '../parcels/report';
import { accountUrl } from '../platform/site-url';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import { refund, type RefundAnswer } from './refund';

/** A parcel that an operator reports as lost or damaged. */
export interface ReportedParcel {
  orderId: string;
  /** 1, or the number of a parcel that was sent again. */
  number: number;
  loss: ParcelLoss;
}

const REFUSALS: Record<LossRefusal, string> = {
  no_such_parcel: 'This order has no such parcel.',
  sent_again: 'This parcel was sent again already. If the next one is meant, name it: --parcel <number>.',
  refunded_for_loss:
    'This parcel was refunded as lost or damaged already. See `timeline`; more goes back by `refund`.',
  refunded: 'This order was refunded whole, or its refund is under way.',
  not_paid: 'This order is not paid: it has no parcel.',
  not_shipped: 'This parcel is not shipped yet.',
  delivered: 'This parcel was delivered. If it arrived damaged, give --reason damaged.',
};

/**
 * Sends a lost or damaged parcel again, free of charge: the same order, a new parcel to the present address, handed to
 * fulfilment like any other. The subscriber gets a message.
 * @returns the number of the new parcel
 * @throws OperatorRefusal
 */
export async function resendParcel(
  ctx: OperatorCtx,
  reported: ReportedParcel,
): Promise<{ orderId: string; number: number }> {
  return transaction(ctx.db, async (tx) => {
    const { shipment, order, account } = await lockReported(tx, reported);
    if (account.address === null)
      throw new OperatorRefusal('There is no address any more: the account was deleted. Refund instead.');
    const { orderId, externalId, courier, trackingNumber, trackingUrl } = shipment;
    const { takenAt, shippedAt, deliveredAt } = shipment;
    const number = shipment.number + 1;
    await tx.insert(replacedParcels).values({
      ...{ orderId, number: shipment.number, loss: reported.loss, replacedAt: ctx.now },
      ...{ externalId, courier, trackingNumber, trackingUrl, takenAt, shippedAt, deliveredAt },
    });
    await tx
      .update(shipments)
      .set({
        ...{ number, status: 'preparing', updatedAt: ctx.now },
        ...{ externalId: null, courier: null, trackingNumber: null, trackingUrl: null, reportedStatus: null },
        ...{ askedAt: null, takenAt: null, shippedAt: null, deliveredAt: null },
        ...{ leaseUntil: null, tries: 0, problem: null },
        checkAt: new Date(ctx.now.getTime() + HAND_OVER_AFTER_MS),
      })
      .where(eq(shipments.orderId, orderId));
    const detail = { number, reason: reported.loss };
    await auditOperator(tx, ctx, { subject: orderId, what: 'parcel.sent_again', detail });
    if (account.deletedAt === null)
      await queueMessage(tx, ctx.now, {
        kind: 'parcel_resent',
        accountId: account.id,
        dedupeKey: `parcel_resent:${orderId}:${number}`,
        payload: {
          ...{ firstName: account.firstName, orderId, loss: reported.loss },
          link: `${accountUrl(account.locale)}/orders/${order.id}`,
        },
      });
    return { orderId, number };
  });
}

/**
 * Refunds a lost or damaged parcel, all that is left of the order's money or `amount` satang. Nothing more is expected
 * of the parcel; the subscriber gets the message of the refund.
 * @throws OperatorRefusal
 */
export async function refundParcel(
  ctx: OperatorCtx,
  reported: ReportedParcel,
  amount: number | null,
): Promise<RefundAnswer> {
  const { orderId, loss, number } = reported;
  // Noted before the money goes: a second command at the same time is refused.
  const before = await transaction(ctx.db, async (tx) => {
    const { shipment } = await lockReported(tx, reported);
    await tx
      .update(shipments)
      .set({ loss, checkAt: null, problem: null })
      .where(eq(shipments.orderId, orderId));
    const detail = { number, reason: loss, ...(amount !== null && { amount }) };
    await auditOperator(tx, ctx, { subject: orderId, what: 'parcel.refunded', detail });
    return { checkAt: shipment.checkAt, problem: shipment.problem };
  });
  try {
    return await refund(ctx, { target: orderId, amount });
  } catch (error) {
    if (error instanceof OperatorRefusal) await withdraw(ctx, reported, before);
    throw error;
  }
}

/** The refund was refused: the parcel is expected as before. */
async function withdraw(
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
  if (!found) throw new OperatorRefusal(`There is no parcel of ${orderId}: it is not paid, or is no order.`);
  const [money] = await tx
    .select({ amount: moneyReceived.amount, reserved: moneyReceived.reservedRefund })
    .from(moneyReceived)
    .where(and(eq(moneyReceived.orderId, orderId), eq(moneyReceived.verdict, 'kept')));
  const isRefunded = money !== undefined && money.reserved >= money.amount;
  const refused = lossRefusal({ number, loss }, { status: found.order.status, isRefunded }, found.shipment);
  if (refused) throw new OperatorRefusal(REFUSALS[refused]);
  return found;
}
