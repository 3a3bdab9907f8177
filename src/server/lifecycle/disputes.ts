import { eq } from 'drizzle-orm';
import type { EventType } from '@/domain/event';
import { DISPUTE_TRANSITIONS, transitionBetween } from '@/domain/lifecycle/transitions';
import type { Tx } from '../db';
import { disputes } from '../db/schema';
import { newId } from '../platform/ids';
import { addEvents } from './events';
import { requireSteps } from './steps';

type Dispute = typeof disputes.$inferSelect;

/** Writes a new dispute, which holds the card charges of its account. */
export async function openDispute(
  tx: Tx,
  now: Date,
  facts: Pick<Dispute, 'moneyId' | 'providerRef' | 'kind' | 'status' | 'amount' | 'reason' | 'fingerprint'>,
): Promise<void> {
  const times = { openedAt: now, changedAt: now, heldAt: now };
  const id = newId('dispute');
  await tx.insert(disputes).values({ id, ...facts, ...times, charging: 'held' });
  const { moneyId, kind, status, amount, reason } = facts;
  const changes = { moneyId, kind, status, amount, reason };
  addEvents(tx, now, [{ type: 'dispute.created', id, changes }]);
}

/** Changes the status of a dispute that was just read. `isHeldAgain`: it holds the card charges again. */
export async function stepDispute(
  tx: Tx,
  now: Date,
  { id, status: from }: Pick<Dispute, 'id' | 'status'>,
  { to, isHeldAgain }: { to: Dispute['status']; isHeldAgain: boolean },
): Promise<void> {
  requireSteps(DISPUTE_TRANSITIONS, { from: [from], to });
  const held = isHeldAgain ? { charging: 'held' as const, heldAt: now } : {};
  await tx
    .update(disputes)
    .set({ ...held, status: to, changedAt: now })
    .where(eq(disputes.id, id));
  if (from === to) return;
  const type = `dispute.${transitionBetween(DISPUTE_TRANSITIONS, from, to)}` as EventType;
  addEvents(tx, now, [{ type, id, changes: { status: to } }]);
}
