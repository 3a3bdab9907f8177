import { allow, refuse, type Verdict } from './errors';
import type { Satang } from './money';

export const BAHT_PER_POINT = 10;
export const MILESTONE_EVERY = 10;
export const MILESTONE_POINTS = 50;
export const FREE_PRODUCT_POINTS = 150;
/** The most points that the staff can add as one apology. */
export const APOLOGY_POINTS_MAX = 500;

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
  'apology',
  'moved_in',
] as const;
export type PointsEntryKind = (typeof POINTS_ENTRY_KINDS)[number];

/**
 * The points balance of an account and its debt. Points that are taken back after they were spent become
 * debt.
 */
export type PointsState = { balance: number; debt: number };

/** Returns one point per full ฿10 of the box price (satang). */
export function pointsForBox(boxPrice: Satang): number {
  return Math.floor(boxPrice / (BAHT_PER_POINT * 100));
}

/**
 * Returns the number of the milestone that this many paid orders complete (1 for ten orders); null if they
 * complete no milestone. Fully refunded orders do not count.
 */
export function milestoneReached(paidOrders: number): number | null {
  return paidOrders > 0 && paidOrders % MILESTONE_EVERY === 0 ? paidOrders / MILESTONE_EVERY : null;
}

/**
 * Returns how many more paid orders are needed for the next milestone.
 * @param latest the number of the last milestone reached. A milestone is not repeated after a refund.
 */
export function ordersToMilestone(paidOrders: number, latest: number): number {
  return Math.max(1, (latest + 1) * MILESTONE_EVERY - paidOrders);
}

/** Refuses with POINTS_TOO_FEW if the balance is too low for a free product. */
export function canRedeem(balance: number): Verdict {
  return balance >= FREE_PRODUCT_POINTS ? allow : refuse('POINTS_TOO_FEW');
}

/**
 * Reserves points of the balance. `entry` is the (negative) amount for the ledger.
 * @throws RangeError if the balance is too low: reserved points never become debt
 */
export function hold({ balance, debt }: PointsState, points: number): PointsState & { entry: number } {
  if (points <= 0 || points > balance) throw new RangeError(`can't hold ${points} of ${balance} points`);
  return { balance: balance - points, debt, entry: -points };
}

/** Returns how many of `points` are taken back in total, after `refunded` of `total` satang was refunded. */
export function reversedPoints(points: number, refunded: Satang, total: Satang): number {
  if (total <= 0 || refunded <= 0) return 0;
  return refunded >= total ? points : Math.floor((points * refunded) / total);
}

/**
 * Applies one points movement. Earned points reduce a debt first. Points returned from a reservation do not
 * reduce a debt. A negative movement beyond the balance becomes debt.
 * @returns the new state; `entry` is the amount for the ledger, so that the balance equals the sum of entries
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
