import { eq } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { join, type Part } from '@/domain/lifecycle/changes';
import { askFor } from '@/domain/lifecycle/methods';
import { voidOrders } from '@/domain/lifecycle/orders';
import { awaitReturn } from '@/domain/lifecycle/subscriptions';
import { linkEndsAt } from '@/domain/payment-link';
import { epochFrom } from '@/domain/reactivation';
import type { PaymentMethod } from '@/domain/subscription';
import type { Catalogue } from '../catalogue/queries';
import type { Tx } from '../db';
import { subscriptions, type orders } from '../db/schema';
import { applyChanges } from '../lifecycle/apply-changes';
import { loadSubscriber, ordersThatAre, type Locked } from '../lifecycle/load-facts';
import { draftOrder, frozenPrices, type Quote } from '../orders/drafts';
import { openLink } from '../lifecycle/payment-links';
import { notifyReactivated } from './notifications';
import type { Subscription } from '../lifecycle/locks';
import { activate, activateOnDay, nextIndexOf, voidOwed } from './activation';

/*
 * The steps of a reactivation, in the caller's transaction and under the subscription's lock. A reactivation makes unpaid
 * orders void; a payment that still arrives for them is refunded.
 */

/** Reactivates from the day on which the reactivation order was paid, with the frequency of its epoch. */
export async function reactivateFromPayment(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  start: { paidOn: Day; order: Pick<typeof orders.$inferSelect, 'cycleIndex'>; asked: boolean },
): Promise<void> {
  const subscriber = await loadSubscriber(tx, subscription);
  const locked = { subscription, subscriber };
  const requested = subscriber.epochs.findLast(({ fromIndex }) => fromIndex === start.order.cycleIndex);
  const { paidOn, asked } = start;
  const planned = await activate(tx, now, locked, {
    ...{ paidOn, frequency: requested?.frequency, cause: 'reactivated' },
  });
  await notifyReactivated(tx, now, locked, { planned, paid: true, asked });
}

/** Reactivates from an order that was paid today before the subscription ended; charges nothing. */
export async function reactivateFromPaidOrder(
  tx: Tx,
  now: Date,
  locked: Locked,
  { paidOn, frequency }: { paidOn: Day; frequency: number },
): Promise<void> {
  const planned = await activate(tx, now, locked, { paidOn, frequency, cause: 'reactivated' });
  await notifyReactivated(tx, now, locked, { planned, paid: false, asked: true });
}

/** Reactivates at once, with the first order on a later day. */
export async function reactivateOnDay(
  tx: Tx,
  now: Date,
  locked: Locked,
  start: { day: Day; frequency: number; catalogue: Catalogue },
): Promise<void> {
  const planned = await activateOnDay(tx, now, locked, start);
  await notifyReactivated(tx, now, locked, { planned, paid: false, asked: true });
}

/**
 * Returns the changes that replace earlier orders: makes a skipped order of today void, and the payment links of unpaid
 * orders, so that the subscriber can't pay both. The unpaid orders stay owed until the reactivation is paid.
 */
function replaceOldOrders({ subscriber }: Locked, today: Day): Part {
  const skipped = subscriber.orders.filter(
    (order) => order.status === 'skipped' && order.paymentDate === today,
  );
  const unpaid = ordersThatAre(subscriber, ['unpaid']);
  const links = unpaid.map(({ id }) => ({ orderId: id, as: 'void' as const }));
  return join(voidOrders(skipped), { links });
}

const reactivationOf = ({ id: subscriptionId, accountId: actor }: Subscription) =>
  ({ cause: 'reactivated', actor, subscriptionId }) as const;

interface RequestedReactivation {
  today: Day;
  frequency: number;
  quote: Quote;
  catalogue: Catalogue;
}

/**
 * Writes the order of a reactivation: today's box at today's prices. Until it is paid the subscription does not change;
 * the requested frequency is stored in an epoch that begins with this order.
 * @returns the id of the order
 */
export async function writeReactivationOrder(
  tx: Tx,
  now: Date,
  locked: Locked,
  order: RequestedReactivation & { method: PaymentMethod },
): Promise<string> {
  const { subscription } = locked;
  const { today, frequency, quote, catalogue, method } = order;
  const cycleIndex = nextIndexOf(locked);
  // This epoch dates no order: an unpaid reactivation becomes void, and `activate` appends another epoch to a paid one.
  const requested = { ...epochFrom(today, frequency, cycleIndex), paymentDay: subscription.paymentDay };
  await tx
    .update(subscriptions)
    .set({ nextIndex: cycleIndex + 1 })
    .where(eq(subscriptions.id, subscription.id));
  const status = method === 'card' ? 'charging' : 'awaiting_payment';
  const about = { cycleIndex, kind: 'reactivation', status, paymentDate: today } as const;
  const written = draftOrder(subscription, now, frozenPrices(quote, catalogue), about);
  await applyChanges(tx, now, [
    {
      ...reactivationOf(subscription),
      ...join(replaceOldOrders(locked, today), askFor(written, method), { epochs: [requested] }),
    },
  ]);
  return written.id;
}

/**
 * Starts a reactivation by payment link: makes owed orders void, and the subscription awaits the payment. If the link
 * expires unpaid, the subscription becomes inactive.
 */
export async function reactivateByLink(
  tx: Tx,
  now: Date,
  locked: Locked,
  order: RequestedReactivation,
): Promise<void> {
  const { subscription } = locked;
  await applyChanges(tx, now, [{ ...reactivationOf(subscription), ...voidOwed(locked) }]);
  const orderId = await writeReactivationOrder(tx, now, locked, { ...order, method: 'offline' });
  await applyChanges(tx, now, [{ ...reactivationOf(subscription), ...awaitReturn(subscription, now) }]);
  await openLink(tx, now, orderId, { expiresAt: linkEndsAt(now), asked: true });
}
