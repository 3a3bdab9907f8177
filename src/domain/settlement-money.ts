import type { Satang } from './money';
import type { OrderKind, OrderStatus } from './order';
import type { SubscriptionStatus } from './subscription';

/** The facts that decide whether a captured payment is booked or refunded. */
export interface MoneyFacts {
  orderKind: OrderKind;
  orderStatus: OrderStatus;
  subscriptionStatus: SubscriptionStatus;
  /** Whether another charge has already paid this order. */
  orderAlreadyPaid: boolean;
  /** Whether this charge is already recorded. */
  sameChargeRecorded: boolean;
  newerOrderPaidOrCharging: boolean;
  /** The requested amount. A payment with another amount is refunded. */
  expectedAmount?: Satang;
  /** Whether this first payment was made after its registration had expired. */
  isAfterExpiry?: boolean;
}

/**
 * What became of received money. `kept`: it paid its order. The others are given back. `duplicate`: the order was paid
 * already. `late`: the order can't be paid any more. `orphan`: no order can use it. `surplus`: a bank transfer was larger
 * than its order.
 */
export type MoneyVerdict = 'kept' | ReturnVerdict;
export const RETURN_VERDICTS = ['duplicate', 'late', 'orphan', 'surplus'] as const;
export type ReturnVerdict = (typeof RETURN_VERDICTS)[number];

/** The decision about a captured payment. */
export type MoneySettlement =
  /** Nothing changes: the payment is already recorded, or the outcome brings no new information. */
  | { kind: 'ignore' }
  /** The payment is booked and the order is paid. `activates`: the subscription becomes active. */
  | { kind: 'keep'; activates: boolean }
  | { kind: 'refund'; verdict: 'duplicate' | 'late' | 'orphan' };

/**
 * Decides whether a captured payment of a charge or a bank transfer is booked or refunded.
 * @param amount satang
 */
export function settleMoney(amount: Satang, facts: MoneyFacts): MoneySettlement {
  if (facts.sameChargeRecorded) return { kind: 'ignore' };
  if (facts.orderAlreadyPaid) return { kind: 'refund', verdict: 'duplicate' };
  switch (facts.orderStatus) {
    case 'paid':
    case 'refunded':
      return { kind: 'refund', verdict: 'duplicate' };
    case 'void':
      return { kind: 'refund', verdict: 'late' };
    // The order was ordered now and is back on its planned date, where it is charged as announced.
    case 'upcoming':
    case 'skipped':
      return { kind: 'refund', verdict: 'late' };
    case 'missed':
      return { kind: 'refund', verdict: 'orphan' };
    case 'charging':
    case 'awaiting_payment':
    case 'unpaid': {
      if (!isPayable(facts)) return { kind: 'refund', verdict: 'late' };
      if (facts.expectedAmount !== undefined && facts.expectedAmount !== amount) {
        return { kind: 'refund', verdict: 'orphan' };
      }
      return { kind: 'keep', activates: facts.subscriptionStatus !== 'active' };
    }
  }
}

/** Whether a payment of this order, made now, would be booked. */
export function isPayable(facts: MoneyFacts): boolean {
  const { orderStatus, orderKind, subscriptionStatus } = facts;
  const isOwed = orderStatus === 'charging' || orderStatus === 'awaiting_payment' || orderStatus === 'unpaid';
  // A subscription stays cancelled until the card charge of its reactivation. All other orders ended with the
  // cancellation.
  const isEnded = subscriptionStatus === 'cancelled' && orderKind !== 'reactivation';
  return (
    isOwed && !isEnded && !facts.isAfterExpiry && !facts.orderAlreadyPaid && !facts.newerOrderPaidOrCharging
  );
}
