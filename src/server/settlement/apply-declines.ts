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
import type { AttemptRows } from './decide-outcomes';
import { notifyDeclined } from './notifications';

/** An attempt that did not pay. `with`: further changes to apply with it. */
export interface DeclinedAttempt {
  found: AttemptRows;
  settlement: Declined;
  with: Part;
  /** The subscriber abandoned the 3-D Secure challenge to pay another way, and gets no message about it. */
  isAbandoned: boolean;
}

/** Applies attempts that did not pay to their orders, payments and subscriptions. */
export async function applyDeclines(tx: Tx, now: Date, declined: readonly DeclinedAttempt[]): Promise<void> {
  const decisions: DecidedDecline[] = [];
  for (const { found, settlement, isAbandoned, with: more } of declined) {
    const ahead = settlement.kind === 'suspend' ? await loadOrders(tx, found.subscription, AHEAD) : [];
    const decision = decideDecline(settlement, { now, ...found, ahead });
    decisions.push({ found, ...decision, more, key: isAbandoned ? null : found.attempt.id });
  }
  await apply(tx, now, decisions);
}

/** Suspends the payment of an order after the retry schedule. */
export async function applySuspension(
  tx: Tx,
  now: Date,
  found: Pick<AttemptRows, 'subscription' | 'order'>,
  reason: DeclineReason,
): Promise<void> {
  const ahead = await loadOrders(tx, found.subscription, AHEAD);
  await apply(tx, now, [{ found, ...decideSuspend(reason, { ...found, ahead }), more: {}, key: null }]);
}

/** `key`: the deduplication key of the message; null: no message, unless the retries have ended. */
interface DecidedDecline extends DeclineDecision {
  found: Pick<AttemptRows, 'subscription' | 'order'>;
  more: Part;
  key: string | null;
}

async function apply(tx: Tx, now: Date, decided: readonly DecidedDecline[]): Promise<void> {
  await applyChanges(
    tx,
    now,
    decided.map(({ found, cause, changes, more }) => {
      return { cause, actor: 'billing', subscriptionId: found.subscription.id, ...join(more, changes) };
    }),
  );
  for (const { found, cause, message, key } of decided) {
    const attemptId = cause === 'retries_ended' ? `suspended:${dayOf(now)}` : key;
    if (message && attemptId)
      await notifyDeclined(tx, now, { orderId: found.order.id, attemptId, ...message });
  }
}
