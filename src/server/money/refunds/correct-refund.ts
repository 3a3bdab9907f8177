import { and, eq, sql } from 'drizzle-orm';
import { correctRefund, milestoneOf } from '@/domain/lifecycle/orders';
import { reversedPoints } from '@/domain/points';
import { REFERRER_POINTS } from '@/domain/referral';
import type { Db, Tx } from '../../db';
import { documents, moneyReceived, orders, refunds, type disputes } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { movePoints } from '../../lifecycle/points';
import { stepReferral } from '../../lifecycle/referrals';
import { stepRefund } from '../../lifecycle/refunds';
import { loadPayers, queueMilestoneMessages } from '../../shop/rewards/earning';
import { lockReferral } from '../../shop/rewards/referrer-points';
import { notifyRefundCorrected } from '../settlement/notifications';

type Refund = typeof refunds.$inferSelect;
type Order = typeof orders.$inferSelect;

/** What the correction of a dispute's loss changes. Amounts in satang. */
export interface Correction {
  /** The amount that is paid again; 0 if other refunds had returned the whole payment before. */
  amount: number;
  orderId: string | null;
  /** The points that the subscriber gets back. */
  points: number;
  /** The points that the referrer gets back. */
  referrerPoints: number;
  /** The credit note that a debit note corrects; null if none was issued. */
  creditNote: Pick<typeof documents.$inferSelect, 'number' | 'issuedOn'> | null;
}

const NOTHING: Correction = { amount: 0, orderId: null, points: 0, referrerPoints: 0, creditNote: null };

/** Returns what the correction of a dispute's loss would change. */
export async function describeCorrection(
  db: Db | Tx,
  dispute: Pick<typeof disputes.$inferSelect, 'providerRef'>,
): Promise<Correction> {
  const loss = await findLoss(db, dispute);
  return loss ? describe(loss) : NOTHING;
}

/**
 * Corrects the refund that the loss of a dispute had booked: the payment is no longer refunded, its order is paid again,
 * points return, and the subscriber is notified. The caller must hold the lock of the payment. In the same transaction it
 * must end the dispute's loss, and issue the debit note of the refund.
 * @returns `refundId`: the corrected refund; null if there was none
 */
export async function correctLoss(
  tx: Tx,
  now: Date,
  dispute: Pick<typeof disputes.$inferSelect, 'providerRef'>,
): Promise<Correction & { refundId: string | null }> {
  const loss = await findLoss(tx, dispute);
  if (!loss) return { ...NOTHING, refundId: null };
  const { refund, order, isKept } = loss;
  const correction = { ...describe(loss), refundId: refund.id };
  const corrected = await stepRefund(
    tx,
    now,
    refund.id,
    { from: ['succeeded'], to: 'corrected' },
    { correctedAt: now },
  );
  if (!corrected) throw new Error('a locked refund is missing');
  await tx
    .update(moneyReceived)
    .set({ reservedRefund: sql`${moneyReceived.reservedRefund} - ${refund.amount}` })
    .where(eq(moneyReceived.id, refund.moneyId));
  if (!order || !isKept) return correction;
  const about = {
    cause: 'asked_by_operator',
    actor: 'billing',
    subscriptionId: order.subscriptionId,
  } as const;
  await applyChanges(tx, now, [{ ...about, ...correctRefund(order, refund.amount) }]);
  await givePointsBack(tx, now, loss, correction);
  if (order.status === 'refunded') await completeMilestone(tx, now, order);
  const { points } = correction;
  await notifyRefundCorrected(tx, now, {
    refundId: refund.id,
    orderId: order.id,
    amount: refund.amount,
    points,
  });
  return correction;
}

/** Gives the points of a milestone that the order completes, because it counts as paid again. */
async function completeMilestone(tx: Tx, now: Date, { id: orderId, accountId }: Order): Promise<void> {
  const paidOrders = (await loadPayers(tx, [accountId])).get(accountId)?.paidOrders ?? 0;
  const reward = milestoneOf({ accountId, orderId, paidOrders });
  await queueMilestoneMessages(tx, now, await movePoints(tx, now, reward));
}

interface Loss {
  refund: Refund;
  /** The order that the payment paid or was meant for. */
  order: Order | null;
  /** Whether the payment paid the order. */
  isKept: boolean;
  note: Correction['creditNote'];
  referral: { isRewarded: boolean } | null;
}

async function findLoss(
  db: Db | Tx,
  { providerRef }: Pick<typeof disputes.$inferSelect, 'providerRef'>,
): Promise<Loss | null> {
  const [row] = await db
    .select({ refund: refunds, order: orders, verdict: moneyReceived.verdict, note: documents })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .leftJoin(orders, eq(orders.id, moneyReceived.orderId))
    .leftJoin(documents, eq(documents.refundId, refunds.id))
    .where(and(eq(refunds.providerRef, providerRef), eq(refunds.status, 'succeeded')));
  if (!row) return null;
  const { refund, order, verdict, note } = row;
  const referral = order?.kind === 'first' ? await findReferral(db, order.accountId) : null;
  return { refund, order, isKept: verdict === 'kept', note, referral };
}

async function findReferral(db: Db | Tx, friendId: string): Promise<{ isRewarded: boolean } | null> {
  const referral = await db.query.referrals.findFirst({ where: (row) => eq(row.friendId, friendId) });
  return referral ? { isRewarded: referral.rewardedAt !== null } : null;
}

function describe({ refund, order, isKept, note, referral }: Loss): Correction {
  const { amount } = refund;
  const counts = order !== null && isKept;
  // The part of `points` that this refund had taken in addition to the others.
  const share = (points: number) =>
    counts
      ? reversedPoints(points, order.refunded, order.total) -
        reversedPoints(points, order.refunded - amount, order.total)
      : 0;
  return {
    amount,
    orderId: order?.id ?? null,
    points: share(order?.points ?? 0),
    // A reward that was on hold when it was reversed had given no points. It is on hold again.
    referrerPoints: referral?.isRewarded ? share(REFERRER_POINTS) : 0,
    creditNote: note && { number: note.number, issuedOn: note.issuedOn },
  };
}

async function givePointsBack(
  tx: Tx,
  now: Date,
  { refund, order }: Loss,
  { points, referrerPoints }: Correction,
): Promise<void> {
  if (!order) return;
  const referral = order.kind === 'first' ? await lockReferral(tx, order.accountId) : null;
  const source = `corrected:${refund.id}`;
  if (points > 0) {
    const own = { accountId: order.accountId, orderId: order.id };
    await movePoints(tx, now, [{ ...own, kind: 'taken_back', source, delta: points }]);
  }
  if (!referral) return;
  if (referrerPoints > 0) {
    const own = { accountId: referral.referrerId, orderId: null };
    await movePoints(tx, now, [{ ...own, kind: 'referral_reversed', source, delta: referrerPoints }]);
  }
  if (referral.status !== 'reversed') return;
  await stepReferral(tx, referral, referral.rewardedAt === null ? 'held' : 'rewarded');
}
