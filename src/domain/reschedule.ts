import { maxDay, type Day } from './day';
import type { OrderStatus } from './order';
import type { PlannedDate } from './planner';
import type { Epoch } from './schedule';

/** An order of a subscription as far as dates are concerned. `begun`: its payment date began, it moves no more. */
export type ScheduledOrder = {
  id: string;
  index: number;
  paymentDate: Day;
  status: OrderStatus;
  begun: boolean;
  freeProduct: boolean;
  paidOn: Day | null;
};

export type ScheduleFacts = {
  today: Day;
  nextIndex: number;
  epochs: readonly Epoch[];
  orders: readonly ScheduledOrder[];
};

/** An order that stays, where it now is. `closed`: its new date is today or past, so it is over as it is: skipped. */
export type KeptOrder = { id: string; index: number; paymentDate: Day; skipped: boolean; closed: boolean };

/** What a new frequency or payment day does to a schedule: the epochs to add, and what becomes of the orders ahead. */
export type Reschedule = {
  epochs: Epoch[];
  kept: KeptOrder[];
  /** Orders that disappear. */
  dropped: string[];
  planned: PlannedDate[];
  /** From an order that disappears to the order of a date. */
  freeProducts: { from: string; to: Day }[];
  nextIndex: number;
};

/** The orders that may still change, soonest first: upcoming or skipped, and their payment date has not begun. */
export function ordersAhead({ orders, today }: Pick<ScheduleFacts, 'orders' | 'today'>): ScheduledOrder[] {
  return orders
    .filter(({ status, begun, paymentDate }) => isPlanned(status) && !begun && paymentDate > today)
    .sort((a, b) => (a.paymentDate < b.paymentDate ? -1 : 1));
}

const isPlanned = (status: OrderStatus) => status === 'upcoming' || status === 'skipped';

/** An index that no order ever had. */
export function freshIndex({ nextIndex, orders }: Pick<ScheduleFacts, 'nextIndex' | 'orders'>): number {
  return orders.reduce((next, order) => Math.max(next, order.index + 1), nextIndex);
}

/** The latest date of the orders that stand, and so can't be shared or overtaken; null when there is none. */
export function lastDate(orders: readonly Pick<ScheduledOrder, 'status' | 'paymentDate'>[]): Day | null {
  return orders
    .filter((order) => order.status !== 'void')
    .reduce<Day | null>((last, { paymentDate }) => (last ? maxDay(last, paymentDate) : paymentDate), null);
}

/** Dates that were skipped and lie beyond the orders ahead, so that no order was ever planned on them. */
export function skipsBeyond(epoch: Epoch, ahead: readonly Pick<ScheduledOrder, 'paymentDate'>[]): Day[] {
  const last = ahead.at(-1)?.paymentDate;
  return (epoch.skips ?? []).filter((day) => !last || day > last);
}

/**
 * Where the free products of orders that disappear go: to the next order without one, and if every later order has
 * one or none is later, to the one before that is nearest. An order that will be sent comes before a skipped one. A
 * new order is planned for each that disappears, so there is always one.
 */
export function rehouseFreeProducts(
  dropped: readonly ScheduledOrder[],
  ahead: readonly { paymentDate: Day; skipped: boolean; freeProduct: boolean }[],
): { from: string; to: Day }[] {
  const taken = new Set(ahead.filter((order) => order.freeProduct).map((order) => order.paymentDate));
  return dropped
    .filter((order) => order.freeProduct)
    .map((order) => {
      const free = ahead.filter(({ paymentDate }) => !taken.has(paymentDate));
      const later = free.filter(({ paymentDate }) => paymentDate > order.paymentDate);
      const earlier = free.filter(({ paymentDate }) => paymentDate <= order.paymentDate).reverse();
      const choices = [...later, ...earlier];
      const home = choices.find(({ skipped }) => !skipped) ?? choices[0];
      if (!home) throw new Error(`No order is left for the free product of ${order.id}`);
      taken.add(home.paymentDate);
      return { from: order.id, to: home.paymentDate };
    });
}
