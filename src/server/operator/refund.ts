import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { transaction, type Db, type Tx } from '../db';
import { moneyReceived, orders, refunds } from '../db/schema';
import { isDisputed } from '../refunds/disputes';
import { confirmManualRefund, sendRefund, writeRefund } from '../refunds/refund';
import { lockSubscription } from '../lifecycle/locks';
import { auditOperator, baht, OperatorRefusal, type OperatorCtx } from './operator';

export interface RefundAnswer {
  refundId: string;
  orderId: string | null;
  /** Satang. */
  amount: number;
  /** `unknown`, `created`: not certain yet, the worker goes on with it. `manual`: to be sent by hand. */
  status: (typeof refunds.$inferSelect)['status'];
  provider: 'omise' | 'bank';
  /** What of the money could still be given back. */
  left: number;
}

/**
 * Gives money back, all that is left of it or `amount` satang: an order's, or money that no order could keep. One
 * refund at a time, never more than came in; an answer that is lost is looked up by the worker and never asked for
 * again.
 * @param target an order's id, or the id of duplicate, late or orphan money
 * @throws OperatorRefusal
 */
export async function refund(
  ctx: OperatorCtx,
  { target, amount }: { target: string; amount: number | null },
): Promise<RefundAnswer> {
  const asked = await transaction(ctx.db, (tx) => ask(tx, ctx, target, amount));
  if (asked.provider === 'omise') await sendRefund(ctx, asked.refundId);
  return { ...asked, status: await learnStatus(ctx.db, asked.refundId) };
}

const WAIT_MS = 15_000;
const READ_EVERY_MS = 100;

/** How it stands. Where the worker was quicker and is asking the gateway just now, its answer is waited for. */
async function learnStatus(db: Db, refundId: string): Promise<RefundAnswer['status']> {
  for (let waited = 0; ; waited += READ_EVERY_MS) {
    const [row] = await db.select({ status: refunds.status }).from(refunds).where(eq(refunds.id, refundId));
    if (row?.status !== 'sent' || waited >= WAIT_MS) return row?.status ?? 'unknown';
    await sleep(READ_EVERY_MS);
  }
}

async function ask(tx: Tx, ctx: OperatorCtx, target: string, wished: number | null) {
  const { subject, money } = await (target.startsWith('mon_') ? lockMoney : lockPaidOrder)(tx, target);
  const { orderId } = money;
  if (await isDisputed(tx, money.id))
    throw new OperatorRefusal('This payment is disputed: a refund would pay it twice. Decide by `dispute`.');
  const [open] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.moneyId, money.id), inArray(refunds.status, ['created', 'sent', 'unknown'])));
  if (open)
    throw new OperatorRefusal(
      `A refund of ${baht(open.amount)} of it is under way (${open.status}). Wait until it is certain.`,
    );
  const left = money.amount - money.reservedRefund;
  const amount = wished ?? left;
  if (left === 0)
    throw new OperatorRefusal(`All of ${baht(money.amount)} was given back already, or waits to be.`);
  if (amount > left)
    throw new OperatorRefusal(`${baht(amount)} is more than the ${baht(left)} that is left.`);
  const refundId = await writeRefund(tx, ctx.now, { money, amount });
  if (!refundId) throw new OperatorRefusal('Somebody else refunded it at the same moment.');
  const detail = { orderId, refundId, amount };
  await auditOperator(tx, ctx, { subject, what: 'refund.asked', detail });
  return { refundId, orderId, amount, provider: money.provider, left: left - amount };
}

async function lockPaidOrder(tx: Tx, orderId: string) {
  const [owner] = await tx
    .select({ subscriptionId: orders.subscriptionId })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!owner) throw new OperatorRefusal(`There is no order ${orderId}.`);
  await lockSubscription(tx, owner.subscriptionId);
  const [found] = await tx
    .select({ order: orders, money: moneyReceived })
    .from(orders)
    .leftJoin(moneyReceived, and(eq(moneyReceived.orderId, orders.id), eq(moneyReceived.verdict, 'kept')))
    .where(eq(orders.id, orderId));
  if (!found) throw new OperatorRefusal(`There is no order ${orderId}.`);
  const { order, money } = found;
  if (order.total === 0) throw new OperatorRefusal('Nothing was due for this order: it cannot be refunded.');
  if (!money) throw new OperatorRefusal(`This order is ${order.status}: no money of it was kept.`);
  return { subject: order.subscriptionId, money };
}

/** Money that no order keeps. */
async function lockMoney(tx: Tx, moneyId: string) {
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
  if (!found) throw new OperatorRefusal(`There is no money ${moneyId}.`);
  if (found.money.verdict === 'kept')
    throw new OperatorRefusal(`This money was kept for order ${found.money.orderId}: refund the order.`);
  return { subject: found.subscriptionId ?? moneyId, money: found.money };
}

/**
 * Notes that a refund which only a person could make was made: a bank transfer, or one that the gateway refused.
 * @throws OperatorRefusal when it does not wait for that
 */
export async function confirmRefund(
  ctx: OperatorCtx,
  refundId: string,
): Promise<{ refundId: string; amount: number; status: 'succeeded' }> {
  return transaction(ctx.db, async (tx) => {
    const refund = await confirmManualRefund(tx, ctx.now, refundId);
    if (!refund) throw new OperatorRefusal(await whyNotManual(tx, refundId));
    const { amount } = refund;
    await auditOperator(tx, ctx, {
      subject: refundId,
      what: 'refund.made_by_hand',
      detail: { refundId, amount },
    });
    return { refundId, amount, status: 'succeeded' };
  });
}

async function whyNotManual(tx: Tx, refundId: string): Promise<string> {
  const [refund] = await tx.select({ status: refunds.status }).from(refunds).where(eq(refunds.id, refundId));
  return refund
    ? `This refund is ${refund.status}: nothing of it is to be made by hand.`
    : `There is no refund ${refundId}.`;
}
