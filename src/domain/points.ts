import { allow, refuse, type Verdict } from './errors';
import type { Satang } from './money';

export const BAHT_PER_POINT = 10;
export const MILESTONE_EVERY = 10;
export const MILESTONE_POINTS = 50;
export const FREE_PRODUCT_POINTS = 150;

/** All kinds of points movements. */
export const POINTS_ENTRY_KINDS = [
  'earned',
  'taken_back',
  'milestone',
  'referral',
  'referral_held',
  'referral_reversed',
  'held',
  'returned',
] as const;
export type PointsEntryKind = (typeof POINTS_ENTRY_KINDS)[number];

/** The balance of an account, and its debt from points clawed back after they were spent. */
export type PointsState = { balance: number; debt: number };

/** Returns one point per full ฿10 of the box price (satang). */
export function pointsForBox(boxPrice: Satang): number {
  return Math.floor(boxPrice / (BAHT_PER_POINT * 100));
}

/** Returns the milestone completed by this number of paid, not fully refunded orders (1 for ten orders), or null. */
export function milestoneReached(paidOrders: number): number | null {
  return paidOrders > 0 && paidOrders % MILESTONE_EVERY === 0 ? paidOrders / MILESTONE_EVERY : null;
}

/**
 * Returns how many paid orders are missing to the next milestone. `latest`: the last one reached, which is not reached
 * again after a refund.
 */
export function ordersToMilestone(paidOrders: number, latest: number): number {
  return Math.max(1, (latest + 1) * MILESTONE_EVERY - paidOrders);
}

/** Returns POINTS_TOO_FEW when the balance does not buy a free product. */
export function canRedeem(balance: number): Verdict {
  return balance >= FREE_PRODUCT_POINTS ? allow : refuse('POINTS_TOO_FEW');
}

/**
 * Holds points.
 * @throws RangeError when the balance is too low: held points never become debt
 */
export function hold({ balance, debt }: PointsState, points: number): PointsState & { entry: number } {
  if (points <= 0 || points > balance) throw new RangeError(`can't hold ${points} of ${balance} points`);
  return { balance: balance - points, debt, entry: -points };
}

/** Returns the points to claw back in all once `refunded` of `total` satang has been refunded. */
export function reversedPoints(points: number, refunded: Satang, total: Satang): number {
  if (total <= 0 || refunded <= 0) return 0;
  return refunded >= total ? points : Math.floor((points * refunded) / total);
}

/**
 * Applies one movement. Earned points pay a debt first; points that return from a hold do not. A negative movement
 * beyond the balance becomes debt. `entry` is the ledger amount, so that balance = sum of entries.
 */
export function applyEntry(
  { balance, debt }: PointsState,
  delta: number,
  earned: boolean,
): PointsState & { entry: number } {
  if (delta < 0) {
    const taken = Math.min(balance, -delta);
    return { balance: balance - taken, debt: debt - delta - taken, entry: 0 - taken };
  }
  const repaid = earned ? Math.min(debt, delta) : 0;
  return { balance: balance + delta - repaid, debt: debt - repaid, entry: delta - repaid };
}
