import { asc, eq, inArray } from 'drizzle-orm';
import { applyEntry, hold, type PointsState } from '@/domain/points';
import type { Tx } from '../db/client';
import { pointsBalances, pointsEntries } from '../db/schema';
import { newId } from '../ids';

export interface PointsMovement {
  accountId: string;
  kind: (typeof pointsEntries.$inferInsert)['kind'];
  /** What makes this movement count once: an order's id, a milestone's number, a redemption's id. */
  source: string;
  delta: number;
  orderId: string | null;
}

/**
 * Locks the balances of all accounts that a transaction will move points of, always in the same order, so that two
 * people who get points through one another can't deadlock. Not needed for a single account.
 * @returns the states by account; of an account without a balance, one of nothing.
 */
export async function lockBalances(
  tx: Tx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, PointsState>> {
  const ids = [...new Set(accountIds)].sort();
  await tx
    .insert(pointsBalances)
    .values(ids.map((accountId) => ({ accountId })))
    .onConflictDoNothing();
  const rows = await tx
    .select()
    .from(pointsBalances)
    .where(inArray(pointsBalances.accountId, ids))
    .orderBy(asc(pointsBalances.accountId))
    .for('no key update');
  return new Map(rows.map(({ accountId, balance, debt }) => [accountId, { balance, debt }]));
}

/**
 * Appends one movement to the ledger and moves the balance with it; the same kind and source again changes nothing.
 * What a claw-back can't take becomes debt, paid by the points earned next. The caller holds the subscription's lock.
 * @returns whether it was written now.
 * @throws RangeError for points to be held that the balance does not cover
 */
export async function movePoints(tx: Tx, now: Date, movement: PointsMovement): Promise<boolean> {
  const { accountId, kind, source, delta, orderId } = movement;
  const state = (await lockBalances(tx, [accountId])).get(accountId);
  if (!state) throw new Error('a balance was neither written nor found');
  const earned = kind === 'earned' || kind === 'milestone' || kind === 'referral';
  const { balance, debt, entry } = kind === 'held' ? hold(state, -delta) : applyEntry(state, delta, earned);
  const [written] = await tx
    .insert(pointsEntries)
    .values({ id: newId('points'), accountId, kind, source, points: entry, orderId, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: pointsEntries.id });
  if (!written) return false;
  await tx.update(pointsBalances).set({ balance, debt }).where(eq(pointsBalances.accountId, accountId));
  return true;
}
