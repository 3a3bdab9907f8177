import type { DeclineReason } from '../decline';
import { MINUTE_MS } from '../duration';
import type { Satang } from '../money';
import {
  chargeableFrom,
  COUNTS_AS_RETRY,
  type AttemptSource,
  type PaymentStatus,
  type Trigger,
} from '../payment';
import type { OrderKind } from '../order';
import type { Settlement } from '../settlement';
import { stepBefore } from '../retry';
import { isCharged, type PaymentMethod } from '../subscription';
import { join, type Cause, type Part } from './changes';
import { isOrderedNow, putBackOrder, totalWhenBack, type PossiblyOrderedNow } from './order-now';
import { endOrder, type OrderFacts, type PaymentEnd } from './orders';
import { deactivate, touch, type SubscriptionFacts } from './subscriptions';

/** The delay before an unsent charge is sent again, by day. The new call uses no retry. */
const NOT_SENT_AGAIN_MS = 10 * MINUTE_MS;

/** The settlements of a charge that failed or was not sent. */
export type Declined = Extract<
  Settlement,
  {
    kind:
      | 'close'
      | 'retry'
      | 'postpone'
      | 'decline_first'
      | 'void_reactivation'
      | 'put_back'
      | 'supersede'
      | 'suspend'
      | 'hold_for_card'
      | 'not_sent';
  }
>;

/**
 * The rows that decide the changes after a declined charge. `ahead`: the upcoming and skipped orders. They
 * are required only when the retries have ended.
 */
export interface DeclineFacts {
  now: Date;
  subscription: SubscriptionFacts;
  order: OrderFacts & PossiblyOrderedNow & { kind: OrderKind };
  payment: { method: PaymentMethod; dueAt: Date | null; givesUpAt: Date | null; retryStepsUsed: number };
  /** `authorizeUri`: the page of its 3-D Secure challenge; null without one. */
  attempt: {
    source: AttemptSource;
    trigger: Trigger;
    unknownSince: Date | null;
    authorizeUri: string | null;
  };
  ahead: readonly OrderFacts[];
}

/**
 * The message about a decline. `final`: no automatic charge follows this decline. `isBack`: the order is back on
 * its planned date. `newTotal`: the total in satang that its present address gives the order; omitted if it stays.
 */
export interface DeclineMessage {
  reason: DeclineReason;
  nextTryAt: Date | null;
  needsCard: boolean;
  final: boolean;
  isBack?: true;
  newTotal?: Satang;
}

/** `beginsOrder`: an order is back on a planned date that has come, so that another order must be planned. */
export interface DeclineDecision {
  cause: Cause;
  changes: Part;
  message: DeclineMessage | null;
  beginsOrder?: boolean;
}

const NOTHING: DeclineDecision = { cause: 'declined', changes: {}, message: null };

/** Decides how a failed charge changes the order, its payment and the subscription. */
export function decideDecline(settlement: Declined, facts: DeclineFacts): DeclineDecision {
  const { order, attempt, subscription } = facts;
  const laterMessage = (message: DeclineMessage) => (attempt.unknownSince ? message : null);
  const payment = (change: Omit<NonNullable<Part['payments']>[number], 'orderId'>): Part => ({
    payments: [{ orderId: order.id, ...change }],
  });
  switch (settlement.kind) {
    case 'close':
      return closeOwnAttempt(settlement.reason, facts);
    case 'not_sent':
      return decideNotSent(settlement, facts);
    case 'retry': {
      const { reason, at } = settlement;
      // No message is sent if the retry is due now: the subscriber then needs only the result of the retry.
      const message = { reason, nextTryAt: at, needsCard: false, final: false };
      return {
        cause: 'declined',
        changes: payment({ status: 'failed', reason, dueAt: at, givesUpAt: null }),
        message: at > facts.now ? message : null,
      };
    }
    case 'postpone':
      return {
        cause: 'declined',
        changes: payment({ dueAt: settlement.at, retryStepsUsed: stepBefore(facts.payment.retryStepsUsed) }),
        message: null,
      };
    case 'decline_first': {
      const { reason } = settlement;
      return {
        cause: 'declined',
        changes: payment({ status: 'failed', reason, dueAt: null }),
        message: laterMessage({ reason, nextTryAt: null, needsCard: true, final: false }),
      };
    }
    case 'void_reactivation': {
      const { reason } = settlement;
      return {
        cause: 'declined',
        changes: endReturn(order, subscription, { status: 'void', reason }),
        message: isReadLater(attempt) ? { reason, nextTryAt: null, needsCard: true, final: true } : null,
      };
    }
    case 'put_back':
      return decidePutBack(settlement.reason, facts);
    case 'supersede':
      return {
        cause: 'newer_order_began',
        changes: endOrder(order, 'unpaid', { status: 'failed', reason: settlement.reason }),
        message: null,
      };
    case 'hold_for_card': {
      const { reason, endsAt } = settlement;
      return {
        cause: 'declined',
        changes: payment({ status: 'failed', reason, dueAt: null, givesUpAt: endsAt }),
        message: { reason, nextTryAt: null, needsCard: true, final: false },
      };
    }
    case 'suspend':
      return decideSuspend(settlement.reason, facts);
  }
}

/**
 * Whether the subscriber may have left before the result was known: its response was lost, or the bank's page asked for
 * a confirmation. After a direct response the subscriber sees the result on screen and needs no message.
 */
function isReadLater({ unknownSince, authorizeUri }: DeclineFacts['attempt']): boolean {
  return unknownSince !== null || authorizeUri !== null;
}

