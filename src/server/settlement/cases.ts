import { eq, sql } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import type { OrderStatus } from '@/domain/order';
import type { AttemptStatus, PaymentStatus } from '@/domain/payment';
import {
  decide,
  wasAbandoned,
  type ChargeOutcome,
  type MoneyFacts,
  type Settlement,
  type SettlementFacts,
} from '@/domain/settlement';
import type { Tx } from '../db';
import { chargeAttempts, orders, payments } from '../db/schema';
import { lockSet } from '../lifecycle/locks';
import type { Case } from './case';
import { gatherMoneyFacts } from './facts';

/** What stands after a settlement. */
export interface Settled {
  settlement: Settlement['kind'];
  attemptStatus: AttemptStatus;
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  orderId: string;
  authorizeUri: string | null;
  reason: string | null;
}

/** Locks attempts' subscriptions and reads what the outcomes are about; of one subscription, one attempt. */
export async function lockCases(tx: Tx, attemptIds: readonly string[]): Promise<Case[]> {
  const { subscriptions } = await lockSet(tx, 'attempt', attemptIds);
  const own = new Map([...subscriptions].map(([attemptId, { id }]) => [id, attemptId]));
  if (own.size === 0) return [];
  // Read after the lock: the same attempt may have been settled while we waited for it.
  const rows = await tx
    .select({ attempt: chargeAttempts, order: orders, payment: payments })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      sql`${chargeAttempts.id} in (select jsonb_array_elements_text(${JSON.stringify([...own.values()])}::jsonb))`,
    )
    .orderBy(chargeAttempts.id)
    // A lease that has run out makes an attempt unknown without the subscription's lock.
    .for('no key update', { of: chargeAttempts });
  return rows.flatMap((row) => {
    const subscription = subscriptions.get(row.attempt.id);
    return subscription ? { subscription, ...row } : [];
  });
}

/** An outcome with what it means. */
export interface Decided {
  found: Case;
  outcome: ChargeOutcome;
  facts: SettlementFacts;
  settlement: Settlement;
}

/** Decides what outcomes mean, on facts read under the locks. */
export async function decideAll(
  tx: Tx,
  now: Date,
  cases: readonly Case[],
  outcomes: ReadonlyMap<string, ChargeOutcome>,
): Promise<Decided[]> {
  if (cases.length === 0) return [];
  const open = cases.flatMap((found) => {
    const outcome = outcomes.get(found.attempt.id);
    return outcome ? [{ found, outcome, provider: 'omise' as const, ref: chargeIdOf(outcome) }] : [];
  });
  const money = await gatherMoneyFacts(tx, open);
  return open.map(({ found, outcome }, at) => {
    const known = money[at];
    if (!known) throw new Error('an outcome without facts');
    const facts = { ...known, ...factsOf(now, found, outcome) };
    return { found, outcome, facts, settlement: decide(outcome, facts) };
  });
}

const chargeIdOf = (outcome: ChargeOutcome) => ('chargeId' in outcome ? (outcome.chargeId ?? '') : '');

function factsOf(now: Date, found: Case, outcome: ChargeOutcome): Omit<SettlementFacts, keyof MoneyFacts> {
  const { attempt, order, payment } = found;
  return {
    attemptStatus: attempt.status,
    trigger: attempt.trigger,
    paymentStatus: payment.status,
    rungsUsed: payment.rungsUsed,
    paymentDate: order.paymentDate,
    now,
    sentOn: dayOf(attempt.sentAt ?? attempt.createdAt),
    plannedAt: payment.dueAt,
    heldUntil: isLeft(found, now, outcome) ? attempt.expiresAt : payment.givesUpAt,
    method: attempt.source === 'promptpay' ? 'offline' : 'card',
  };
}

/** Whether the outcome ends a bank's page that its owner left a moment ago. */
export const isLeft = ({ attempt }: Case, now: Date, outcome: ChargeOutcome): boolean =>
  wasAbandoned(outcome, { leftAt: attempt.leftAt, now });

/** Reads what stands of attempts after they are settled. */
export async function readSettled(
  tx: Tx,
  decided: readonly Decided[],
): Promise<ReadonlyMap<string, Settled>> {
  const kinds = new Map(decided.map(({ found, settlement }) => [found.attempt.id, settlement.kind]));
  if (kinds.size === 0) return new Map();
  const rows = await tx
    .select({
      attemptId: chargeAttempts.id,
      attemptStatus: chargeAttempts.status,
      orderStatus: orders.status,
      paymentStatus: payments.status,
      orderId: orders.id,
      authorizeUri: chargeAttempts.authorizeUri,
      reason: chargeAttempts.reason,
    })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      sql`${chargeAttempts.id} in (select jsonb_array_elements_text(${JSON.stringify([...kinds.keys()])}::jsonb))`,
    );
  return new Map(
    rows.map(({ attemptId, ...row }) => [
      attemptId,
      { settlement: kinds.get(attemptId) ?? 'ignore', ...row },
    ]),
  );
}
