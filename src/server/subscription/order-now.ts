import { and, eq } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { join } from '@/domain/lifecycle/changes';
import { takeOrder } from '@/domain/lifecycle/order-now';
import { closeSkipped } from '@/domain/lifecycle/orders';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Satang } from '@/domain/money';
import { canOrderNow, type LaterOrders } from '@/domain/order-now';
import { nextOrder } from '@/domain/own-box';
import { isAsShown } from '@/domain/payment';
import { linkEndsAt } from '@/domain/payment-link';
import { canChangeDeliveries } from '@/domain/subscription';
import { countCardAttempt, releaseCardAttempt } from '../cards/card-limits';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import { chargeNow, claimNow, type ChargeView } from '../charging/charge-now';
import { requireTotal, totalsOf } from '../charging/expected-total';
import type { QrsRead } from '../charging/unread-qrs';
import { writeAttempt, type WrittenAttempt } from '../charging/write-attempts';
import type { Db, Tx } from '../db';
import { cards, chargeAttempts, orders, subscriptions } from '../db/schema';
import { applyChanges } from '../lifecycle/apply-changes';
import { lockSubscriber, type Locked, type Subscriber } from '../lifecycle/load-facts';
import { openLink } from '../lifecycle/payment-links';
import { findPendingPayment, type PendingPayment } from '../links/queries';
import { planLaterOrders } from '../orders/later-orders';
import { clockFrom } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { changeSubscription, type Change, type ChangeOptions } from './change-subscription';
import { getSubscriptionView, type SubscriptionView } from './queries';

export interface OrderNowRequest extends ChangeOptions {
  /** What happens to the later orders; default: they keep their dates. */
  later?: LaterOrders;
}

export interface OrderedNow extends SubscriptionView {
  orderId: string;
  /** The total of the order in satang. */
  total: Satang;
  charge: ChargeView | null;
  pendingPayment: PendingPayment | null;
}

/** The path of the page to which the bank redirects the subscriber after 3-D Secure. */
const RETURN_PATH = '/account/subscription/order-now';
const KIND = { what: 'order.ordered_now', rule: canChangeDeliveries };

type Order = Subscriber['orders'][number];

/**
 * Sends the next order now: dates it today and charges it, or opens its payment link. The later orders change
 * when it is paid. If it is not paid, it returns to its planned date. While a 3-D Secure challenge is open, an
 * identical request returns the page of the challenge.
 * @returns a preview shows the subscription as it is once the order is paid
 * @throws AppError NO_UPCOMING_ORDER, PAID_TODAY, PAYMENT_PENDING, NOT_ALLOWED, NOT_ACTIVE, STALE,
 *   TOTAL_CHANGED (nothing changed), CARD_NOT_FOUND, CARD_DECLINED (the order is back), CHECKOUT_FAILED if
 *   certainly nothing was charged, THROTTLED
 */
export async function orderNow(ctx: Ctx, accountId: string, request: OrderNowRequest): Promise<OrderedNow> {
  if (request.preview) return previewOrderNow(ctx, accountId, request);
  const { isByCard, open } = await findMeans(ctx.db, accountId, request);
  if (open) {
    const view = await getSubscriptionView(ctx, accountId);
    const { orderId, total, authorizeUri } = open;
    const pendingPayment = await findPendingPayment(ctx, accountId);
    return { ...view, orderId, total, pendingPayment, charge: { outcome: 'action_required', authorizeUri } };
  }
  const catalogue = await catalogueOf(ctx);
  if (isByCard) await countCardAttempt(ctx, accountId);
  const clock = clockFrom(ctx.now);
  const begun = await claimNow(ctx, (tx, qrsRead) =>
    begin(tx, clock, accountId, { ...request, ctx, catalogue, qrsRead }),
  );
  if (isByCard && !begun.written) await releaseCardAttempt(ctx, accountId);
  // The order may have waited for a lock. Its outcome must not be earlier than its attempt.
  const after = { ...ctx, now: clock() };
  const charge = begun.written && (await chargeNow(after, begun.written));
  if (charge?.outcome === 'declined') throw new AppError('CARD_DECLINED', { reason: charge.reason });
  const view = await getSubscriptionView(after, accountId, ctx.db, catalogue);
  const pendingPayment = charge?.outcome === 'paid' ? null : await findPendingPayment(after, accountId);
  const { orderId, total } = begun;
  return { ...view, orderId, total, charge, pendingPayment };
}

/**
 * Returns how the account pays, and the open 3-D Secure challenge of an identical request.
 * @throws AppError CARD_NOT_FOUND for a payment by card without a card
 */
