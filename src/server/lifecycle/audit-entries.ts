import type { Changes } from '@/domain/lifecycle/changes';
import {
  ORDER_TRANSITIONS,
  SUBSCRIPTION_TRANSITIONS,
  transitionBetween,
} from '@/domain/lifecycle/transitions';
import { newId } from '../platform/ids';

/**
 * Returns one audit entry per transition of an order, a payment or the subscription, and the entries in
 * `changes.audit`.
 */
export function auditEntriesOf(changes: Changes & { subscriptionId: string }) {
  const { cause, actor, orders = [], payments = [], audit = [], subscription, subscriptionId } = changes;
  const entry = (what: string, detail: object) => ({
    id: newId('audit'),
    actor,
    subject: subscriptionId,
    what,
    detail: { cause, ...detail },
  });
  const paymentOf = (orderId: string) => {
    const found = payments.find((payment) => payment.orderId === orderId);
    return found?.status ? { payment: found.status, reason: found.reason ?? undefined } : {};
  };
  const steps = orders.filter(({ from, to }) => from !== to);
  const ofOrders = steps.map(({ id, from, to }) =>
    entry(`order.${transitionBetween(ORDER_TRANSITIONS, from, to)}`, {
      orderId: id,
      from,
      to,
      ...paymentOf(id),
    }),
  );
  const alone = payments.filter(({ orderId, status }) => status && !steps.some(({ id }) => id === orderId));
  const ofPayments = alone.map(({ orderId, status, reason, dueAt }) =>
    entry(`payment.${status}`, { orderId, reason: reason ?? undefined, dueAt: dueAt ?? undefined }),
  );
  const others = audit.map(({ what, detail = {} }) => entry(what, detail));
  return [
    ...ofOrders,
    ...ofPayments,
    ...ofSubscription(subscription).map(([what, detail]) => entry(what, detail)),
    ...others,
  ];
}

function ofSubscription(change: Changes['subscription']): [string, object][] {
  if (!change || change.from === change.to) return [];
  const { from, to, cancelReason } = change;
  const what = transitionBetween(SUBSCRIPTION_TRANSITIONS, from, to);
  return [[`subscription.${what}`, { from, to, reason: cancelReason ?? undefined }]];
}
