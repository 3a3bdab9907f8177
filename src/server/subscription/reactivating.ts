import { and, desc, eq } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { linkEndsAt } from '@/domain/payment-link';
import { epochFrom } from '@/domain/reactivation';
import type { PaymentMethod } from '@/domain/subscription';
import { writeAudit } from '../audit';
import type { Catalogue } from '../catalogue/queries';
import type { Tx } from '../db/client';
import { orders, payments, scheduleEpochs, subscriptions } from '../db/schema';
import { newId } from '../ids';
import { quoteOrder, writeOrder } from '../orders/planning';
import { OWED, returnHeldPoints, voidOrders } from '../orders/voiding';
import { closeLinks, openLink } from '../payments/links';
import { tellReactivated } from '../payments/notices';
import { activate, activateOn, nextIndexOf, writeEpoch } from './lifecycle';
import type { Subscription } from './locks';

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
  await voidOrders(tx, now, subscription, OWED);
  await activate(tx, now, subscription, start.paidOn, wish?.frequency);
  await noteReactivation(tx, now, subscription, { paid: true, asked: start.asked });
}

/** Active from an order that was paid today, before the subscription ended: nothing is charged for it. */
export async function reactivateFrom(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { paidOn, frequency }: { paidOn: Day; frequency: number },
): Promise<void> {
  await voidOrders(tx, now, subscription, OWED);
  await activate(tx, now, subscription, paidOn, frequency);
  await noteReactivation(tx, now, subscription, { paid: false, asked: true });
}

/** Active at once, with the first order on a day to come. */
export async function reactivateOn(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  start: { day: Day; frequency: number; catalogue: Catalogue },
): Promise<void> {
  await voidOrders(tx, now, subscription, OWED);
  await activateOn(tx, now, subscription, start);
  await noteReactivation(tx, now, subscription, { paid: false, asked: true });
}

async function noteReactivation(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  how: { paid: boolean; asked: boolean },
): Promise<void> {
  await writeAudit(tx, now, {
    actor: subscription.accountId,
    subject: subscription.id,
    what: 'subscription.reactivated',
  });
  await tellReactivated(tx, now, subscription, how);
}

/** What went unpaid before stays owed until the return is paid, and is then void: nobody pays both meanwhile. */
async function closeLinksOfBefore(tx: Tx, now: Date, { id }: Subscription): Promise<void> {
  const unpaid = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.subscriptionId, id), eq(orders.status, 'unpaid')));
  await closeLinks(
    tx,
    now,
    unpaid.map((order) => order.id),
    'void',
  );
}

interface ReturnOrder {
  today: Day;
  frequency: number;
  quote: ReturnType<typeof quoteOrder>;
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
  // An order of today that was skipped makes way: the box of today is wanted after all.
  const replaced = await tx
    .update(orders)
    .set({ status: 'void' })
    .where(
      and(
        eq(orders.subscriptionId, subscription.id),
        eq(orders.status, 'skipped'),
        eq(orders.paymentDate, today),
      ),
    )
    .returning();
  for (const skipped of replaced) await returnHeldPoints(tx, now, skipped);
  await closeLinksOfBefore(tx, now, subscription);
  const cycleIndex = await nextIndexOf(tx, subscription);
  // An epoch and not a column: what the schedule will be stands with the schedule. Unpaid it dates nothing, as the order
  // is void; paid, the epoch that activation appends takes its place from this order on.
  const wish = { ...epochFrom(today, frequency, cycleIndex), paymentDay: subscription.paymentDay };
  await writeEpoch(tx, now, subscription.id, wish);
  await tx
    .update(subscriptions)
    .set({ nextIndex: cycleIndex + 1 })
    .where(eq(subscriptions.id, subscription.id));
  const orderId = await writeOrder(tx, {
    subscription,
    cycleIndex,
    kind: 'reactivation',
    status: method === 'card' ? 'charging' : 'awaiting_payment',
    paymentDate: today,
    now,
    quote,
    catalogue,
  });
  await tx.insert(payments).values({
    id: newId('payment'),
    orderId,
    accountId: subscription.accountId,
    method,
    status: 'pending',
    amount: quote.totals.total,
    createdAt: now,
  });
  return orderId;
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
  await voidOrders(tx, now, subscription, OWED);
  const orderId = await writeReactivationOrder(tx, now, subscription, { ...order, method: 'offline' });
  await tx
    .update(subscriptions)
    .set({
      status: 'awaiting_payment',
      version: subscription.version + 1,
      // Whoever left before the first payment, and comes back, is no registration in progress either.
      activatedAt: subscription.activatedAt ?? now,
      cancelledAt: null,
      cancelReason: null,
      cancelComment: null,
    })
    .where(eq(subscriptions.id, subscription.id));
  await openLink(tx, now, orderId, { expiresAt: linkEndsAt(now), asked: true });
  await writeAudit(tx, now, {
    actor: subscription.accountId,
    subject: subscription.id,
    what: 'subscription.return_begun',
  });
}
