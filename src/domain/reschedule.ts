import { maxDay, type Day } from './day';
import type { OrderStatus } from './order';
import type { PlannedDate } from './planner';
import type { Epoch } from './schedule';

/**
 * The fields of an order that a new schedule needs. `begun`: the payment date has begun, so that the order
 * cannot move.
 */
export type ScheduledOrder = {
  id: string;
  index: number;
  paymentDate: Day;
  status: OrderStatus;
  begun: boolean;
  freeProduct: boolean;
  paidOn: Day | null;
  /** Whether a pause skips the order. False or omitted if the subscriber skipped it. */
  paused?: boolean;
  /** The planned date of an order that the subscriber moved; null or omitted on its planned date. */
  movedFrom?: Day | null;
};

export type ScheduleFacts = {
  today: Day;
  nextIndex: number;
  epochs: readonly Epoch[];
  orders: readonly ScheduledOrder[];
  /** The first day after the pause; null or omitted without a pause. */
  pausedUntil?: Day | null;
};

/**
 * An order that stays, with its new date. `closed`: the order is skipped and its new date is today or past.
 */
export type KeptOrder = {
  id: string;
  index: number;
  paymentDate: Day;
  skipped: boolean;
  closed: boolean;
  /** Whether only the pause skips the order. */
  paused?: true;
};

/** The changes of a schedule after a new frequency or payment day. */
export type Reschedule = {
  epochs: Epoch[];
  kept: KeptOrder[];
  /** Ids of the orders that become void. */
  dropped: string[];
  planned: PlannedDate[];
  /** The moves of free products: from a dropped order (its id) to the order with the payment date `to`. */
  freeProducts: { from: string; to: Day }[];
  nextIndex: number;
};

/**
 * Returns the orders that can still change: upcoming or skipped, and not begun. The soonest order comes
 * first.
 */
export function ordersAhead<Order extends ScheduledOrder>({
  orders,
  today,
}: {
  orders: readonly Order[];
  today: Day;
}): Order[] {
  return orders
    .filter(({ status, begun, paymentDate }) => isPlanned(status) && !begun && paymentDate > today)
    .sort((a, b) => (a.paymentDate < b.paymentDate ? -1 : 1));
}

/** Returns the date of an order in its schedule, also if the subscriber moved the order. */
export function plannedDate({
  movedFrom,
  paymentDate,
}: Pick<ScheduledOrder, 'movedFrom' | 'paymentDate'>): Day {
  return movedFrom ?? paymentDate;
}

const isPlanned = (status: OrderStatus) => status === 'upcoming' || status === 'skipped';

export function freshIndex({ nextIndex, orders }: Pick<ScheduleFacts, 'nextIndex' | 'orders'>): number {
  return orders.reduce((next, order) => Math.max(next, order.index + 1), nextIndex);
}

/**
 * Returns the latest payment date of the orders that are not void; null without orders. A new order must have
 * a later date.
 */
export function lastDate(orders: readonly Pick<ScheduledOrder, 'status' | 'paymentDate'>[]): Day | null {
  return orders
    .filter((order) => order.status !== 'void')
    .reduce<Day | null>((last, { paymentDate }) => (last ? maxDay(last, paymentDate) : paymentDate), null);
}

/** Returns the skipped dates after the last order in `ahead`. No order is planned for these dates yet. */
export function skipsBeyond(epoch: Epoch, ahead: readonly Pick<ScheduledOrder, 'paymentDate'>[]): Day[] {
  const last = ahead.at(-1)?.paymentDate;
  return (epoch.skips ?? []).filter((day) => !last || day > last);
}

/**
 * Selects another order for each free product of a dropped order. Orders that will be sent come before
 * skipped orders, and later orders before earlier orders. The nearest order without a free product is taken.
 * Each dropped order is replaced by a new order, so there is always a target.
 */
export function moveFreeProducts(
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
