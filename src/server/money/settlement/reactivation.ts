import { eq } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { join, type Part } from '@/domain/lifecycle/changes';
import { askFor } from '@/domain/lifecycle/methods';
import { voidOrders } from '@/domain/lifecycle/orders';
import { awaitReturn } from '@/domain/lifecycle/subscriptions';
import { linkEndsAt } from '@/domain/payment-link';
import { epochFrom } from '@/domain/reactivation';
import { isCharged, type PaymentMethod } from '@/domain/subscription';
import type { Catalogue } from '../../shop/catalogue/queries';
import type { Tx } from '../../db';
import { subscriptions, type orders } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { loadSubscriber, ordersThatAre, type Locked } from '../../lifecycle/load-facts';
import { frozenPrices, type Quote } from '@/domain/quote';
import { draftOrder } from '../../shop/orders/drafts';
import { openLink } from '../../lifecycle/payment-links';
import { notifyReactivated } from './notifications';
import type { Subscription } from '../../lifecycle/locks';
import { activate, activateOnDay, nextIndexOf, voidOwed } from './activation';

/*
 * The steps of a reactivation. They run in the caller's transaction, which must hold the subscription's lock. A
 * reactivation makes unpaid orders void. A payment that still arrives for a void order is refunded.
 */

/**
 * Reactivates a subscription whose reactivation order was paid. The schedule starts on the day of the
 * payment, with the frequency that was requested with the order.
 */
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
    paidOn,
    frequency: requested?.frequency,
    cause: 'reactivated',
  });
  await notifyReactivated(tx, now, locked, { planned, paid: true, asked });
}

/**
 * Reactivates a subscription with an order that was paid today before the subscription ended. Charges
 * nothing.
 */
export async function reactivateFromPaidOrder(
  tx: Tx,
  now: Date,
  locked: Locked,
  { paidOn, frequency }: { paidOn: Day; frequency: number },
): Promise<void> {
  const planned = await activate(tx, now, locked, { paidOn, frequency, cause: 'reactivated' });
  await notifyReactivated(tx, now, locked, { planned, paid: false, asked: true });
}

/** Reactivates a subscription immediately, with its first order on a later day. Charges nothing now. */
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
 * Returns the changes that replace earlier orders. A skipped order of today becomes void. The payment links
 * of unpaid orders become void too, so that the subscriber can't pay both orders. The unpaid orders become
 * void when the reactivation is paid.
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
 * Writes the order of a reactivation: the present box at today's prices. The subscription does not change
 * until this order is paid. The requested frequency is stored in an epoch that begins with this order.
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
  // No order is dated by this epoch: an unpaid reactivation becomes void, and `activate` appends another
  // epoch after the payment.
  const requested = { ...epochFrom(today, frequency, cycleIndex), paymentDay: subscription.paymentDay };
  await tx
    .update(subscriptions)
    .set({ nextIndex: cycleIndex + 1 })
    .where(eq(subscriptions.id, subscription.id));
  const status = isCharged(method) ? 'charging' : 'awaiting_payment';
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
 * Starts a reactivation by payment link: makes unpaid orders void, writes the reactivation order and opens
 * its link. If the link expires unpaid, the subscription becomes inactive.
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
