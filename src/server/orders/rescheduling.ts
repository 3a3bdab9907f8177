import { dayOf } from '@/domain/day';
import { join, type NewOrder, type OrderChange, type Part } from '@/domain/lifecycle/changes';
import { moveFreeProduct, rescheduleOrders } from '@/domain/lifecycle/orders';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Reschedule, ScheduleFacts } from '@/domain/reschedule';
import type { Catalogue } from '../catalogue/queries';
import type { Tx } from '../db';
import { applyChanges } from '../lifecycle/apply-changes';
import type { Subscriber } from '../lifecycle/load-facts';
import type { Subscription } from '../lifecycle/locks';
import { draftPlanned } from './planning';
import { announceRaises } from './price-notices';
import { remindOfNear } from './reminders';

interface Rescheduling {
  now: Date;
  subscription: Subscription;
  subscriber: Subscriber;
  catalogue: Catalogue;
  plan: Reschedule;
  requested: { frequency: number } | { paymentDay: number };
}

const CAUSE = 'schedule_changed';

/** Returns the present schedule of a subscription. */
export function scheduleOf({
  now,
  subscription: { nextIndex, pausedUntil },
  subscriber: { epochs, orders },
}: Pick<Rescheduling, 'now' | 'subscription' | 'subscriber'>): ScheduleFacts {
  return { today: dayOf(now), nextIndex, epochs, orders, pausedUntil };
}

/**
 * Returns the changes that apply a new schedule: new epochs, and moved, void and new orders. The caller must
 * write them, then call `then`. `then` announces higher prices, moves free products and queues reminders of near
 * payment dates.
 */
export function applySchedule(work: Rescheduling): {
  cause: typeof CAUSE;
  changes: Part;
  then: (tx: Tx) => Promise<void>;
} {
  const { now, subscription, subscriber, catalogue, plan, requested } = work;
  const { newOrders, raises } = draftPlanned(subscription, now, plan.planned, boxOf(work), catalogue);
  const { epochs, nextIndex } = plan;
  const changed = touch(subscription, { ...requested, nextIndex });
  return {
    cause: CAUSE,
    changes: join(rescheduleOrders(subscriber.orders, plan, now), { newOrders, epochs }, changed),
    then: async (tx) => {
      await announceRaises(tx, now, raises);
      await moveFreeProducts(tx, work, newOrders);
      await remindOfNear(tx, now, [...plan.kept.filter(({ skipped }) => !skipped), ...newOrders]);
    },
  };
}

/** Returns the box with the prices that the subscriber knows. Dropped orders do not count. */
function boxOf({ subscriber, plan }: Rescheduling) {
  const { box, account, prices } = subscriber;
  const held = prices.held.filter(({ id }) => !plan.dropped.includes(id));
  return { box, postalCode: account.postalCode, prices: { ...prices, held } };
}

async function moveFreeProducts(
  tx: Tx,
  { now, subscription, subscriber, plan }: Rescheduling,
  newOrders: readonly NewOrder[],
): Promise<void> {
  const kept = plan.kept.map(({ skipped, ...order }) => ({
    ...order,
    status: skipped ? ('skipped' as const) : ('upcoming' as const),
  }));
  const moves = plan.freeProducts.flatMap(({ from, to }): OrderChange[] => {
    const source = subscriber.orders.find(({ id }) => id === from);
    const target = [...kept, ...newOrders].find(({ paymentDate }) => paymentDate === to);
    if (!source || !target) throw new Error(`no order for the free product of ${from}`);
    return moveFreeProduct({ ...source, status: 'void' }, target);
  });
  const about = { cause: CAUSE, actor: subscription.accountId, subscriptionId: subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, orders: moves }]);
}
