import type { Day } from '../day';
import type { Satang } from '../money';
import type { PaymentMethod } from '../subscription';
import type { NewOrder, OrderPrices, Part } from './changes';
import type { OrderFacts } from './orders';

type Owed = Pick<OrderFacts, 'id' | 'status'>;

/** Writes an order that a person pays now, with its payment. */
export function askFor(order: NewOrder, method: PaymentMethod): Part {
  const { id: orderId, accountId, total: amount } = order;
  return { newOrders: [order], newPayments: [{ orderId, accountId, method, amount, dueAt: null }] };
}

/** A first order that was not paid is asked for again, today and for what it costs now (satang). */
export function askFirstOrder(
  { id, status }: Owed,
  about: { total: Satang; method: PaymentMethod; today: Day; prices?: OrderPrices },
): Part {
  const { total, method, today, prices = {} } = about;
  const to = method === 'card' ? 'charging' : 'awaiting_payment';
  return {
    orders: [{ id, from: status, to, paymentDate: today, ...prices }],
    payments: [{ orderId: id, method, status: 'pending', amount: total, reason: null }],
  };
}

/** What a card was charged for waits for a link from now on. */
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
 * What waited for a link, or went unpaid, is charged to a card now, and its link closes. An unpaid order stays unpaid until
 * the card has paid it: `suspended` is what its payment would be had the card been declined before.
 */
export function chargeByCard({ id, status }: Owed): Part {
  const isDue = status === 'awaiting_payment';
  const payment = { method: 'card', reason: null, dueAt: null, givesUpAt: null } as const;
  return {
    orders: isDue ? [{ id, from: status, to: 'charging' }] : [],
    payments: [{ orderId: id, ...payment, status: isDue ? 'pending' : 'suspended' }],
    links: [{ orderId: id, as: 'void' }],
  };
}

/** The payment of an order that is owed waits for a link that its owner asked for; a card's retries go on beside it. */
export function waitForLink({ id, status }: Owed): Part {
  if (status === 'awaiting_payment') return { payments: [{ orderId: id, dueAt: null }] };
  if (status !== 'unpaid') return {};
  return { payments: [{ orderId: id, method: 'offline', status: 'pending', reason: null }] };
}
