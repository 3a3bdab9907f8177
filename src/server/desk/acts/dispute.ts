import { and, eq } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { decisionRefusal, type DisputeDecision } from '@/domain/dispute';
import { transaction, type Tx } from '../../db';
import { disputes, moneyReceived, orders } from '../../db/schema';
import { isPendingDispute, resumeCharging, withdrawChargeReminders } from '../../money/refunds/disputes';
import {
  bookForeignRefund,
  lockMoney,
  lockRefunds,
  mayBeTransferred,
  sumReturned,
} from '../../money/refunds/gateway-refunds';
import { auditOperator, baht, OperatorRefusal, type OperatorCtx } from './operator';

export interface DisputeResult {
  disputeId: string;
  orderId: string | null;
  /** The disputed amount in satang. */
  amount: number;
  status: (typeof disputes.$inferSelect)['status'];
  charging: (typeof disputes.$inferSelect)['charging'];
  /** The amount that the decision `lost` recorded as refunded, in satang. */
  booked: number;
  /** The number of payments that the decision `allow` made due again. */
  resumed: number;
}

/**
 * Records an operator's decision about a disputed or reversed payment.
 * - `allow`: allows charges of the account's cards again, and makes the payments on hold due.
 * - `stop`: stops all charges of the account's cards.
 * - `lost`: records the disputed amount as refunded, up to the part that is not refunded yet. If charges were on hold,
 *   stops them. Only after the gateway reports the dispute as lost.
 * @param target the id of the dispute, or of an order with one pending dispute
 * @throws OperatorRefusal
 */
export async function decideDispute(
  ctx: OperatorCtx,
  { target, decision, why }: { target: string; decision: DisputeDecision; why: string },
): Promise<DisputeResult> {
  if (why.trim() === '') throw new OperatorRefusal('whyMissing');
  return transaction(ctx.db, async (tx) => {
    const { dispute, money, accountId } = await lockDispute(tx, target);
    const refusal = decisionRefusal(
      { status: dispute.status, isBooked: dispute.bookedAt !== null },
      decision,
    );
    if (refusal) throw new OperatorRefusal(refusal);
    const subject = money.orderId ?? dispute.id;
    const detail = { disputeId: dispute.id, orderId: money.orderId, why };
    await auditOperator(tx, ctx, { subject, what: `dispute.${decision}`, detail });
    const booked = decision === 'lost' ? await bookLost(tx, ctx.now, dispute, money) : 0;
    const charging = chargingAfter(decision, dispute.charging);
    const isStopped = charging === 'stopped' && dispute.charging !== 'stopped';
    const [decided] = await tx
      .update(disputes)
      .set({
        charging,
        ...(isStopped && dispute.charging === 'allowed' ? { heldAt: ctx.now } : {}),
        ...(decision === 'lost' ? { bookedAt: ctx.now } : {}),
      })
      .where(eq(disputes.id, dispute.id))
      .returning();
    if (!decided) throw new Error('a locked dispute is missing');
    if (isStopped) await withdrawChargeReminders(tx, money.id);
    const resumed = decision === 'allow' && accountId ? await resumeCharging(tx, ctx.now, accountId) : 0;
    const { id: disputeId, amount, status } = decided;
    return { disputeId, orderId: money.orderId, amount, status, charging, booked, resumed };
  });
}

/**
 * Notes until when the bank takes evidence about a dispute. @param answerBy null for none
 * @throws OperatorRefusal
 */
export async function setDisputeDeadline(
  ctx: OperatorCtx,
  { target, answerBy }: { target: string; answerBy: Day | null },
): Promise<{ disputeId: string }> {
  return transaction(ctx.db, async (tx) => {
    const { dispute, money } = await lockDispute(tx, target);
    await tx.update(disputes).set({ answerBy }).where(eq(disputes.id, dispute.id));
    const detail = { disputeId: dispute.id, orderId: money.orderId, answerBy };
    await auditOperator(tx, ctx, {
      subject: money.orderId ?? dispute.id,
      what: 'dispute.deadline_set',
      detail,
    });
    return { disputeId: dispute.id };
  });
}

function chargingAfter(decision: DisputeDecision, before: DisputeResult['charging']) {
  switch (decision) {
    case 'allow':
      return 'allowed' as const;
    case 'stop':
      return 'stopped' as const;
    case 'lost':
      return before === 'held' ? ('stopped' as const) : before;
  }
}

/**
 * Locks a dispute with its payment.
 * @param target the id of the dispute, or of an order with one pending dispute
 */
export async function lockDispute(tx: Tx, target: string) {
  const found = await tx
    .select({ dispute: disputes, chargeId: moneyReceived.providerRef, accountId: orders.accountId })
    .from(disputes)
    .innerJoin(moneyReceived, eq(moneyReceived.id, disputes.moneyId))
    .leftJoin(orders, eq(orders.id, moneyReceived.orderId))
    .where(
      target.startsWith('dsp_')
        ? eq(disputes.id, target)
        : and(eq(moneyReceived.orderId, target), isPendingDispute(disputes)),
    );
  const [first] = found;
  if (!first) throw new OperatorRefusal('noDispute', { id: target });
  if (found.length > 1)
    throw new OperatorRefusal('severalDisputes', { ids: found.map(({ dispute }) => dispute.id).join(', ') });
  const money = await lockMoney(tx, first.chargeId);
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.id, first.dispute.id));
  if (!money || !dispute) throw new OperatorRefusal('noDispute', { id: target });
  return { dispute, money, accountId: first.accountId };
}

async function bookLost(
  tx: Tx,
  now: Date,
  dispute: typeof disputes.$inferSelect,
  money: typeof moneyReceived.$inferSelect,
): Promise<number> {
  const own = await lockRefunds(tx, money.id);
  const open = own.find((row) => row.status === 'sent' || row.status === 'unknown' || mayBeTransferred(row));
  if (open) throw new OperatorRefusal('refundOpen', { amount: baht(open.amount) });
  const amount = Math.min(dispute.amount, money.amount - sumReturned(own));
  if (amount === 0) return 0;
  const made = { ref: dispute.providerRef, amount, createdAt: dispute.changedAt };
  await bookForeignRefund(tx, now, money, made, 'dispute');
  return amount;
}
