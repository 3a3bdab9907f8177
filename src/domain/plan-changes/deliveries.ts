import { dayOf, type Day } from '../day';
import { canMove, canMoveTo, moveRange } from '../move-order';
import { canSkip, canUnskip } from '../order';
import { ordersAhead, plannedDate } from '../reschedule';
import { orderOf, refused, type Decision, type PlanFacts } from './decision';

/**
 * Skips an order, or unskips it if `skip` is false. An order that a pause skips then counts as skipped by the
 * subscriber, so that it stays skipped if the subscription is resumed.
 */
export function skipOrder(facts: PlanFacts, { orderId, skip }: { orderId: string; skip: boolean }): Decision {
  const today = dayOf(facts.now);
  const found = orderOf(facts, orderId, (order) => (skip ? canSkip : canUnskip)(order, today));
  if ('code' in found) return refused(found.code, { orderId });
  const { status, paused, begun } = found.order;
  const to = skip ? 'skipped' : 'upcoming';
  if (status === to && (!paused || begun)) return null;
  return { detail: {}, changes: { orders: [{ id: orderId, from: status, to, paused: false }] } };
}

/** Moves one order to another day. The other orders keep their dates. */
export function moveOrder(facts: PlanFacts, { orderId, date }: { orderId: string; date: Day }): Decision {
  const { orders } = facts.subscriber;
  const today = dayOf(facts.now);
  const isThere = (order: { status: string; paymentDate: Day }) =>
    order.status === 'upcoming' && order.paymentDate === date;
  const found = orderOf(facts, orderId, (order) =>
    isThere(order) ? { allowed: true } : canMove(order, today),
  );
  if ('code' in found) return refused(found.code, { orderId });
  const { order } = found;
  if (isThere(order)) return null;
  const inRange = canMoveTo(moveRange(order, ordersAhead({ orders, today }), today), date);
  if (!inRange.allowed) return inRange;
  const { status, paymentDate: from } = order;
  const planned = plannedDate(order);
  const movedFrom = planned === date ? null : planned;
  return {
    detail: { orderId, from, to: date },
    changes: {
      orders: [{ id: orderId, from: status, to: status, paymentDate: date, movedFrom, moves: true }],
    },
    near: [{ id: orderId, paymentDate: date }],
  };
}
