import type { Day } from '../day';
import type { Satang } from '../money';
import { isCharged, type CHARGED_METHODS, type PaymentMethod } from '../subscription';
import type { NewOrder, OrderPrices, Part } from './changes';
import type { OrderFacts } from './orders';

type Owed = Pick<OrderFacts, 'id' | 'status'>;

/** Creates an order and its payment. No automatic charge is planned, because the subscriber pays now. */
export function askFor(order: NewOrder, method: PaymentMethod): Part {
  const { id: orderId, accountId, total: amount } = order;
  return { newOrders: [order], newPayments: [{ orderId, accountId, method, amount, dueAt: null }] };
}

/** Requests the payment of an unpaid first order again, dated today and with the given total (satang). Closes its link. */
export function askFirstOrder(
  { id, status }: Owed,
  about: { total: Satang; method: PaymentMethod; today: Day; prices?: OrderPrices },
): Part {
  const { total, method, today, prices = {} } = about;
  const to = isCharged(method) ? 'charging' : 'awaiting_payment';
  return {
    orders: [{ id, from: status, to, paymentDate: today, ...prices }],
    payments: [{ orderId: id, method, status: 'pending', amount: total, reason: null }],
    links: [{ orderId: id, as: 'void' }],
  };
}

/** Changes the payment of an order from card to payment link. */
export function askByLink({ id, status }: Owed): Part {
  const payment = {
    method: 'offline',
    status: 'pending',
    reason: null,
    dueAt: null,
    givesUpAt: null,
  } as const;
  return {
    orders: [{ id, from: status, to: 'awaiting_payment' }],
    payments: [{ orderId: id, ...payment }],
  };
}

/**
 * Changes the payment of an order to a card or a bank account and closes its link. An order in `awaiting_payment`
 * becomes `charging`. An order that is being charged keeps its retries. An unpaid order stays unpaid until it is charged.
 * Its payment becomes `suspended`, as after a declined card.
 */
export function chargeBy(method: (typeof CHARGED_METHODS)[number], { id, status }: Owed): Part {
  if (status === 'charging') return { payments: [{ orderId: id, method }] };
  const isDue = status === 'awaiting_payment';
  const payment = { method, reason: null, dueAt: null, givesUpAt: null } as const;
  return {
    orders: isDue ? [{ id, from: status, to: 'charging' }] : [],
    payments: [{ orderId: id, ...payment, status: isDue ? 'pending' : 'suspended' }],
    links: [{ orderId: id, as: 'void' }],
  };
}

/**
 * Returns the changes of an owed order after the subscriber requested a payment link. An unpaid order waits
 * for that link. An order that waits for a link gets no automatic link. Card retries continue.
 */
export function waitForLink({ id, status }: Owed): Part {
  if (status === 'awaiting_payment') return { payments: [{ orderId: id, dueAt: null }] };
  if (status !== 'unpaid') return {};
  return { payments: [{ orderId: id, method: 'offline', status: 'pending', reason: null }] };
}
