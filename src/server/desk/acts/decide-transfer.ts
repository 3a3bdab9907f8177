import { desc, eq, inArray, sql } from 'drizzle-orm';
import { waiveShortage } from '@/domain/lifecycle/orders';
import type { Satang } from '@/domain/money';
import { isBooked, type TransferStatus } from '@/domain/payment';
import { fitOf, SHORTAGE_LIMIT, SHORTAGE_LIMIT_MAX } from '@/domain/transfer-fit';
import { transaction, type Db, type Tx } from '../../db';
import { bankTransfers, moneyReceived, orders, paymentLinks } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { lockSubscription } from '../../lifecycle/locks';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import { paidAt } from '../../money/payment-links/book-transfer';
import { findLinkById, type LinkRows } from '../../money/payment-links/queries';
import { settleTransfer } from '../../money/payment-links/settle-transfer';
import { returnMoney } from '../../money/settlement/received-money';
import { lockFlag, readFlag, writeFlag } from '../../platform/flags';
import { auditOperator, baht, OperatorRefusal, type OperatorCtx } from './operator';

type Transfer = typeof bankTransfers.$inferSelect;

/** The result of a decision. `waived` and `surplus`: what was accepted as a discount, or is given back, in satang. */
export interface DecidedTransfer {
  status: TransferStatus;
  waived: Satang;
  surplus: Satang;
}

/** Returns what a transfer may be short of its order, in satang. */
export const shortageLimit = async (db: Db | Tx): Promise<Satang> =>
  (await readFlag(db, 'shortageLimit'))?.amount ?? SHORTAGE_LIMIT;

/** Sets what a transfer may be short of its order. @throws OperatorRefusal for an amount that is not allowed */
export async function setShortageLimit(ctx: OperatorCtx, amount: Satang): Promise<{ amount: Satang }> {
  if (!Number.isInteger(amount) || amount < 0 || amount > SHORTAGE_LIMIT_MAX)
    throw new OperatorRefusal('shortageLimit', { max: baht(SHORTAGE_LIMIT_MAX) });
  return transaction(ctx.db, async (tx) => {
    await lockFlag(tx, 'shortageLimit');
    await writeFlag(tx, 'shortageLimit', { amount });
    await auditOperator(tx, ctx, { subject: 'transfers', what: 'transfer.limit_set', detail: { amount } });
    return { amount };
  });
}

/**
 * Books transfers as the payment of an order, together. What they are short of the price becomes a discount of the order,
 * up to the limit. What they are too much is recorded for a refund, and so are all of them if the order is not owed any
 * more. Transfers that were booked meanwhile are refused, and so is an order of the member's own account.
 * @param asked `sum` and `due`: the amounts in satang that were shown. `why`: the reason; needed for a shortage
 * @throws OperatorRefusal
 */
export async function bookForOrder(
  ctx: OperatorCtx,
  asked: { transferIds: readonly string[]; orderId: string; sum: Satang; due: Satang; why: string },
): Promise<DecidedTransfer> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockOrder(tx, asked.orderId);
    await requireStaffMay(tx, ctx.now, ctx.operator, { accountId: found.order.accountId });
    const transfers = await lockOpen(tx, asked.transferIds);
    const sum = transfers.reduce((all, { amount }) => all + amount, 0);
    const due = found.link.amount;
    if (sum !== asked.sum || due !== asked.due) throw new OperatorRefusal('transferChanged');
    const isOwed = ['charging', 'awaiting_payment', 'unpaid'].includes(found.order.status);
    const fit = isOwed ? fitOf(sum, due) : ({ kind: 'exact' } as const);
    const waived = fit.kind === 'short' ? fit.difference : 0;
    const surplus = fit.kind === 'over' ? fit.difference : 0;
    const payable = waived > 0 ? await waive(tx, ctx, found, { waived, why: asked.why }) : found;
    const { status, moneyId } = await settle(tx, ctx.now, payable, { transfers, amount: sum - surplus });
    // What was not accepted as the payment must leave no discount behind.
    if (waived > 0 && status !== 'matched') throw new OperatorRefusal('orderNotOwed');
    if (surplus > 0) await giveBack(tx, ctx.now, { found, transfers, amount: surplus, verdict: 'surplus' });
    const parts = { ...(waived > 0 && { waived }), ...(surplus > 0 && { surplus }) };
    const detail = { ...parts, ...(asked.why.trim() !== '' && { why: asked.why }) };
    await close(tx, ctx, transfers, { status, orderId: found.order.id, moneyId, detail });
    return { status, waived, surplus };
  });
}

/**
 * Refunds a whole transfer: the staff sends the money back by hand.
 * @param asked `orderId`: the order of its payer; null if nobody is known. `why`: the reason; not empty
 * @throws OperatorRefusal
 */
