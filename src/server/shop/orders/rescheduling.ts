import { join, type NewOrder, type OrderChange, type Part } from '@/domain/lifecycle/changes';
import { moveFreeProduct, rescheduleOrders } from '@/domain/lifecycle/orders';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { NewSchedule } from '@/domain/plan-changes/decision';
import type { Catalogue } from '../catalogue/queries';
import type { Subscriber } from '../../lifecycle/load-facts';
import type { Subscription } from '../../lifecycle/locks';
import type { Consequences } from './consequences';
import { draftPlanned } from './planning';

interface Rescheduling extends NewSchedule {
  now: Date;
  subscription: Subscription;
  subscriber: Subscriber;
  catalogue: Catalogue;
}

const CAUSE = 'schedule_changed';

/**
 * Returns the changes that apply a new schedule: new epochs, and moved, void and new orders. The consequences announce
 * higher prices, move free products and queue reminders of near payment dates.
 */
export function applySchedule(work: Rescheduling): {
  cause: typeof CAUSE;
  changes: Part;
  consequences: Consequences;
} {
  const { now, subscription, subscriber, catalogue, plan, requested } = work;
  const { newOrders, raises } = draftPlanned(subscription, now, plan.planned, boxOf(work), catalogue);
  const { epochs, nextIndex } = plan;
  const changed = touch(subscription, { ...requested, nextIndex });
  const about = { cause: CAUSE, actor: subscription.accountId, subscriptionId: subscription.id } as const;
  return {
    cause: CAUSE,
    changes: join(rescheduleOrders(subscriber.orders, plan, now), { newOrders, epochs }, changed),
    consequences: {
      raises,
      freeProducts: { ...about, orders: movesOfFreeProducts(work, newOrders) },
      near: [...plan.kept.filter(({ skipped }) => !skipped), ...newOrders],
    },
  };
}

/** Returns the box with the prices that the subscriber knows. Dropped orders do not count. */
function boxOf({ subscriber, plan }: Rescheduling) {
  const { box, account, prices } = subscriber;
  const held = prices.held.filter(({ id }) => !plan.dropped.includes(id));
  return { box, postalCode: account.postalCode, prices: { ...prices, held } };
}

function movesOfFreeProducts(
  { subscriber, plan }: Rescheduling,
  newOrders: readonly NewOrder[],
): OrderChange[] {
  const kept = plan.kept.map(({ skipped, ...order }) => ({
    ...order,
    status: skipped ? ('skipped' as const) : ('upcoming' as const),
  }));
  return plan.freeProducts.flatMap(({ from, to }): OrderChange[] => {
    const source = subscriber.orders.find(({ id }) => id === from);
    const target = [...kept, ...newOrders].find(({ paymentDate }) => paymentDate === to);
    if (!source || !target) throw new Error(`no order for the free product of ${from}`);
    return moveFreeProduct({ ...source, status: 'void' }, target);
  });
}
