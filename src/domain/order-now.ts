import { replanAfter } from './change-frequency';
import type { Day } from './day';
import { allow, refuse, type Verdict } from './errors';
import { nextOrder } from './own-box';
import {
  ordersAhead,
  freshIndex,
  type Reschedule,
  type ScheduledOrder,
  type ScheduleFacts,
} from './reschedule';
import { secondOrderEpoch } from './schedule';

/**
 * What happens to the later orders of an order that is sent now. `keep`: they keep their dates. `restart`: they
 * follow the day of the payment, as after a first order.
 */
export const LATER_ORDERS = ['keep', 'restart'] as const;
export type LaterOrders = (typeof LATER_ORDERS)[number];

/**
 * Whether the next order can be sent now. Refuses with PAYMENT_PENDING while another order is being paid or its
 * payment date has come, with PAID_TODAY if an order was paid today, and with NO_UPCOMING_ORDER if all orders
 * are skipped.
 */
export function canOrderNow(facts: { orders: readonly ScheduledOrder[]; today: Day }): Verdict {
  const { orders, today } = facts;
  const isBeingPaid = orders.some(
    ({ status, paymentDate }) =>
      status === 'charging' ||
      status === 'awaiting_payment' ||
      (status === 'upcoming' && paymentDate <= today),
  );
  if (isBeingPaid) return refuse('PAYMENT_PENDING');
  if (orders.some(({ paidOn }) => paidOn === today)) return refuse('PAID_TODAY');
  return nextOrder(facts) ? allow : refuse('NO_UPCOMING_ORDER');
}

/**
 * Returns the schedule that restarts on the day of a payment: all orders ahead are planned anew, as after a
 * first order with the same payment day. A date that exists before and after keeps its order and its skip. A
 * free product of an order that is dropped moves to the next order without one.
 * @returns null if the schedule does not change
 */
export function restartSchedule(
  facts: ScheduleFacts & { frequency: number; paymentDay: number },
  paidOn: Day,
): Reschedule | null {
  const epoch = secondOrderEpoch(paidOn, facts.paymentDay, facts.frequency, freshIndex(facts));
  return replanAfter(facts, { epoch, later: ordersAhead(facts) });
}
