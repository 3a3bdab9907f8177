import { isSameBox, type BoxItem } from '@/domain/box';
import type { View } from '../_components/subscription-view';
import type { UpcomingOrder } from './use-change';

/** Which boxes a change applies to: all from now on, or the box of one order. */
export type Scope = 'always' | 'once';

export const itemsOf = ({ items }: { items: readonly BoxItem[] }): BoxItem[] =>
  items.map(({ productCode, quantity }) => ({ productCode, quantity }));

/**
 * Returns the order whose contents can be changed alone: the requested order if it has its own contents, else
 * the next order. Undefined if that order has a free product, or if all orders are skipped.
 */
export function singleOrder({ upcomingOrders }: View, requestedId: string | null): UpcomingOrder | undefined {
  const requested = upcomingOrders.find(({ orderId, ownBox }) => orderId === requestedId && ownBox);
  const order = requested ?? upcomingOrders.find(({ skipped }) => !skipped);
  return order?.freeProduct === null ? order : undefined;
}

/** Returns the box before the change, and the products that may stay although they are no longer sold. */
export function presentBox({ subscription }: View, order: UpcomingOrder | undefined) {
  if (!order) return { items: subscription.items, held: subscription.items };
  return { items: itemsOf(order), held: [...itemsOf(order), ...subscription.items] };
}

/** Returns the first order that a change of every box applies to. */
export function firstChanged(orders: readonly UpcomingOrder[]): UpcomingOrder | undefined {
  return orders.find(({ skipped, freeProduct, ownBox }) => !skipped && freeProduct === null && !ownBox);
}

/** Whether a change of one order makes it equal to the box of the subscription. */
export function isUsual({ subscription }: View, items: readonly BoxItem[]): boolean {
  return isSameBox(items, subscription.items);
}
