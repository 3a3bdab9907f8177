import { CONSENT_TEXT_VERSION } from '@/domain/consent';
import type { Day } from '@/domain/day';
import { join, type Cause, type NewOrder, type Part } from '@/domain/lifecycle/changes';
import { OWED, voidOrders } from '@/domain/lifecycle/orders';
import { activate as activateSubscription } from '@/domain/lifecycle/subscriptions';
import { epochFrom } from '@/domain/reactivation';
import { freshIndex } from '@/domain/reschedule';
import { secondOrderEpoch, type Epoch } from '@/domain/schedule';
import { loadCatalogue, type Catalogue } from '../../shop/catalogue/queries';
import type { Tx } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import { ordersThatAre, type Locked } from '../../lifecycle/load-facts';
import { planFrom } from '../../shop/orders/planning';
import { announceRaises } from '../../shop/orders/price-notices';
import type { Subscription } from '../../lifecycle/locks';

/**
 * Returns the index of the next order of a subscription. It is greater than the index of every existing
 * order.
 */
export const nextIndexOf = ({ subscription, subscriber }: Locked): number =>
  freshIndex({ nextIndex: subscription.nextIndex, orders: subscriber.orders });

/**
 * Makes a subscription active after an order was paid. Starts a new schedule from the day of the payment and
 * plans three orders.
 * @param start `frequency`: the requested number of months between orders; default: the subscription's
 *   frequency
 * @returns the planned orders
 */
export async function activate(
  tx: Tx,
  now: Date,
  locked: Locked,
  start: { paidOn: Day; frequency?: number; cause: 'paid' | 'reactivated' },
): Promise<readonly NewOrder[]> {
  const { paymentDay, ...subscription } = locked.subscription;
  const { paidOn, frequency = subscription.frequency, cause } = start;
  const epoch = secondOrderEpoch(paidOn, paymentDay, frequency, nextIndexOf(locked));
  return startSchedule(tx, now, locked, { epoch, cause, catalogue: await loadCatalogue(tx, now) });
}

/**
 * Makes a subscription active with its first order on a later day, at the prices of today, which the subscriber
 * saw. This day of the month becomes the payment day.
 */
export async function activateOnDay(
  tx: Tx,
  now: Date,
  locked: Locked,
  start: { day: Day; frequency: number; catalogue: Catalogue },
): Promise<readonly NewOrder[]> {
  const epoch = epochFrom(start.day, start.frequency, nextIndexOf(locked));
  const { subscription, subscriber } = locked;
  const asked = { subscription, subscriber: { ...subscriber, prices: { ...subscriber.prices, held: [] } } };
  return startSchedule(tx, now, asked, { epoch, cause: 'reactivated', catalogue: start.catalogue });
}

/**
 * Starts a new schedule and plans its orders. A reactivation also makes the unpaid orders void. A payment
 * that still arrives for a void order is refunded.
 */
async function startSchedule(
  tx: Tx,
  now: Date,
  { subscription, subscriber }: Locked,
  { epoch, cause, catalogue }: { epoch: Epoch; cause: Cause; catalogue: Catalogue },
): Promise<readonly NewOrder[]> {
  const { accountId } = subscription;
  const { account, box, epochs, orders, prices } = subscriber;
  const owed = cause === 'reactivated' ? ordersThatAre(subscriber, OWED) : [];
  const { newOrders, nextIndex, raises } = planFrom(
    {
      box,
      prices,
      postalCode: account.postalCode,
      epochs: [...epochs, epoch],
      lastIndex: epoch.fromIndex - 1,
      existing: orders.filter((order) => !owed.includes(order)),
    },
    now,
    { ...subscription, status: 'active', nextIndex: epoch.fromIndex },
    catalogue,
  );
  const changes = join(voidOrders(owed), activateSubscription(subscription, { ...epoch, nextIndex }, now), {
    newOrders,
    epochs: [epoch],
    consents: [{ accountId, purpose: 'charging', text: CONSENT_TEXT_VERSION }],
  });
  await applyChanges(tx, now, [{ ...subjectOf(subscription), cause, ...changes }]);
  await announceRaises(tx, now, raises);
  return newOrders;
}

const subjectOf = ({ id, accountId }: Subscription) => ({ subscriptionId: id, actor: accountId });

/** Returns the changes that make unpaid orders void, for a reactivation that is not paid yet. */
export const voidOwed = ({ subscriber }: Locked): Part => voidOrders(ordersThatAre(subscriber, OWED));
