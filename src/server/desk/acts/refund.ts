import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { transaction, type Db, type Tx } from '../../db';
import { moneyReceived, orders, refunds, staff } from '../../db/schema';
import { isDisputed } from '../../money/refunds/disputes';
import { openPayTo } from '../../money/refunds/pay-to';
import { confirmManualRefund, lockRefund, sendRefund, writeRefund } from '../../money/refunds/refund';
import type { PayTo } from '@/domain/bank';
import type { RefundReason } from '@/domain/order-refund';
import { lockSubscription } from '../../lifecycle/locks';
import { writeNote, type NewNote } from '../../lifecycle/notes';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import { auditOperator, baht, OperatorRefusal, type OperatorCtx } from './operator';

export interface RefundResult {
  refundId: string;
  orderId: string | null;
  /** The refunded amount in satang. */
  amount: number;
  /** `unknown` and `created`: pending, the worker continues. `manual`: the operator must send the refund. */
  status: (typeof refunds.$inferSelect)['status'];
  provider: 'omise' | 'bank';
  /** The amount that can still be refunded, in satang. */
  left: number;
}

/** What an operator confirmed. */
export interface RequestedRefund {
  /** The id of an order, or of a duplicate, late or orphan payment. */
  target: string;
  /** Satang; null for the whole amount that is not refunded yet. */
  amount: number | null;
  /**
   * The sum (satang) of the payment's refunds, also of those in progress, that the operator saw. Default: none for an
   * `amount`, any sum for all that is left.
   */
  refunded?: number | undefined;
  /** The reason for the audit, if the operator gave one. */
  why?: string;
  reason?: RefundReason;
  /** A text about the subscriber, which is erased with the account. */
  note?: NewNote | undefined;
}

/**
 * Refunds a payment in whole or in part. Allows one open refund per payment. If the gateway's response is lost, the
 * worker later reads the outcome and does not send the refund again. A refund that the operator did not see is refused,
 * so that two operators do not refund the same complaint twice.
 * @throws OperatorRefusal
 */
export async function refund(ctx: OperatorCtx, request: RequestedRefund): Promise<RefundResult> {
  const written = await transaction(ctx.db, (tx) => writeRequested(tx, ctx, request));
  if (written.provider === 'omise') await sendRefund(ctx, written.refundId);
  return { ...written, status: await waitForStatus(ctx.db, written.refundId) };
}

const WAIT_MS = 15_000;
const READ_EVERY_MS = 100;

/** Returns a refund's status. Waits up to 15 seconds for the gateway's response if the status is `sent`. */
async function waitForStatus(db: Db, refundId: string): Promise<RefundResult['status']> {
  for (let waited = 0; ; waited += READ_EVERY_MS) {
    const [row] = await db.select({ status: refunds.status }).from(refunds).where(eq(refunds.id, refundId));
    if (row?.status !== 'sent' || waited >= WAIT_MS) return row?.status ?? 'unknown';
    await sleep(READ_EVERY_MS);
  }
}

async function writeRequested(
  tx: Tx,
  ctx: OperatorCtx,
  { target, amount: requested, refunded, why, reason, note }: RequestedRefund,
) {
  const { subject, money } = await (target.startsWith('mon_') ? lockUnusablePayment : lockPaidOrder)(
    tx,
    target,
  );
  const { orderId } = money;
  if (await isDisputed(tx, money.id)) throw new OperatorRefusal('refundDisputed');
  const [open] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.moneyId, money.id), inArray(refunds.status, ['created', 'sent', 'unknown'])));
  if (open) throw new OperatorRefusal('refundOpen', { amount: baht(open.amount) });
  const left = money.amount - money.reservedRefund;
  const amount = requested ?? left;
  if (left === 0) throw new OperatorRefusal('refundedAll', { amount: baht(money.amount) });
  const seen = refunded ?? (requested === null ? money.reservedRefund : 0);
  if (seen !== money.reservedRefund)
    throw new OperatorRefusal('refundedSince', { refunded: baht(money.reservedRefund), seen: baht(seen) });
  if (amount > left) throw new OperatorRefusal('refundTooMuch', { amount: baht(amount), left: baht(left) });
  const accountId = await payerOf(tx, orderId);
  await requireStaffMay(tx, ctx.now, ctx.operator, { act: 'refunds', amount, accountId });
  const refundId = await writeRefund(tx, ctx.now, { money, amount });
  if (!refundId) throw new OperatorRefusal('refundAtOnce');
  const given = { ...(why !== undefined && { why }), ...(reason && { reason }) };
  const detail = { orderId, refundId, amount, ...given };
  await auditOperator(tx, ctx, { subject, what: 'refund.asked', detail });
  if (note) await writeNote(tx, ctx.now, note);
  return { refundId, orderId, amount, provider: money.provider, left: left - amount };
}

