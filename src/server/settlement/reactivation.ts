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
import { tellReactivated } from './notifications';
import type { Subscription } from '../lifecycle/locks';
import { activate, activateOn, nextIndexOf, voidOwed } from './activation';

/*
 * What a reactivation consists of, each in the caller's transaction and under the subscription's lock. Whoever reactivates owes
 * nothing of before: an unpaid order becomes void, and money that still comes for it goes back.
 */

/** Active from an order paid on a day. `order`: the reactivation that was paid, which remembers the frequency wished for. */
export async function reactivatePaid(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  start: { paidOn: Day; order: Pick<typeof orders.$inferSelect, 'cycleIndex'>; asked: boolean },
): Promise<void> {
  const subscriber = await loadSubscriber(tx, subscription);
  const locked = { subscription, subscriber };
  const wish = subscriber.epochs.findLast(({ fromIndex }) => fromIndex === start.order.cycleIndex);
  const { paidOn, asked } = start;
  const planned = await activate(tx, now, locked, {
    ...{ paidOn, frequency: wish?.frequency, cause: 'reactivated' },
  });
  await tellReactivated(tx, now, locked, { planned, paid: true, asked });
}

/** Active from an order that was paid today, before the subscription ended: nothing is charged for it. */
export async function reactivateFrom(
  tx: Tx,
  now: Date,
  locked: Locked,
  { paidOn, frequency }: { paidOn: Day; frequency: number },
): Promise<void> {
  const planned = await activate(tx, now, locked, { paidOn, frequency, cause: 'reactivated' });
  await tellReactivated(tx, now, locked, { planned, paid: false, asked: true });
}

/** Active at once, with the first order on a day to come. */
export async function reactivateOn(
  tx: Tx,
  now: Date,
  locked: Locked,
  start: { day: Day; frequency: number; catalogue: Catalogue },
): Promise<void> {
  const planned = await activateOn(tx, now, locked, start);
  await tellReactivated(tx, now, locked, { planned, paid: false, asked: true });
}

/**
 * An order of today that was skipped is replaced: today's box is wanted after all. What went unpaid before stays owed until
 * the return is paid, and is then void: nobody pays both meanwhile.
 */
function makeWay({ subscriber }: Locked, today: Day): Part {
  const skipped = subscriber.orders.filter(
    (order) => order.status === 'skipped' && order.paymentDate === today,
  );
  const unpaid = ordersThatAre(subscriber, ['unpaid']);
  const links = unpaid.map(({ id }) => ({ orderId: id, as: 'void' as const }));
  return join(voidOrders(skipped), { links });
}

const aboutReturn = ({ id: subscriptionId, accountId: actor }: Subscription) =>
  ({ cause: 'reactivated', actor, subscriptionId }) as const;

interface ReturnOrder {
  today: Day;
  frequency: number;
  quote: Quote;
  catalogue: Catalogue;
}

/**
 * The order that reactivating now is about: today's box at today's prices. Until it is paid the subscription stays what it
 * was; the frequency wished for waits in an epoch that begins with this order.
 */
export async function writeReactivationOrder(
  tx: Tx,
  now: Date,
  locked: Locked,
  order: ReturnOrder & { method: PaymentMethod },
): Promise<string> {
  const { subscription } = locked;
  const { today, frequency, quote, catalogue, method } = order;
  const cycleIndex = nextIndexOf(locked);
  // An epoch and not a column: what the schedule will be stands with the schedule. Unpaid it dates nothing, as the order
  // is void; paid, the epoch that activation appends takes its place from this order on.
  const wish = { ...epochFrom(today, frequency, cycleIndex), paymentDay: subscription.paymentDay };
  await tx
    .update(subscriptions)
    .set({ nextIndex: cycleIndex + 1 })
    .where(eq(subscriptions.id, subscription.id));
  const status = method === 'card' ? 'charging' : 'awaiting_payment';
  const about = { cycleIndex, kind: 'reactivation', status, paymentDate: today } as const;
  const written = draftOrder(subscription, now, frozenPrices(quote, catalogue), about);
  await applyChanges(tx, now, [
    {
      ...aboutReturn(subscription),
      ...join(makeWay(locked, today), askFor(written, method), { epochs: [wish] }),
    },
  ]);
  return written.id;
}

/**
 * Coming back now without a card: the subscription awaits the payment of a link, and what was owed before is void. When
 * the link ends unpaid, the subscription is not active.
 */
export async function returnByLink(tx: Tx, now: Date, locked: Locked, order: ReturnOrder): Promise<void> {
  const { subscription } = locked;
  await applyChanges(tx, now, [{ ...aboutReturn(subscription), ...voidOwed(locked) }]);
  const orderId = await writeReactivationOrder(tx, now, locked, { ...order, method: 'offline' });
  await applyChanges(tx, now, [{ ...aboutReturn(subscription), ...awaitReturn(subscription, now) }]);
  await openLink(tx, now, orderId, { expiresAt: linkEndsAt(now), asked: true });
}