async function findMeans(db: Db, accountId: string, { later = 'keep', expectedTotal }: OrderNowRequest) {
  const [found] = await db
    .select({
      status: subscriptions.status,
      method: subscriptions.paymentMethod,
      cardId: cards.id,
      orderId: orders.id,
      restarts: orders.restarts,
      total: chargeAttempts.amount,
      authorizeUri: chargeAttempts.authorizeUri,
    })
    .from(subscriptions)
    .leftJoin(cards, and(eq(cards.accountId, subscriptions.accountId), eq(cards.isDefault, true)))
    .leftJoin(
      chargeAttempts,
      and(
        eq(chargeAttempts.accountId, subscriptions.accountId),
        eq(chargeAttempts.cardId, cards.id),
        eq(chargeAttempts.status, 'action_required'),
        eq(chargeAttempts.trigger, 'order_now'),
      ),
    )
    .leftJoin(orders, and(eq(orders.id, chargeAttempts.orderId), eq(orders.status, 'charging')))
    .where(eq(subscriptions.accountId, accountId));
  // Another subscription is refused under its lock.
  const isByCard = found?.status === 'active' && found.method === 'card';
  if (isByCard && !found.cardId) throw new AppError('CARD_NOT_FOUND');
  const { orderId = null, total = null, authorizeUri = null, restarts = false } = found ?? {};
  const isOpen = orderId !== null && total !== null && authorizeUri !== null;
  const isSame = isOpen && restarts === (later === 'restart') && isAsShown(expectedTotal, total).allowed;
  return { isByCard, open: isSame ? { orderId, total, authorizeUri } : null };
}

/** Shows the order of today and the later orders as they are once it is paid. Changes nothing. */
async function previewOrderNow(ctx: Ctx, accountId: string, request: OrderNowRequest): Promise<OrderedNow> {
  let taken: Order | undefined;
  const { expectedTotal, ...options } = request;
  const view = await changeSubscription(ctx, accountId, KIND, options, (change) => {
    const { now, subscription, subscriber } = change;
    const today = dayOf(now);
    const order = requireNext(subscriber, today);
    requireTotal(expectedTotal, totalsOf(order));
    taken = order;
    return {
      detail: {},
      changes: changesOf(change, order, request),
      then: async (tx) => {
        const sent = { ...order, status: 'charging', paymentDate: today, begun: true } as const;
        const orders = subscriber.orders.map((one) => (one === order ? sent : one));
        const restartsOn = request.later === 'restart' ? today : null;
        const after = planLaterOrders({ ...change, subscriber: { ...subscriber, orders }, restartsOn });
        const about = {
          cause: 'schedule_changed',
          actor: accountId,
          subscriptionId: subscription.id,
        } as const;
        await applyChanges(tx, now, [{ ...about, ...after.changes }]);
        await after.then(tx);
      },
    };
  });
  if (!taken) throw new Error('a preview without an order');
  return { ...view, orderId: taken.id, total: taken.total, charge: null, pendingPayment: null };
}

/**
 * Returns the order that is sent now.
 * @throws AppError PAYMENT_PENDING, PAID_TODAY, NO_UPCOMING_ORDER
 */
function requireNext({ orders }: Pick<Subscriber, 'orders'>, today: Day): Order {
  enforce(canOrderNow({ orders, today }));
  const order = nextOrder({ orders, today });
  if (!order) throw new Error('an order now without an order');
  return order;
}

/** Returns the changes of the order that is sent now. A skipped order of today is closed first. */
function changesOf({ now, subscription }: Omit<Change, 'catalogue'>, order: Order, request: OrderNowRequest) {
  const method = subscription.paymentMethod;
  const about = { now, today: dayOf(now), method, restarts: request.later === 'restart' };
  return join(takeOrder(order, about), touch(subscription));
}

interface Begun {
  orderId: string;
  total: Satang;
  /** The charge attempt to send; null for a payment by link. */
  written: WrittenAttempt | null;
}

/** Dates the order today, and writes its charge attempt or opens its payment link. */
async function begin(
  tx: Tx,
  clock: () => Date,
  accountId: string,
  request: OrderNowRequest & { ctx: Ctx; catalogue: Catalogue; qrsRead: QrsRead },
): Promise<Begun> {
  const locked = await lockSubscriber(tx, accountId, canChangeDeliveries);
  const { subscription, subscriber } = locked;
  const now = clock();
  const { version, expectedTotal, later = 'keep', qrsRead } = request;
  if (version !== undefined && version !== subscription.version) {
    const view = await getSubscriptionView({ ...request.ctx, now }, accountId, tx, request.catalogue);
    throw new AppError('STALE', { data: view });
  }
  const order = requireNext(subscriber, dayOf(now));
  requireTotal(expectedTotal, totalsOf(order));
  await closeSkippedOfToday(tx, now, locked);
  const { id: orderId, total, paymentDate: from } = order;
  const about = { actor: accountId, subscriptionId: subscription.id, cause: 'asked_by_subscriber' } as const;
  const audit = [{ what: KIND.what, detail: { orderId, from, later } }];
  await applyChanges(tx, now, [
    { ...about, ...join(changesOf({ now, subscription, subscriber }, order, request), { audit }) },
  ]);
  if (subscription.paymentMethod === 'offline') {
    await openLink(tx, now, orderId, { expiresAt: linkEndsAt(now), asked: true });
    return { orderId, total, written: null };
  }
  const attempt = { orderId, trigger: 'order_now', returnPath: RETURN_PATH, qrsRead } as const;
  return { orderId, total, written: await writeAttempt(tx, now, attempt) };
}

/** Closes a skipped order of today, if the billing run has not closed it. It would have the date of the order. */
async function closeSkippedOfToday(tx: Tx, now: Date, { subscription, subscriber }: Locked): Promise<void> {
  const today = dayOf(now);
  const skipped = subscriber.orders.find(
    ({ status, begun, paymentDate }) => status === 'skipped' && !begun && paymentDate === today,
  );
  if (!skipped) return;
  const about = { cause: 'payment_date_began', actor: 'billing', subscriptionId: subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, ...closeSkipped(skipped, now) }]);
}
