import { and, count, eq } from 'drizzle-orm';
import { MILESTONE_EVERY, MILESTONE_POINTS, milestoneReached } from '@/domain/points';
import { REFERRER_POINTS } from '@/domain/referral';
import type { Tx } from '../db/client';
import { accounts, orders, referrals } from '../db/schema';
import { isFormerCustomer } from './former-customers';
import { tellMilestone, tellReferralRewarded } from './notices';
import { lockBalances, movePoints } from './points';

type Order = typeof orders.$inferSelect;
type Referral = typeof referrals.$inferSelect;

/**
 * The points that an order brings by having been paid: its own, a milestone's if it completes one, and of a first order
 * those of whoever referred this person. Each once, whatever is repeated. The order is paid already; the caller holds
 * the subscription's lock.
 */
export async function earnRewards(tx: Tx, now: Date, order: Order): Promise<void> {
  const { id, accountId, points } = order;
  const referral = order.kind === 'first' ? await lockReferral(tx, accountId) : null;
  if (points > 0)
    await movePoints(tx, now, { accountId, kind: 'earned', source: id, delta: points, orderId: id });
  await rewardMilestone(tx, now, order);
  if (referral?.status === 'applied') await rewardReferrer(tx, now, order, referral);
}

/**
 * Locks how somebody came to us, and both balances in the order that everybody keeps to: the person's own is moved
 * before the referrer's.
 */
export async function lockReferral(tx: Tx, friendId: string): Promise<Referral | null> {
  const [referral] = await tx.select().from(referrals).where(eq(referrals.friendId, friendId)).for('update');
  if (!referral) return null;
  await lockBalances(tx, [friendId, referral.referrerId]);
  return referral;
}

/** A tenth order that was refunded and is replaced by another does not bring the points again: the milestone is known. */
async function rewardMilestone(tx: Tx, now: Date, { id: orderId, accountId }: Order): Promise<void> {
  const [paid] = await tx
    .select({ orders: count() })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.status, 'paid')));
  const number = milestoneReached(paid?.orders ?? 0);
  if (number === null) return;
  const points = { kind: 'milestone', source: String(number), delta: MILESTONE_POINTS } as const;
  if (await movePoints(tx, now, { accountId, ...points, orderId }))
    await tellMilestone(tx, now, accountId, { number, orders: number * MILESTONE_EVERY });
}

/** Whether it is somebody else is asked again: by now a card is known, and phones may have changed. */
async function rewardReferrer(
  tx: Tx,
  now: Date,
  { id: orderId, accountId: friendId }: Order,
  { id, referrerId }: Referral,
): Promise<void> {
  const isRefused =
    (await isGone(tx, referrerId)) || (await isFormerCustomer(tx, friendId, { exceptOrderId: orderId }));
  await tx
    .update(referrals)
    .set(isRefused ? { status: 'refused' } : { status: 'rewarded', rewardedAt: now })
    .where(eq(referrals.id, id));
  if (isRefused) return;
  const points = { kind: 'referral', source: id, delta: REFERRER_POINTS } as const;
  if (await movePoints(tx, now, { accountId: referrerId, ...points, orderId: null }))
    await tellReferralRewarded(tx, now, referrerId, id);
}

/** Locked after the balance, as a deletion does: one of the two comes first, and the other sees it. */
async function isGone(tx: Tx, accountId: string): Promise<boolean> {
  const [account] = await tx
    .select({ deletedAt: accounts.deletedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('share');
  return !account || account.deletedAt !== null;
}
