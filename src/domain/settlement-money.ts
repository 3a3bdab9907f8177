import type { Satang } from './money';
import type { OrderKind, OrderStatus } from './order';
import type { SubscriptionStatus } from './subscription';

/** The facts that decide whether a payment is kept. */
export interface MoneyFacts {
  orderKind: OrderKind;
  orderStatus: OrderStatus;
  subscriptionStatus: SubscriptionStatus;
  /** Another charge has already paid this order. */
  orderAlreadyKept: boolean;
  /** This charge was recorded before. */
  sameChargeRecorded: boolean;
  newerOrderPaidOrCharging: boolean;
  /** The requested amount, to be compared with the received one. */
  expectedAmount?: Satang;
  /** A first payment made after the registration expired. */
  isAfterExpiry?: boolean;
}

/** The decision about a payment. */
export type MoneySettlement =
  /** Nothing to change: the outcome is known or gives no information. */
  | { kind: 'ignore' }
  /** The order is paid; the subscription becomes active if it is not. */
  | { kind: 'keep'; activates: boolean }
  | { kind: 'refund'; verdict: 'duplicate' | 'late' | 'orphan' };

/** Decides whether a payment is kept: of a charge or of a bank transfer. */
export function settleMoney(amount: Satang, facts: MoneyFacts): MoneySettlement {
  if (facts.sameChargeRecorded) return { kind: 'ignore' };
  if (facts.orderAlreadyKept) return { kind: 'refund', verdict: 'duplicate' };
  switch (facts.orderStatus) {
    case 'paid':
    case 'refunded':
      return { kind: 'refund', verdict: 'duplicate' };
    case 'void':
      return { kind: 'refund', verdict: 'late' };
    case 'upcoming':
    case 'skipped':
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

/** Whether a payment of this order would be kept. */
export function isPayable(facts: MoneyFacts): boolean {
  const { orderStatus, orderKind, subscriptionStatus } = facts;
  const isOwed = orderStatus === 'charging' || orderStatus === 'awaiting_payment' || orderStatus === 'unpaid';
  // A reactivation by card leaves the subscription cancelled until it is paid; any other order ended with the
  // cancellation.
  const isEnded = subscriptionStatus === 'cancelled' && orderKind !== 'reactivation';
  return (
    isOwed && !isEnded && !facts.isAfterExpiry && !facts.orderAlreadyKept && !facts.newerOrderPaidOrCharging
  );
}
