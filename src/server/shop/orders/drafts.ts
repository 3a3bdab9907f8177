import type { NewOrder, OrderPrices } from '@/domain/lifecycle/changes';
import { newId } from '../../platform/ids';
import type { Subscription } from '../../lifecycle/locks';

/** Returns a new order with a new id. The caller must write it to the database. */
export function draftOrder(
  { id: subscriptionId, accountId }: Pick<Subscription, 'id' | 'accountId'>,
  now: Date,
  prices: OrderPrices,
  about: Pick<NewOrder, 'cycleIndex' | 'kind' | 'status' | 'paymentDate' | 'paused'>,
): NewOrder {
  const begunAt = about.status === 'upcoming' || about.status === 'skipped' ? null : now;
  return { id: newId('order'), subscriptionId, accountId, begunAt, ...prices, ...about };
}