/** Decides what follows after an order that was ordered now was not paid: it is back on its planned date. */
function decidePutBack(reason: DeclineReason, facts: DeclineFacts): DeclineDecision {
  const { order, subscription, now, attempt } = facts;
  if (!isOrderedNow(order)) throw new Error(`order ${order.id} was not ordered now`);
  const { changes, dueAt } = putBackOrder(order, { now, reason, linkEnds: 'void' });
  const total = totalWhenBack(order);
  const next = { nextTryAt: dueAt, needsCard: false, final: false } as const;
  return {
    cause: 'declined',
    changes: join(changes, touch(subscription)),
    message: isReadLater(attempt)
      ? {
          reason,
          ...next,
          ...(dueAt ? {} : { isBack: true }),
          ...(total === order.total ? {} : { newTotal: total }),
        }
      : null,
    beginsOrder: dueAt !== null,
  };
}

/** Decides the end of the retries: order unpaid, payment suspended, subscription inactive. */
export function decideSuspend(
  reason: DeclineReason,
  { order, subscription, ahead }: Pick<DeclineFacts, 'order' | 'subscription' | 'ahead'>,
): DeclineDecision {
  const end = { status: 'suspended', reason, keepsLink: true } as const;
  return {
    cause: 'retries_ended',
    changes: join(endOrder(order, 'unpaid', end), deactivate(subscription, ahead)),
    message: { reason, nextTryAt: null, needsCard: true, final: true },
  };
}

/**
 * Returns the changes after a declined attempt of an order that is no longer being charged. Only a
 * subscriber's own card attempt for an unpaid order has an effect.
 */
function closeOwnAttempt(reason: DeclineReason, { order, payment, attempt }: DeclineFacts): DeclineDecision {
  if (attempt.source === 'promptpay' || attempt.trigger !== 'subscriber' || order.status !== 'unpaid')
    return NOTHING;
  return {
    cause: 'declined',
    // The account page shows the reason, unless the order already waits for the payment of a link.
    changes: isCharged(payment.method) ? { payments: [{ orderId: order.id, reason }] } : {},
    message: attempt.unknownSince ? { reason, nextTryAt: null, needsCard: true, final: true } : null,
  };
}

function decideNotSent(
  { voidsOrder }: Extract<Declined, { kind: 'not_sent' }>,
  facts: DeclineFacts,
): DeclineDecision {
  const { now, order, payment, attempt, subscription } = facts;
  const decided = (changes: Part): DeclineDecision => ({ cause: 'not_sent', changes, message: null });
  // The gateway did not create the QR code. The page requests another code, and the order does not change.
  if (attempt.source === 'promptpay' || order.status !== 'charging') return NOTHING;
  if (isOrderedNow(order))
    return { ...decidePutBack('not_received', facts), cause: 'not_sent', message: null };
  if (voidsOrder) return decided(endReturn(order, subscription, { status: 'void' }));
  if (order.kind === 'first')
    return decided({ payments: [{ orderId: order.id, status: 'failed', reason: null }] });
  // A subscriber's own attempt does not change the retry schedule.
  const hasRetries = payment.dueAt !== null || payment.givesUpAt !== null;
  if (attempt.trigger === 'subscriber' && hasRetries) return NOTHING;
  const retryStepsUsed = Math.max(0, payment.retryStepsUsed - (COUNTS_AS_RETRY[attempt.trigger] ? 1 : 0));
  const dueAt = chargeableFrom(new Date(now.getTime() + NOT_SENT_AGAIN_MS));
  return decided({ payments: [{ orderId: order.id, dueAt, retryStepsUsed }] });
}

/**
 * Ends a reactivation after a declined card charge: the order becomes void. A subscription that waits for its
 * payment becomes inactive.
 */
function endReturn(order: OrderFacts, subscription: SubscriptionFacts, end: PaymentEnd): Part {
  const deactivates = subscription.status === 'awaiting_payment';
  return join(endOrder(order, 'void', end), deactivates ? deactivate(subscription) : {});
}

/** The facts that decide the changes after the end of a payment link. */
export interface LinkEndFacts {
  now: Date;
  order: OrderFacts & PossiblyOrderedNow;
  paymentStatus: PaymentStatus;
  subscription: SubscriptionFacts;
  ahead: readonly OrderFacts[];
}

/**
 * Returns the changes after a payment link has expired. An order in `awaiting_payment` becomes unpaid and the
 * subscription inactive. An order with card retries is still charged by card. An order that was ordered now
 * returns to its planned date.
 * @returns `deactivates`: whether the subscription becomes inactive. `beginsOrder`: as in `DeclineDecision`
 */
export function decideLinkEnd({ now, order, paymentStatus, subscription, ahead }: LinkEndFacts): {
  changes: Part;
  deactivates: boolean;
  beginsOrder?: boolean;
} {
  const expired = { status: 'expired', reason: null } as const;
  if (order.status === 'awaiting_payment' && isOrderedNow(order)) {
    const about = { now, reason: null, linkEnds: 'expired' } as const;
    const { changes, dueAt } = putBackOrder(order, about);
    const beginsOrder = dueAt !== null;
    return { changes: join(changes, touch(subscription)), deactivates: false, beginsOrder };
  }
  if (order.status === 'awaiting_payment') {
    const ended = endOrder(order, 'unpaid', expired);
    return { changes: join(ended, deactivate(subscription, ahead)), deactivates: true };
  }
  const waitsForLink = order.status === 'unpaid' && paymentStatus === 'pending';
  const payment = { orderId: order.id, ...expired, dueAt: null, givesUpAt: null };
  const links: Part = { links: [{ orderId: order.id, as: 'expired' }] };
  return { changes: waitsForLink ? { ...links, payments: [payment] } : links, deactivates: false };
}
