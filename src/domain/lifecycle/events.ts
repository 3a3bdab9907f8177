import type { EventType, NewEvent } from '../event';
import type { Changes, NewOrder, OrderChange } from './changes';
import type { PaymentChange } from './payment-changes';
import { ORDER_TRANSITIONS, SUBSCRIPTION_TRANSITIONS, transitionBetween } from './transitions';

const ORDER_FACTS = [
  ...(['paymentDate', 'listPrice', 'boxPrice', 'deliveryFee', 'codeDiscount', 'total', 'points'] as const),
  ...(['refunded', 'waived', 'paidAt', 'paidOn', 'movedFrom', 'paused'] as const),
] as const;
const PAYMENT_FACTS = ['status', 'method', 'amount', 'reason', 'dueAt'] as const;
const SUBSCRIPTION_FACTS = [
  ...(['frequency', 'paymentDay', 'paymentMethod', 'pausedUntil', 'activatedAt', 'cancelledAt'] as const),
] as const;

/** Returns the named fields that a change has. What is not named here is never told to other systems. */
function pick<T extends object>(change: T, keys: readonly (keyof T)[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => change[key] !== undefined).map((key) => [key, change[key]]));
}

/**
 * Returns the events of the changes of one subscription, in the order in which they are written.
 * @param paid the ids of the orders whose payment was changed. The change of a payment that does not exist is ignored.
 */
export function eventsOf(
  changes: Changes & { subscriptionId: string },
  paid: ReadonlySet<string>,
): NewEvent[] {
  const { orders = [], newOrders = [], payments = [], newPayments = [] } = changes;
  return [
    ...ofSubscription(changes),
    ...orders.map(ofOrder),
    ...(changes.orderPlaces ?? []).map(({ orderId }) => event('order.updated', orderId, {})),
    ...newOrders.map(ofNewOrder),
    ...payments.filter(({ orderId }) => paid.has(orderId)).map(ofPayment),
    ...newPayments.map(({ orderId, accountId, method, amount, dueAt }) =>
      event('payment.created', orderId, {
        accountId,
        status: 'pending',
        method,
        amount,
        dueAt,
        reason: null,
      }),
    ),
    ...(changes.parcels ?? []).map(({ orderId }) =>
      event('parcel.created', orderId, { status: 'preparing' }),
    ),
    ...(changes.places ?? []).map(({ accountId }) => event('customer.updated', accountId, {})),
  ];
}

const event = (type: EventType, id: string, changes: NewEvent['changes']): NewEvent => ({
  type,
  id,
  changes,
});

function ofSubscription({ subscriptionId, subscription, box, epochs = [] }: Parameters<typeof eventsOf>[0]) {
  const facts = subscription ? pick(subscription, SUBSCRIPTION_FACTS) : {};
  const isMoved = subscription !== undefined && subscription.from !== subscription.to;
  // Planning an order only counts up: nothing that others see has changed.
  if (!isMoved && Object.keys(facts).length === 0 && !box && epochs.length === 0) return [];
  const status = isMoved ? { status: subscription.to } : {};
  return [event(subscriptionType(subscription), subscriptionId, { ...status, ...facts })];
}

function subscriptionType(change: Changes['subscription']): EventType {
  if (change && change.from !== change.to) {
    const step = transitionBetween(SUBSCRIPTION_TRANSITIONS, change.from, change.to);
    return step === 'return_begun' ? 'subscription.updated' : (`subscription.${step}` as EventType);
  }
  if (change?.pausedUntil === undefined) return 'subscription.updated';
  return change.pausedUntil === null ? 'subscription.resumed' : 'subscription.paused';
}

/** The steps of an order whose names other systems would not understand. */
const ORDER_NAMES: Readonly<Record<string, EventType>> = {
  charged: 'order.due',
  asked_by_link: 'order.due',
  put_back: 'order.updated',
};

function ofOrder(change: OrderChange): NewEvent {
  const { id, from, to } = change;
  const facts = pick(change, ORDER_FACTS);
  if (from === to) return event('order.updated', id, facts);
  const step = transitionBetween(ORDER_TRANSITIONS, from, to);
  return event(ORDER_NAMES[step] ?? (`order.${step}` as EventType), id, { status: to, ...facts });
}

function ofNewOrder(order: NewOrder): NewEvent {
  const { id, subscriptionId, accountId, kind, status } = order;
  const owner = { subscriptionId, accountId, kind, status };
  return event('order.created', id, { ...owner, ...pick<Partial<OrderChange>>(order, ORDER_FACTS) });
}

function ofPayment(change: PaymentChange): NewEvent {
  const { orderId, status } = change;
  const name = status === 'void' ? 'voided' : (status ?? 'updated');
  return event(`payment.${name}`, orderId, pick(change, PAYMENT_FACTS));
}
