import { AHEAD } from '@/domain/lifecycle/orders';
import { deactivate } from '@/domain/lifecycle/subscriptions';
import { transaction } from '@/server/db';
import { applyChanges } from '@/server/lifecycle/apply-changes';
import { loadOrders } from '@/server/lifecycle/load-facts';
import { lockSubscription } from '@/server/lifecycle/locks';
import type { World } from './world';

/** Makes a subscription inactive, as after the last retry of a payment. */
export async function deactivateNow(world: World, subscriptionId: string): Promise<void> {
  await transaction(world.db, async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId);
    if (!subscription) throw new Error(`no subscription ${subscriptionId}`);
    const changes = deactivate(subscription, await loadOrders(tx, subscription, AHEAD));
    const about = { cause: 'retries_ended', actor: 'billing', subscriptionId } as const;
    await applyChanges(tx, world.now(), [{ ...about, ...changes }]);
  });
}
