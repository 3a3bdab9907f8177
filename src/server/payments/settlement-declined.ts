import { dayOf } from '@/domain/day';
import type { DeclineReason } from '@/domain/decline';
import {
  decideDecline,
  decideSuspend,
  type Declined,
  type DeclineDecision,
} from '@/domain/lifecycle/declines';
import { AHEAD } from '@/domain/lifecycle/orders';
import type { Tx } from '../db/client';
import { applyChanges } from '../lifecycle/apply-changes';
import { loadOrders } from '../lifecycle/load-facts';
import type { Case } from './case';
import { tellDeclined } from './notices';

/**
 * Writes what a charge that brought no money means for the order, its payment and the subscription.
 * @param about `isLeft`: its owner left the bank's page to pay otherwise, and needs no message about it.
 */
export async function applyDecline(
  tx: Tx,
  now: Date,
  found: Case,
  settlement: Declined,
  about: { isLeft: boolean } = { isLeft: false },
): Promise<void> {
  const ahead = settlement.kind === 'suspend' ? await loadOrders(tx, found.subscription, AHEAD) : [];
  const decision = decideDecline(settlement, { now, ...found, ahead });
  await apply(tx, now, found, decision, about.isLeft ? null : found.attempt.id);
}

/** Ends the wait for another card: the retries have ended. */
export async function suspend(
  tx: Tx,
  now: Date,
  found: Pick<Case, 'subscription' | 'order'>,
  reason: DeclineReason,
): Promise<void> {
  const ahead = await loadOrders(tx, found.subscription, AHEAD);
  await apply(tx, now, found, decideSuspend(reason, { ...found, ahead }), null);
}

/** @param attemptId null: of a decline that its owner is not told of, unless it ends the retries */
async function apply(
  tx: Tx,
  now: Date,
  { subscription, order }: Pick<Case, 'subscription' | 'order'>,
  { cause, changes, message }: DeclineDecision,
  attemptId: string | null,
): Promise<void> {
  const about = { cause, actor: 'billing', subscriptionId: subscription.id };
  await applyChanges(tx, now, [{ ...about, ...changes }]);
  const key = cause === 'retries_ended' ? `suspended:${dayOf(now)}` : attemptId;
  if (message && key) await tellDeclined(tx, now, { orderId: order.id, attemptId: key, ...message });
}
