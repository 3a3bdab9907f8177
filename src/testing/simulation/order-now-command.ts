import { orderNow } from '@/server/subscriber/plan/order-now';
import { getOrderNowOptions } from '@/server/subscriber/plan/order-now-options';
import type { Subscriber } from './journal';
import type { Input } from './inputs';
import type { SimulatedWorld } from './world';

/** What the order-now screen showed. `ahead`: the later orders with their dates. */
export interface ShownOrder {
  orderId: string;
  plannedOn: string;
  total: number;
  ahead: { orderId: string; paymentDate: string }[];
}

/**
 * Opens the order-now screen and confirms what it shows. The version makes the product refuse a request that is based
 * on older dates. The shown order is recorded in the input, for the oracle. Its key is not `orderId`, because the
 * oracle takes that as the target of a skip.
 */
export async function orderNowAsShown(
  world: SimulatedWorld,
  { accountId }: Subscriber,
  input: Input,
): Promise<unknown> {
  const { order, subscription, upcomingOrders } = await getOrderNowOptions(world.ctx(), accountId);
  const later = input.later === 'restart' ? 'restart' : 'keep';
  if (!order) return orderNow(world.ctx(), accountId, { later });
  const ahead = upcomingOrders.filter(({ orderId }) => orderId !== order.orderId);
  input.shown = { ...order, plannedOn: order.paymentDate, ahead } satisfies ShownOrder;
  const { version } = subscription;
  return orderNow(world.ctx(), accountId, { later, version, expectedTotal: order.total });
}
