import type { Day } from '@/domain/day';
import { join, type Part } from '@/domain/lifecycle/changes';
import { touch } from '@/domain/lifecycle/subscriptions';
import { restartSchedule } from '@/domain/order-now';
import { scheduleOf } from '@/domain/plan-changes/schedule';
import type { Catalogue } from '../catalogue/queries';
import type { Subscriber } from '../../lifecycle/load-facts';
import type { Subscription } from '../../lifecycle/locks';
import type { Consequences } from './consequences';
import { planFrom } from './planning';
import { applySchedule } from './rescheduling';

interface LaterOrdersFacts {
  now: Date;
  subscription: Subscription;
  /** The facts after the order was dated on the day on which it was ordered. */
  subscriber: Subscriber;
  catalogue: Catalogue;
  /** The day of the payment, if it restarts the schedule; null if the later orders keep their dates. */
  restartsOn: Day | null;
}

/**
 * Returns the changes of the later orders after the payment of an order that was ordered now: the restarted
 * schedule, or one more order, so that three are ahead.
 */
export function planLaterOrders(facts: LaterOrdersFacts): {
  changes: Part;
  consequences: Consequences;
} {
  const { now, subscription, subscriber, catalogue, restartsOn } = facts;
  const { frequency, paymentDay } = subscription;
  const schedule = { ...scheduleOf({ now, subscription, subscriber }), frequency, paymentDay };
  const plan = restartsOn && restartSchedule(schedule, restartsOn);
  if (plan) return applySchedule({ ...facts, plan, requested: { frequency } });
  const { account, box, prices, epochs, orders: existing } = subscriber;
  const lastIndex = existing.reduce((last, { index }) => Math.max(last, index), -1);
  const { newOrders, nextIndex, raises } = planFrom(
    { box, prices, postalCode: account.postalCode, epochs, existing, lastIndex },
    now,
    subscription,
    catalogue,
  );
  const changes = join({ newOrders }, touch(subscription, { nextIndex }));
  return { changes, consequences: { raises } };
}
