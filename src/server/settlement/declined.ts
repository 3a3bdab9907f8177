import { dayOf } from '@/domain/day';
import type { DeclineReason } from '@/domain/decline';
import { join, type Part } from '@/domain/lifecycle/changes';
import {
  decideDecline,
  decideSuspend,
  type Declined,
  type DeclineDecision,
} from '@/domain/lifecycle/declines';
import { AHEAD } from '@/domain/lifecycle/orders';
import type { Tx } from '../db';
import { applyChanges } from '../lifecycle/apply-changes';
import { loadOrders } from '../lifecycle/load-facts';
import type { Case } from './case';
import { tellDeclined } from './notifications';

/** An outcome that brought no money. `with`: what else changes with it. */
export interface DeclinedCase {
  found: Case;
  settlement: Declined;
  with: Part;
  /** Its owner left the bank's page to pay otherwise, and needs no message about it. */
  isLeft: boolean;
}

/** Writes what charges that brought no money mean for the orders, their payments and the subscriptions. */
export async function applyDeclines(tx: Tx, now: Date, declined: readonly DeclinedCase[]): Promise<void> {
  const decisions: Decided[] = [];
  for (const { found, settlement, isLeft, with: more } of declined) {
    const ahead = settlement.kind === 'suspend' ? await loadOrders(tx, found.subscription, AHEAD) : [];
    const decision = decideDecline(settlement, { now, ...found, ahead });
    decisions.push({ found, ...decision, more, key: isLeft ? null : found.attempt.id });
  }
  await apply(tx, now, decisions);
}

/** Ends the wait for another card: the retries have ended. */
export async function suspend(
  tx: Tx,
  now: Date,
  found: Pick<Case, 'subscription' | 'order'>,
  reason: DeclineReason,
): Promise<void> {
  const ahead = await loadOrders(tx, found.subscription, AHEAD);
  await apply(tx, now, [{ found, ...decideSuspend(reason, { ...found, ahead }), more: {}, key: null }]);
}

/** `key`: of the message about it; null: its owner is not told, unless it ends the retries. */
interface Decided extends DeclineDecision {
  found: Pick<Case, 'subscription' | 'order'>;
  more: Part;
  key: string | null;
}

async function apply(tx: Tx, now: Date, decided: readonly Decided[]): Promise<void> {
  await applyChanges(
    tx,
    now,
    decided.map(({ found, cause, changes, more }) => {
      return { cause, actor: 'billing', subscriptionId: found.subscription.id, ...join(more, changes) };
    }),
  );
  for (const { found, cause, message, key } of decided) {
    const attemptId = cause === 'retries_ended' ? `suspended:${dayOf(now)}` : key;
    if (message && attemptId) await tellDeclined(tx, now, { orderId: found.order.id, attemptId, ...message });
  }
}
