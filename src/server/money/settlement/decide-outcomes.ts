import { eq, sql } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import type { OrderStatus } from '@/domain/order';
import type { AttemptStatus, PaymentStatus } from '@/domain/payment';
import {
  decide,
  wasAbandoned,
  type ChargeOutcome,
  type Settlement,
  type SettlementFacts,
} from '@/domain/settlement';
import type { MoneyFacts } from '@/domain/settlement-money';
import type { Tx } from '../../db';
import { cards, chargeAttempts, orders, payments } from '../../db/schema';
import { lockSet, type Subscription } from '../../lifecycle/locks';
import { gatherMoneyFacts } from './money-facts';

/** The rows of a charge attempt, read after its subscription was locked. */
export interface AttemptRows {
  subscription: Subscription;
  attempt: typeof chargeAttempts.$inferSelect;
  order: typeof orders.$inferSelect;
  payment: typeof payments.$inferSelect;
  /** The card that is charged; null for a bank account and a QR code. */
  card: typeof cards.$inferSelect | null;
}

/** The rows of a received payment. `attempt`: null for a bank transfer. */
export type MoneyRows = Pick<AttemptRows, 'subscription' | 'order'> & {
  attempt: AttemptRows['attempt'] | null;
  card?: AttemptRows['card'];
};

/** The statuses of the attempt, order and payment after a settlement. */
export interface Settled {
  settlement: Settlement['kind'];
  attemptStatus: AttemptStatus;
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  orderId: string;
  orderNumber: number;
  paidOn: Day | null;
  authorizeUri: string | null;
  reason: string | null;
}

/**
 * Locks the subscriptions of attempts and returns the rows of the attempts, at most one attempt per
 * subscription.
 */
export async function lockAttempts(tx: Tx, attemptIds: readonly string[]): Promise<AttemptRows[]> {
  const { subscriptions } = await lockSet(tx, 'attempt', attemptIds);
  const own = new Map([...subscriptions].map(([attemptId, { id }]) => [id, attemptId]));
  if (own.size === 0) return [];
  // Read after the lock, because another process may have settled the attempt meanwhile.
  const rows = await tx
    .select({ attempt: chargeAttempts, order: orders, payment: payments, card: cards })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(cards, eq(cards.id, chargeAttempts.cardId))
    .where(
      sql`${chargeAttempts.id} in (select jsonb_array_elements_text(${JSON.stringify([...own.values()])}::jsonb))`,
    )
    .orderBy(chargeAttempts.id)
    // `expireLeases` changes attempts without the subscription's lock.
    .for('no key update', { of: chargeAttempts });
  return rows.flatMap((row) => {
    const subscription = subscriptions.get(row.attempt.id);
    return subscription ? { subscription, ...row } : [];
  });
}

/** The outcome of a charge, the facts that decide about it, and the resulting settlement. */
export interface DecidedOutcome {
  found: AttemptRows;
  outcome: ChargeOutcome;
  facts: SettlementFacts;
  settlement: Settlement;
}

/** Decides the settlement of each outcome. The caller must hold the locks of the attempts' subscriptions. */
export async function decideOutcomes(
  tx: Tx,
  now: Date,
  attempts: readonly AttemptRows[],
  outcomes: ReadonlyMap<string, ChargeOutcome>,
): Promise<DecidedOutcome[]> {
  if (attempts.length === 0) return [];
  const incoming = attempts.flatMap((found) => {
    const outcome = outcomes.get(found.attempt.id);
    return outcome ? [{ found, outcome, provider: 'omise' as const, ref: chargeIdOf(outcome) }] : [];
  });
  const money = await gatherMoneyFacts(tx, incoming);
  return incoming.map(({ found, outcome }, at) => {
    const known = money[at];
    if (!known) throw new Error('an outcome without facts');
    const facts = { ...known, ...factsOf(now, found, outcome) };
    return { found, outcome, facts, settlement: decide(outcome, facts) };
  });
}

const chargeIdOf = (outcome: ChargeOutcome) => ('chargeId' in outcome ? (outcome.chargeId ?? '') : '');

function factsOf(
  now: Date,
  found: AttemptRows,
  outcome: ChargeOutcome,
): Omit<SettlementFacts, keyof MoneyFacts> {
  const { attempt, order, payment } = found;
  return {
    attemptStatus: attempt.status,
    trigger: attempt.trigger,
    paymentStatus: payment.status,
    retryStepsUsed: payment.retryStepsUsed,
    paymentDate: order.paymentDate,
    now,
    sentOn: dayOf(attempt.sentAt ?? attempt.createdAt),
    plannedAt: payment.dueAt,
    openUntil: isAbandoned(found, now, outcome) ? attempt.expiresAt : payment.givesUpAt,
    method: attempt.source === 'promptpay' ? 'offline' : 'card',
    isOrderedNow: order.orderedFrom !== null,
  };
}

/** Whether the outcome ends a 3-D Secure challenge that the subscriber just abandoned. */
export const isAbandoned = ({ attempt }: AttemptRows, now: Date, outcome: ChargeOutcome): boolean =>
  wasAbandoned(outcome, { abandonedAt: attempt.abandonedAt, now });

/** Reads the statuses of settled attempts. */
export async function readSettled(
  tx: Tx,
  decided: readonly DecidedOutcome[],
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
      orderNumber: orders.orderNumber,
      paidOn: orders.paidOn,
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