export async function refundTransfer(
  ctx: OperatorCtx,
  asked: { transferId: string; orderId: string | null; why: string },
): Promise<DecidedTransfer> {
  if (asked.why.trim() === '') throw new OperatorRefusal('whyMissing');
  return transaction(ctx.db, async (tx) => {
    const found = asked.orderId === null ? null : await lockOrder(tx, asked.orderId);
    if (found) await requireStaffMay(tx, ctx.now, ctx.operator, { accountId: found.order.accountId });
    const transfers = await lockOpen(tx, [asked.transferId]);
    const amount = transfers.reduce((all, one) => all + one.amount, 0);
    const moneyId = await giveBack(tx, ctx.now, { found, transfers, amount, verdict: 'orphan' });
    const orderId = found?.order.id ?? null;
    await close(tx, ctx, transfers, { status: 'returned', orderId, moneyId, detail: { why: asked.why } });
    return { status: 'returned', waived: 0, surplus: 0 };
  });
}

/** Locks the subscription of an order. @returns its newest link, the open one first @throws OperatorRefusal without one */
export async function lockOrder(tx: Tx, orderId: string): Promise<LinkRows> {
  const [link] = await tx
    .select({ id: paymentLinks.id, subscriptionId: orders.subscriptionId })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(eq(paymentLinks.orderId, orderId))
    .orderBy(desc(sql`${paymentLinks.status} = 'open'`), desc(paymentLinks.createdAt))
    .limit(1);
  if (!link) throw new OperatorRefusal('noLink');
  await lockSubscription(tx, link.subscriptionId);
  const found = await findLinkById(tx, link.id);
  if (!found) throw new OperatorRefusal('noLink');
  return found;
}

/** Locks transfers that are not booked, in the order of their ids. */
async function lockOpen(tx: Tx, ids: readonly string[]): Promise<Transfer[]> {
  const wanted = [...new Set(ids)];
  const rows = await tx
    .select()
    .from(bankTransfers)
    .where(inArray(bankTransfers.id, wanted))
    .orderBy(bankTransfers.id)
    .for('update');
  const missing = wanted.find((id) => rows.every((row) => row.id !== id));
  if (missing !== undefined) throw new OperatorRefusal('noSuchTransfer', { id: missing });
  if (rows.some(({ status }) => isBooked(status))) throw new OperatorRefusal('transferBooked');
  return rows;
}

async function waive(
  tx: Tx,
  ctx: OperatorCtx,
  found: LinkRows,
  { waived, why }: { waived: Satang; why: string },
): Promise<LinkRows> {
  const limit = await shortageLimit(tx);
  if (waived > limit) throw new OperatorRefusal('shortageTooLarge', { limit: baht(limit) });
  if (why.trim() === '') throw new OperatorRefusal('whyMissing');
  const { order, subscription } = found;
  const about = { cause: 'asked_by_operator', actor: ctx.operator, subscriptionId: subscription.id } as const;
  await applyChanges(tx, ctx.now, [{ ...about, ...waiveShortage(order, waived) }]);
  return { ...found, order: { ...order, waived, total: order.total - waived } };
}

async function settle(
  tx: Tx,
  now: Date,
  found: LinkRows,
  { transfers, amount }: { transfers: readonly Transfer[]; amount: Satang },
) {
  return settleTransfer(tx, now, found, { ...newestOf(now, transfers), amount });
}

/** Returns what stands for several transfers: the first one's reference, and when the last one was made. */
function newestOf(now: Date, transfers: readonly Transfer[]): { providerRef: string; paidAt: Date } {
  const [first] = transfers;
  if (!first) throw new Error('no transfer is booked');
  const days = transfers.map(({ paidOn }) => paidOn).sort();
  return { providerRef: first.providerRef, paidAt: paidAt(now, { paidOn: days.at(-1) ?? first.paidOn }) };
}

/** Records money to be given back by hand. @returns the id of the recorded money */
async function giveBack(
  tx: Tx,
  now: Date,
  money: {
    found: LinkRows | null;
    transfers: readonly Transfer[];
    amount: Satang;
    verdict: 'orphan' | 'surplus';
  },
): Promise<string | null> {
  const { found, transfers, amount, verdict } = money;
  const { providerRef, paidAt: at } = newestOf(now, transfers);
  const chargeId = verdict === 'surplus' ? `${providerRef}+surplus` : providerRef;
  const received = { kind: 'succeeded', chargeId, amount, paidAt: at } as const;
  await returnMoney(tx, now, found && { order: found.order, attempt: null }, received, verdict, 'bank');
  const [row] = await tx
    .select({ id: moneyReceived.id })
    .from(moneyReceived)
    .where(eq(moneyReceived.providerRef, chargeId));
  return row?.id ?? null;
}

async function close(
  tx: Tx,
  ctx: OperatorCtx,
  transfers: readonly Transfer[],
  as: { status: TransferStatus; orderId: string | null; moneyId: string | null; detail: object },
): Promise<void> {
  const { status, orderId, moneyId, detail } = as;
  const set = { status, orderId, moneyId, actor: ctx.operator };
  const ids = transfers.map(({ id }) => id);
  await tx.update(bankTransfers).set(set).where(inArray(bankTransfers.id, ids));
  for (const { id, amount, paidOn } of transfers)
    await auditOperator(tx, ctx, {
      subject: orderId ?? id,
      what: `transfer.${status}`,
      detail: { transferId: id, amount, paidOn, ...detail },
    });
}
