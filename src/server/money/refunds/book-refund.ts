import { eq } from 'drizzle-orm';
import { refundOrder } from '@/domain/lifecycle/orders';
import { reversedPoints } from '@/domain/points';
import { REFERRER_POINTS } from '@/domain/referral';
import type { MoneyVerdict } from '@/domain/settlement-money';
import type { RefundedWhy } from '@/emails/refunded';
import type { Tx } from '../../db';
import { moneyReceived, orders, type referrals, type refunds } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { lockReferral } from '../../shop/rewards/referrer-points';
import { movePoints } from '../../lifecycle/points';
import { shownPayTo } from './pay-to';
import { stepReferral } from '../../lifecycle/referrals';
import { notifyRefunded } from '../settlement/notifications';

type Refund = typeof refunds.$inferSelect;
type Order = typeof orders.$inferSelect;

/**
 * Records a completed refund and notifies the subscriber. If the payment had paid its order, reverses the
 * points of the subscriber and the referrer in proportion. A full refund makes the order refunded. The caller
 * must hold the subscription's lock and must record each refund only once.
 */
export async function bookRefunded(tx: Tx, now: Date, refund: Refund): Promise<void> {
  const [found] = await tx
    .select({ order: orders, verdict: moneyReceived.verdict })
    .from(moneyReceived)
    .innerJoin(orders, eq(orders.id, moneyReceived.orderId))
    .where(eq(moneyReceived.id, refund.moneyId));
  if (!found) return;
  const { order, verdict } = found;
  if (verdict === 'kept') await reversePoints(tx, now, order, refund);
  await notifyRefunded(tx, now, {
    refundId: refund.id,
    orderId: order.id,
    amount: refund.amount,
    why: refund.why === 'dispute' ? 'dispute' : WHY[verdict],
    // The gateway has made every other refund.
    byTransfer: refund.why !== 'dispute' && refund.providerRef === null,
    to: shownPayTo(refund),
  });
}

const WHY = {
  kept: 'operator',
  duplicate: 'duplicate',
  late: 'late',
  orphan: 'unused',
  surplus: 'surplus',
} as const satisfies Record<MoneyVerdict, RefundedWhy>;

async function reversePoints(tx: Tx, now: Date, order: Order, refund: Refund): Promise<void> {
  const { isWhole, changes } = refundOrder(order, refund.amount);
  const about = { cause: 'refunded', actor: 'billing', subscriptionId: order.subscriptionId } as const;
  await applyChanges(tx, now, [{ ...about, ...changes }]);
  const refunded = order.refunded + refund.amount;
  // Returns the part of `points` that this refund reverses in addition to earlier refunds.
  const share = (points: number) =>
    reversedPoints(points, refunded, order.total) - reversedPoints(points, order.refunded, order.total);
  const referral = order.kind === 'first' ? await lockReferral(tx, order.accountId) : null;
  const points = share(order.points);
  if (points > 0) {
    await movePoints(tx, now, [
      {
        accountId: order.accountId,
        kind: 'taken_back',
        source: refund.id,
        delta: -points,
        orderId: order.id,
      },
    ]);
  }
  if (referral)
    await reverseReferral(tx, now, {
      referral,
      refundId: refund.id,
      points: share(REFERRER_POINTS),
      isWhole,
    });
}

async function reverseReferral(
  tx: Tx,
  now: Date,
  reversal: {
    referral: typeof referrals.$inferSelect;
    refundId: string;
    points: number;
    isWhole: boolean;
  },
): Promise<void> {
  const { referral, refundId, points, isWhole } = reversal;
  const isHeld = referral.status === 'held';
  if (referral.status !== 'rewarded' && !isHeld) return;
  // Points on hold are not in the balance. Their release credits only the remaining points.
  if (points > 0) {
    await movePoints(tx, now, [
      {
        accountId: referral.referrerId,
        kind: 'referral_reversed',
        source: refundId,
        delta: isHeld ? 0 : -points,
        orderId: null,
      },
    ]);
  }
  if (isWhole) await stepReferral(tx, referral, 'reversed');
}
