import { allow, refuse, type Verdict } from './errors';
import { nextOrder } from './own-box';
import { ordersAhead, type ScheduledOrder, type ScheduleFacts } from './reschedule';

/**
 * An order with the fields that an own address needs. `hasPlace`: the order has its own address. `isTaken`: its
 * parcel was or may have been handed over.
 */
type AddressedOrder = ScheduledOrder & { hasPlace: boolean; isTaken: boolean };
type Facts = Pick<ScheduleFacts, 'today'> & { orders: readonly AddressedOrder[] };

/** Whether the total of an order is fixed, so that another address does not change its delivery fee. */
export function isLocked(
  order: Pick<ScheduledOrder, 'begun' | 'paymentDate'>,
  { today }: Pick<Facts, 'today'>,
) {
  return order.begun || order.paymentDate <= today;
}

/**
 * Whether an order can go to another address: the next order, an order ahead that already has its own address,
 * and a locked order until its parcel is handed over. Refuses with ORDER_NOT_NEXT or PARCEL_TAKEN.
 */
export function canHaveOwnAddress(order: AddressedOrder, facts: Facts): Verdict {
  const { id, status } = order;
  if (isLocked(order, facts)) {
    if (status !== 'upcoming' && status !== 'charging' && status !== 'paid') return refuse('ORDER_NOT_NEXT');
    return order.isTaken ? refuse('PARCEL_TAKEN') : allow;
  }
  const isOwn = ordersAhead(facts).some((one) => one.id === id && one.hasPlace);
  return isOwn || nextOrder(facts)?.id === id ? allow : refuse('ORDER_NOT_NEXT');
}
