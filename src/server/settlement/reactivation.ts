import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { join } from '@/domain/lifecycle/changes';
import { askFor } from '@/domain/lifecycle/methods';
import { voidOrders } from '@/domain/lifecycle/orders';
import { awaitReturn } from '@/domain/lifecycle/subscriptions';
import { linkEndsAt } from '@/domain/payment-link';
import { epochFrom } from '@/domain/reactivation';
import type { PaymentMethod } from '@/domain/subscription';
import type { Catalogue } from '../catalogue/queries';
import type { Tx } from '../db';
import { orders, scheduleEpochs, subscriptions } from '../db/schema';
import { applyChanges } from '../lifecycle/apply-changes';
import { draftOrder, frozenPrices, type Quote } from '../orders/drafts';
import { openLink } from '../lifecycle/payment-links';
import { tellReactivated } from './notifications';
import { activate, activateOn, nextIndexOf, voidOwed, writeEpoch } from './activation';
import type { Subscription } from '../lifecycle/locks';

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
  const [wish] = await tx
    .select({ frequency: scheduleEpochs.frequency })
    .from(scheduleEpochs)
    .where(
      and(
        eq(scheduleEpochs.subscriptionId, subscription.id),
        eq(scheduleEpochs.fromIndex, start.order.cycleIndex),
      ),
    )
    .orderBy(desc(scheduleEpochs.seq))
    .limit(1);
  await voidOwed(tx, now, subscription);
  const { paidOn } = start;
  await activate(tx, now, subscription, { paidOn, frequency: wish?.frequency, cause: 'reactivated' });
  await tellReactivated(tx, now, subscription, { paid: true, asked: start.asked });
}

/** Active from an order that was paid today, before the subscription ended: nothing is charged for it. */
export async function reactivateFrom(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { paidOn, frequency }: { paidOn: Day; frequency: number },
): Promise<void> {
  await voidOwed(tx, now, subscription);
  await activate(tx, now, subscription, { paidOn, frequency, cause: 'reactivated' });
  await tellReactivated(tx, now, subscription, { paid: false, asked: true });
}

/** Active at once, with the first order on a day to come. */
export async function reactivateOn(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  start: { day: Day; frequency: number; catalogue: Catalogue },
): Promise<void> {
  await voidOwed(tx, now, subscription);
  await activateOn(tx, now, subscription, start);
  await tellReactivated(tx, now, subscription, { paid: false, asked: true });
}

/**
 * An order of today that was skipped is replaced: today's box is wanted after all. What went unpaid before stays owed until
 * the return is paid, and is then void: nobody pays both meanwhile.
 */
async function makeWay(tx: Tx, now: Date, subscription: Subscription, today: Day): Promise<void> {
  const before = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscription.id), inArray(orders.status, ['skipped', 'unpaid'])));
  const skipped = before.filter((order) => order.status === 'skipped' && order.paymentDate === today);
  const unpaid = before.filter((order) => order.status === 'unpaid');
  const links = unpaid.map(({ id }) => ({ orderId: id, as: 'void' as const }));
  await applyChanges(tx, now, [{ ...aboutReturn(subscription), ...join(voidOrders(skipped), { links }) }]);
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
  subscription: Subscription,
  order: ReturnOrder & { method: PaymentMethod },
): Promise<string> {
  const { today, frequency, quote, catalogue, method } = order;
  await makeWay(tx, now, subscription, today);
  const cycleIndex = await nextIndexOf(tx, subscription);
  // An epoch and not a column: what the schedule will be stands with the schedule. Unpaid it dates nothing, as the order
  // is void; paid, the epoch that activation appends takes its place from this order on.
  const wish = { ...epochFrom(today, frequency, cycleIndex), paymentDay: subscription.paymentDay };
  await writeEpoch(tx, now, subscription.id, wish);
  await tx
    .update(subscriptions)
    .set({ nextIndex: cycleIndex + 1 })
    .where(eq(subscriptions.id, subscription.id));
  const status = method === 'card' ? 'charging' : 'awaiting_payment';
  const about = { cycleIndex, kind: 'reactivation', status, paymentDate: today } as const;
  const written = draftOrder(subscription, now, frozenPrices(quote, catalogue), about);
  await applyChanges(tx, now, [{ ...aboutReturn(subscription), ...askFor(written, method) }]);
  return written.id;
}

/**
 * Coming back now without a card: the subscription awaits the payment of a link, and what was owed before is void. When
 * the link ends unpaid, the subscription is not active.
 */
export async function returnByLink(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  order: ReturnOrder,
): Promise<void> {
  await voidOwed(tx, now, subscription);
  const orderId = await writeReactivationOrder(tx, now, subscription, { ...order, method: 'offline' });
  await applyChanges(tx, now, [{ ...aboutReturn(subscription), ...awaitReturn(subscription, now) }]);
  await openLink(tx, now, orderId, { expiresAt: linkEndsAt(now), asked: true });
}
