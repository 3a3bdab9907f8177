import { and, count, eq, sql } from 'drizzle-orm';
import { MILESTONE_EVERY, MILESTONE_POINTS, milestoneReached } from '@/domain/points';
import type { Tx } from '../db/client';
import { orders } from '../db/schema';
import { tellMilestone } from './notices';
import { movePoints } from './points';
import { lockReferral, releaseHeldReferral, rewardReferrer } from './referrer-points';

type Order = typeof orders.$inferSelect;

/**
 * The points that an order brings by having been paid: its own, a milestone's if it completes one, and of a first order
 * those of whoever referred this person, or of a second one those that are held. Each once, whatever is repeated. The order is paid already; the caller holds
 * the subscription's lock.
 */
export async function earnRewards(tx: Tx, now: Date, order: Order): Promise<void> {
  const { id, accountId, points } = order;
  // Before any points are moved, so that the balances are locked in one order.
  const paid = await readPaidOrders(tx, accountId);
  const referral = order.kind === 'first' || paid.isReferralHeld ? await lockReferral(tx, accountId) : null;
  if (points > 0)
    await movePoints(tx, now, { accountId, kind: 'earned', source: id, delta: points, orderId: id });
  await rewardMilestone(tx, now, order, paid.orders);
  if (referral?.status === 'applied') await rewardReferrer(tx, now, order, referral);
  if (referral?.status === 'held' && order.kind !== 'first') await releaseHeldReferral(tx, now, referral);
}

/** Reads the paid orders of a friend or subscriber, and whether a referrer waits for the second one. */
async function readPaidOrders(
  tx: Tx,
  accountId: string,
): Promise<{ orders: number; isReferralHeld: boolean }> {
  const [paid] = await tx
    .select({
      orders: count(),
      isReferralHeld: sql<boolean>`exists (select 1 from referrals where friend_id = ${accountId} and status = 'held')`,
    })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.status, 'paid')));
  return paid ?? { orders: 0, isReferralHeld: false };
}

/** A tenth order that was refunded and is replaced by another does not bring the points again: the milestone is known. */
async function rewardMilestone(
  tx: Tx,
  now: Date,
  { id: orderId, accountId }: Order,
  paidOrders: number,
): Promise<void> {
  const number = milestoneReached(paidOrders);
  if (number === null) return;
  const points = { kind: 'milestone', source: String(number), delta: MILESTONE_POINTS } as const;
  if (await movePoints(tx, now, { accountId, ...points, orderId }))
    await tellMilestone(tx, now, accountId, { number, orders: number * MILESTONE_EVERY });
}
