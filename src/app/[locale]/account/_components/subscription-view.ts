import type { RouterOutputs } from '@/trpc/outputs';

/**
 * A subscription with its next orders. Every change returns it, and every STALE error contains it as data.
 */
export type View = RouterOutputs['subscription']['current'];

/** Whether the data of an error is the current state of the subscription. */
export function isView(data: unknown): data is View {
  return typeof data === 'object' && data !== null && 'subscription' in data && 'upcomingOrders' in data;
}

/**
 * Returns the total in satang that a preview shows for an order, or for the next order that is not skipped. Undefined
 * without such an order.
 */
export function shownTotal(
  orders: readonly View['upcomingOrders'][number][] | null,
  orderId?: unknown,
): number | undefined {
  const order = orders?.find((one) => (orderId === undefined ? !one.skipped : one.orderId === orderId));
  return order?.total;
}
