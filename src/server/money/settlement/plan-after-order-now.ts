import type { Day } from '@/domain/day';
import { touch } from '@/domain/lifecycle/subscriptions';
import { loadCatalogue } from '../../shop/catalogue/queries';
import type { Tx } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import { loadSubscriber } from '../../lifecycle/load-facts';
import type { Subscription } from '../../lifecycle/locks';
import { writeConsequences } from '../../shop/orders/consequences';
import { planLaterOrders } from '../../shop/orders/later-orders';
import { planUpcoming } from '../../shop/orders/planning';
import { announceRaises } from '../../shop/orders/price-notices';

const aboutOf = ({ id }: Subscription) =>
  ({ cause: 'schedule_changed', actor: 'billing', subscriptionId: id }) as const;

/**
 * Plans the later orders after the payment of an order that was ordered now. Until then they do not change, so
 * that a decline changes nothing else. The caller must hold the subscription's lock.
 */
export async function planAfterOrderNow(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { paidOn, restarts }: { paidOn: Day; restarts: boolean },
): Promise<void> {
  const subscriber = await loadSubscriber(tx, subscription);
  const catalogue = await loadCatalogue(tx, now);
  const facts = { now, subscription, subscriber, catalogue, restartsOn: restarts ? paidOn : null };
  const { changes, consequences } = planLaterOrders(facts);
  await applyChanges(tx, now, [{ ...aboutOf(subscription), ...changes }]);
  await writeConsequences(tx, now, [consequences]);
}

/** Plans orders until three are ahead, after an order is back on a planned date that has come. */
export async function planNextOrders(tx: Tx, now: Date, subscription: Subscription): Promise<void> {
  const catalogue = await loadCatalogue(tx, now);
  const planned = (await planUpcoming(tx, now, [subscription], catalogue)).get(subscription.id);
  if (!planned || planned.newOrders.length === 0) return;
  const { newOrders, nextIndex, raises } = planned;
  const changes = { newOrders, ...touch(subscription, { nextIndex }) };
  await applyChanges(tx, now, [{ ...aboutOf(subscription), ...changes }]);
  await announceRaises(tx, now, raises);
}
