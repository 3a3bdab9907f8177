import { allow, refuse, type Verdict } from './errors';
import { ordersAhead, type ScheduledOrder, type ScheduleFacts } from './reschedule';

/** An order with the field that an own box needs. `ownBox`: the order has its own contents. */
type BoxedOrder = ScheduledOrder & { ownBox: boolean };

/** Returns the soonest order that will be sent and can still change; undefined if all are skipped. */
export function nextOrder<Order extends ScheduledOrder>(
  facts: Pick<ScheduleFacts, 'today'> & { orders: readonly Order[] },
): Order | undefined {
  return ordersAhead(facts).find(({ status }) => status === 'upcoming');
}

/**
 * Whether an order can have contents that differ from the box of the subscription. The next order can, and an
 * order that already has its own contents. Refuses any other order with ORDER_NOT_NEXT, and an order with a
 * free product with BOX_FIXED.
 */
export function canHaveOwnBox(
  order: BoxedOrder,
  facts: Pick<ScheduleFacts, 'today'> & { orders: readonly BoxedOrder[] },
): Verdict {
  const isOwn = ordersAhead(facts).some(({ id, ownBox }) => id === order.id && ownBox);
  if (!isOwn && nextOrder(facts)?.id !== order.id) return refuse('ORDER_NOT_NEXT');
  return order.freeProduct ? refuse('BOX_FIXED') : allow;
}
