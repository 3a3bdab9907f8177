import { eq, max } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { join, type Cause } from '@/domain/lifecycle/changes';
import { OWED, voidOrders } from '@/domain/lifecycle/orders';
import { activate as activateSubscription } from '@/domain/lifecycle/subscriptions';
import { epochFrom } from '@/domain/reactivation';
import { secondOrderEpoch, type Epoch } from '@/domain/schedule';
import { recordConsents } from '../lifecycle/consents';
import { loadCatalogue, type Catalogue } from '../catalogue/queries';
import type { Tx } from '../db';
import { orders, scheduleEpochs } from '../db/schema';
import { applyChanges } from '../lifecycle/apply-changes';
import { loadOrders } from '../lifecycle/load-facts';
import { planUpcoming } from '../orders/planning';
import type { Subscription } from '../lifecycle/locks';

/** The index that the next order of a subscription takes; every order so far has a smaller one. */
export async function nextIndexOf(tx: Tx, subscription: Subscription): Promise<number> {
  const [ordered] = await tx
    .select({ index: max(orders.cycleIndex) })
    .from(orders)
    .where(eq(orders.subscriptionId, subscription.id));
  return Math.max(subscription.nextIndex, (ordered?.index ?? -1) + 1);
}

/** Appends an epoch to a subscription's schedule. */
export async function writeEpoch(
  tx: Tx,
  now: Date,
  subscriptionId: string,
  { fromIndex, baseMonth, paymentDay, frequency }: Epoch,
): Promise<void> {
  const [last] = await tx
    .select({ seq: max(scheduleEpochs.seq) })
    .from(scheduleEpochs)
    .where(eq(scheduleEpochs.subscriptionId, subscriptionId));
  const seq = (last?.seq ?? -1) + 1;
  await tx
    .insert(scheduleEpochs)
    .values({ subscriptionId, seq, fromIndex, baseMonth, paymentDay, frequency, createdAt: now });
}

/**
 * Makes a subscription active from a paid order on: the schedule starts anew from the paid day, and three orders
 * are planned. The caller holds its lock.
 * @param start `frequency`: the one wished for, if another than the subscription's.
 */
export async function activate(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  start: { paidOn: Day; frequency?: number; cause: 'paid' | 'reactivated' },
): Promise<void> {
  const { paidOn, frequency = subscription.frequency, cause } = start;
  const index = await nextIndexOf(tx, subscription);
  const epoch = secondOrderEpoch(paidOn, subscription.paymentDay, frequency, index);
  await startSchedule(tx, now, subscription, { epoch, cause, catalogue: await loadCatalogue(tx, now) });
}

/** Makes a subscription active with its first order on a day to come, which sets the payment day. The same lock. */
export async function activateOn(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  start: { day: Day; frequency: number; catalogue: Catalogue },
): Promise<void> {
  const index = await nextIndexOf(tx, subscription);
  const epoch = epochFrom(start.day, start.frequency, index);
  await startSchedule(tx, now, subscription, { epoch, cause: 'reactivated', catalogue: start.catalogue });
}

async function startSchedule(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { epoch, cause, catalogue }: { epoch: Epoch; cause: Cause; catalogue: Catalogue },
): Promise<void> {
  await writeEpoch(tx, now, subscription.id, epoch);
  const active = { ...subscription, status: 'active', nextIndex: epoch.fromIndex } as const;
  const planned = (await planUpcoming(tx, now, [active], catalogue)).get(subscription.id);
  const { newOrders = [], nextIndex = epoch.fromIndex } = planned ?? {};
  const changes = join(activateSubscription(subscription, { ...epoch, nextIndex }, now), { newOrders });
  await applyChanges(tx, now, [{ ...whoOf(subscription), cause, ...changes }]);
  await recordConsents(tx, now, subscription.accountId, ['charging']);
}

const whoOf = ({ id, accountId }: Subscription) => ({ subscriptionId: id, actor: accountId });

/** Whoever comes back owes nothing of before: an unpaid order becomes void, and money that still comes for it goes back. */
export async function voidOwed(tx: Tx, now: Date, subscription: Subscription): Promise<void> {
  const owed = await loadOrders(tx, subscription, OWED);
  await applyChanges(tx, now, [{ ...whoOf(subscription), cause: 'reactivated', ...voidOrders(owed) }]);
}