/** Returns the account that an order belongs to; null without an order. */
async function payerOf(tx: Tx, orderId: string | null): Promise<string | null> {
  if (orderId === null) return null;
  const [order] = await tx.select({ accountId: orders.accountId }).from(orders).where(eq(orders.id, orderId));
  return order?.accountId ?? null;
}

async function lockPaidOrder(tx: Tx, orderId: string) {
  const [owner] = await tx
    .select({ subscriptionId: orders.subscriptionId })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!owner) throw new OperatorRefusal('noSuchOrder', { id: orderId });
  await lockSubscription(tx, owner.subscriptionId);
  const [found] = await tx
    .select({ order: orders, money: moneyReceived })
    .from(orders)
    .leftJoin(moneyReceived, and(eq(moneyReceived.orderId, orders.id), eq(moneyReceived.verdict, 'kept')))
    .where(eq(orders.id, orderId));
  if (!found) throw new OperatorRefusal('noSuchOrder', { id: orderId });
  const { order, money } = found;
  if (order.total === 0) throw new OperatorRefusal('orderFree');
  if (!money) throw new OperatorRefusal('orderUnpaid');
  return { subject: order.subscriptionId, money };
}

/** Locks and returns a received payment that is a duplicate, late or orphan payment. */
async function lockUnusablePayment(tx: Tx, moneyId: string) {
  const find = () =>
    tx
      .select({ money: moneyReceived, subscriptionId: orders.subscriptionId })
      .from(moneyReceived)
      .leftJoin(orders, eq(orders.id, moneyReceived.orderId))
      .where(eq(moneyReceived.id, moneyId));
  const [known] = await find();
  if (known?.subscriptionId) await lockSubscription(tx, known.subscriptionId);
  else await tx.select().from(moneyReceived).where(eq(moneyReceived.id, moneyId)).for('update');
  const [found] = await find();
  if (!found) throw new OperatorRefusal('noSuchPayment', { id: moneyId });
  if (found.money.verdict === 'kept')
    throw new OperatorRefusal('paymentKept', { id: found.money.orderId ?? '' });
  return { subject: found.subscriptionId ?? moneyId, money: found.money };
}

/**
 * Takes a manual refund, so that no other member transfers it, and returns where it goes. `payTo`: null before its owner
 * has named an account. `from`: the member from whom it is taken over.
 * @throws OperatorRefusal for a refund with another status than `manual`, of a disputed payment, or taken by another member
 */
export async function takeRefund(
  ctx: OperatorCtx,
  { refundId, from }: { refundId: string; from?: string | undefined },
): Promise<{ amount: number; payTo: PayTo | null }> {
  return transaction(ctx.db, async (tx) => {
    const refund = await lockManual(tx, { ...ctx, from }, refundId);
    if (await isDisputed(tx, refund.moneyId)) throw new OperatorRefusal('refundDisputed');
    if (refund.takenBy !== ctx.operator) {
      await tx
        .update(refunds)
        .set({ takenBy: ctx.operator, takenAt: ctx.now })
        .where(eq(refunds.id, refundId));
      await auditOperator(tx, ctx, { subject: refundId, what: 'refund.taken', detail: { refundId } });
    }
    return { amount: refund.amount, payTo: openPayTo(refund) };
  });
}

/**
 * Records that the operator has sent a manual refund. `reference`: the bank's, null if there is none.
 * @throws OperatorRefusal for a refund with another status than `manual`, or taken by another member
 */
export async function confirmRefund(
  ctx: OperatorCtx,
  refundId: string,
  reference: string | null = null,
): Promise<{ refundId: string; amount: number; status: 'succeeded' }> {
  return transaction(ctx.db, async (tx) => {
    const { amount, takenAt } = await lockManual(tx, ctx, refundId);
    const made = { takenBy: ctx.operator, takenAt: takenAt ?? ctx.now, reference };
    if (!(await confirmManualRefund(tx, ctx.now, refundId, made)))
      throw new OperatorRefusal('refundNotManual');
    await auditOperator(tx, ctx, {
      subject: refundId,
      what: 'refund.made_by_hand',
      detail: { refundId, amount, reference },
    });
    return { refundId, amount, status: 'succeeded' };
  });
}

/**
 * Locks and returns a manual refund that no other member has taken.
 * @throws OperatorRefusal
 */
export async function lockManual(
  tx: Tx,
  { operator, from }: { operator: string; from?: string | undefined },
  refundId: string,
): Promise<typeof refunds.$inferSelect> {
  const refund = await lockRefund(tx, refundId);
  if (!refund) throw new OperatorRefusal('noSuchRefund', { id: refundId });
  if (refund.status !== 'manual') throw new OperatorRefusal('refundNotManual');
  const { takenBy } = refund;
  if (takenBy === null || takenBy === operator || takenBy === from) return refund;
  const [member] = await tx
    .select({ name: staff.name, email: staff.email })
    .from(staff)
    .where(eq(staff.id, takenBy.replace('staff:', '')));
  throw new OperatorRefusal('refundTaken', { name: member?.name || (member?.email ?? takenBy) });
}
