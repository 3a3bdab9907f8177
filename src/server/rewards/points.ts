import { eq } from 'drizzle-orm';
import { applyEntry } from '@/domain/points';
import type { Tx } from '../db/client';
import { pointsBalances, pointsEntries } from '../db/schema';
import { newId } from '../ids';

export interface PointsMovement {
  accountId: string;
  kind: (typeof pointsEntries.$inferInsert)['kind'];
  /** What makes this movement count once: an order's id, a milestone's number. */
  source: string;
  delta: number;
  orderId: string | null;
}

/**
 * Appends one movement to the ledger and moves the balance with it; the same kind and source again changes nothing.
 * What a claw-back can't take becomes debt, paid by the points earned next. The caller holds the subscription's lock.
 */
export async function movePoints(tx: Tx, now: Date, movement: PointsMovement): Promise<void> {
  await tx.insert(pointsBalances).values({ accountId: movement.accountId }).onConflictDoNothing();
  const [state] = await tx
    .select({ balance: pointsBalances.balance, debt: pointsBalances.debt })
    .from(pointsBalances)
    .where(eq(pointsBalances.accountId, movement.accountId))
    .for('no key update');
  if (!state) throw new Error('a balance was neither written nor found');
  const earned = movement.kind === 'earned' || movement.kind === 'milestone' || movement.kind === 'referral';
  const { balance, debt, entry } = applyEntry(state, movement.delta, earned);
  const [written] = await tx
    .insert(pointsEntries)
    .values({
      id: newId('points'),
      accountId: movement.accountId,
      kind: movement.kind,
      source: movement.source,
      points: entry,
      orderId: movement.orderId,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: pointsEntries.id });
  if (!written) return;
  await tx
    .update(pointsBalances)
    .set({ balance, debt })
    .where(eq(pointsBalances.accountId, movement.accountId));
}
