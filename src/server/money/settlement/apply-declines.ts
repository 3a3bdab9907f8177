import type { DeclineReason } from '@/domain/decline';
import { join, type Part } from '@/domain/lifecycle/changes';
import {
  decideDecline,
  decideSuspend,
  type Declined,
  type DeclineDecision,
} from '@/domain/lifecycle/declines';
import { AHEAD } from '@/domain/lifecycle/orders';
import type { Tx } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import { loadOrders } from '../../lifecycle/load-facts';
import type { AttemptRows } from './decide-outcomes';
import { notifyInactive } from './end-notices';
import { notifyDeclined } from './notifications';
import { planNextOrders } from './plan-after-order-now';

/** A charge attempt that failed or was not sent. `with`: further changes to apply in the same step. */
export interface DeclinedAttempt {
  found: AttemptRows;
  settlement: Declined;
  with: Part;
  /**
   * Whether the subscriber abandoned the 3-D Secure challenge to pay another way. No message about the
   * decline is sent then.
   */
  isAbandoned: boolean;
}

/**
 * Applies failed charge attempts to their orders, payments and subscriptions, and queues the messages about
 * them.
 */
export async function applyDeclines(tx: Tx, now: Date, declined: readonly DeclinedAttempt[]): Promise<void> {
  const decisions: DecidedDecline[] = [];
  for (const { found, settlement, isAbandoned, with: more } of declined) {
    const ahead = settlement.kind === 'suspend' ? await loadOrders(tx, found.subscription, AHEAD) : [];
    const decision = decideDecline(settlement, { now, ...found, ahead });
    decisions.push({ found, ...decision, more, key: isAbandoned ? null : found.attempt.id });
  }
  await apply(tx, now, decisions);
}

/** Suspends the payment of an order after the retry schedule has ended. */
export async function applySuspension(
  tx: Tx,
  now: Date,
  found: Pick<AttemptRows, 'subscription' | 'order'>,
  reason: DeclineReason,
): Promise<void> {
  const ahead = await loadOrders(tx, found.subscription, AHEAD);
  await apply(tx, now, [{ found, ...decideSuspend(reason, { ...found, ahead }), more: {}, key: null }]);
}

/**
 * A decline with its changes. `key`: the deduplication key of its message. Null: no message, except about the
 * end of the retries.
 */
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
  for (const { found, cause, message, key, beginsOrder } of decided) {
    if (beginsOrder) await planNextOrders(tx, now, found.subscription);
    if (!message) continue;
    const { id: orderId, total } = found.order;
    if (cause === 'retries_ended') await notifyInactive(tx, now, { orderId, reason: message.reason });
    else if (key) await notifyDeclined(tx, now, { orderId, total, attemptId: key, ...message });
  }
}
