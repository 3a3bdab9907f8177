import { eq } from 'drizzle-orm';
import { needsCorrection } from '@/domain/dispute';
import { transaction, type Tx } from '../../db';
import { disputes } from '../../db/schema';
import { resumeParcel } from '../../shop/parcels/contents';
import { issueDebitNote } from '../../work/documents/issue';
import { correctLoss, describeCorrection, type Correction } from '../../money/refunds/correct-refund';
import { lockDispute } from './dispute';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/**
 * Corrects the books of a dispute that was booked as lost and then decided for the shop: the money is at the shop, while
 * order, points and credit note say that it was refunded. Ends the dispute's entry on the list of what waits.
 * @param target the id of the dispute, or of an order with one pending dispute
 * @param request `amount`: the amount in satang that the preview showed; undefined without a preview. `preview`: returns
 *   what would change, and changes nothing
 * @throws OperatorRefusal: also for a dispute that another operator corrected, or that the bank took back again
 */
export async function correctDispute(
  ctx: OperatorCtx,
  request: { target: string; why: string; amount?: number; preview?: boolean },
): Promise<Correction & { disputeId: string }> {
  const { target, why, amount, preview = false } = request;
  if (!preview && why.trim() === '') throw new OperatorRefusal('whyMissing');
  return transaction(ctx.db, async (tx) => {
    const { dispute, money } = await lockDispute(tx, target);
    if (!needsCorrection({ status: dispute.status, isBooked: dispute.bookedAt !== null }))
      throw new OperatorRefusal('disputeNotBooked');
    const disputeId = dispute.id;
    const seen = await describeCorrection(tx, dispute);
    if (preview) return { ...seen, disputeId };
    if (amount !== undefined && amount !== seen.amount) throw new OperatorRefusal('correctionChanged');
    const { refundId, ...corrected } = await correctLoss(tx, ctx.now, dispute);
    if (refundId !== null) await issueDebitNote(tx, ctx.now, refundId);
    await endLoss(tx, disputeId);
    const { orderId, verdict, reservedRefund } = money;
    if (orderId && verdict === 'kept')
      await resumeParcel(tx, ctx.now, { orderId, reserved: reservedRefund - corrected.amount });
    const { points, referrerPoints } = corrected;
    const detail = { disputeId, orderId, amount: corrected.amount, points, referrerPoints, why };
    await auditOperator(tx, ctx, { subject: orderId ?? disputeId, what: 'dispute.corrected', detail });
    return { ...corrected, disputeId };
  });
}

async function endLoss(tx: Tx, disputeId: string): Promise<void> {
  await tx.update(disputes).set({ bookedAt: null }).where(eq(disputes.id, disputeId));
}
