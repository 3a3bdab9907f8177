import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { join } from '@/domain/lifecycle/changes';
import { takeOrder } from '@/domain/lifecycle/order-now';
import { closeSkipped } from '@/domain/lifecycle/orders';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Satang } from '@/domain/money';
import { canOrderNow, type LaterOrders } from '@/domain/order-now';
import { nextOrder } from '@/domain/own-box';
import { MEANS_OF_METHOD, type Means } from '@/domain/pay-now';
import { isAsShown } from '@/domain/payment';
import { linkEndsAt } from '@/domain/payment-link';
import { canChangeDeliveries } from '@/domain/subscription';
import { sheetPath } from '@/locales/sheet-path';
import type { orderNowAnswer } from '@/schemas/answers/subscription';
import { countCardAttempt } from '../../money/cards/card-limits';
import { findDefaultCard } from '../../money/cards/saved-cards';
import { catalogueOf, type Catalogue } from '../../shop/catalogue/queries';
import { requireTotal, totalsOf } from '../../money/charging/expected-total';
import {
  payNow,
  requireNoDecline,
  type Payment,
  type Standing,
  type Written,
} from '../../money/charging/pay-now';
import type { Db, Tx } from '../../db';
import { cards, chargeAttempts, orders, subscriptions } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { loadLocked, type Locked, type Subscriber } from '../../lifecycle/load-facts';
import { openLink } from '../../lifecycle/payment-links';
import { findPendingPayment } from '../../money/payment-links/queries';
import { planLaterOrders } from '../../shop/orders/later-orders';
import type { Ctx } from '../../platform/context';
import { changeSubscription, type Change, type ChangeOptions } from './change-subscription';
import { getSubscriptionView } from './queries';

export interface OrderNowRequest extends ChangeOptions {
  /** What happens to the later orders; default: they keep their dates. */
  later?: LaterOrders;
}

export type OrderedNow = z.output<typeof orderNowAnswer>;

/** The path of the page to which the bank redirects the subscriber after 3-D Secure. */
const RETURN_PATH = sheetPath('now');
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
  const catalogue = await catalogueOf(ctx);
  const done = await payNow(ctx, orderOfNow(ctx, accountId, { ...request, catalogue }));
  const charge = requireNoDecline(done.charge);
  const { order } = done.facts;
  if (!order) throw new Error('an order now without an order');
  const view = await getSubscriptionView(done.ctx, accountId, ctx.db, catalogue);
  const pendingPayment = charge?.outcome === 'paid' ? null : await findPendingPayment(done.ctx, accountId);
  const { id: orderId, orderNumber, total } = order;
  return { ...view, orderId, orderNumber, total, charge, pendingPayment };
}

interface Ordering extends Standing {
  /** The default card; null without one. */
  cardId: string | null;
  /** The order that is sent now; null before the subscription is locked. */
  order: { id: string; orderNumber: number; total: Satang } | null;
}

function orderOfNow(
  ctx: Ctx,
  accountId: string,
  request: OrderNowRequest & { catalogue: Catalogue },
): Payment<Ordering & { locked?: Locked & { order: Order } }> {
  return {
    accountId,
    purpose: 'order_now',
    expectedTotal: request.expectedTotal,
    read: async (db, { now, locked: subscription }) => {
      if (subscription === undefined) return findMeans(db, accountId, request);
      const locked = await loadLocked(db, accountId, subscription, canChangeDeliveries);
      await requireVersion({ ...ctx, now }, db, locked, request);
      const order = requireNext(locked.subscriber, dayOf(now));
      const means = MEANS_OF_METHOD[locked.subscription.paymentMethod];
      const nothing = { open: 'none', attempt: null, cardId: null } as const;
      return { ...nothing, means, totals: totalsOf(order), order, locked: { ...locked, order } };
    },
    obtain: async (context, facts) => {
      const cardId = facts.cardId ?? (await findDefaultCard(context.db, accountId))?.id;
      if (!cardId) throw new AppError('CARD_NOT_FOUND');
      await countCardAttempt(context, accountId);
      return { cardId };
    },
    write: (tx, now, { facts: { locked, means } }) => {
      if (!locked) throw new Error('an order now without a lock');
      return begin(tx, now, request, { ...locked, means });
    },
  };
}

async function requireVersion(
  ctx: Ctx,
  db: Db | Tx,
  { subscription }: Locked,
  { version, catalogue }: OrderNowRequest & { catalogue: Catalogue },
): Promise<void> {
  if (version === undefined || version === subscription.version) return;
  const view = await getSubscriptionView(ctx, subscription.accountId, db, catalogue);
  throw new AppError('STALE', { data: view });
}

/**
 * Returns how the account pays, and the open 3-D Secure challenge of an identical request.
 * @throws AppError CARD_NOT_FOUND for a payment by card without a card
 */
async function findMeans(
  db: Db | Tx,
  accountId: string,
  { later = 'keep', expectedTotal }: OrderNowRequest,
): Promise<Ordering> {
  const [found] = await db
    .select({
      status: subscriptions.status,
      method: subscriptions.paymentMethod,
      cardId: cards.id,
      restarts: orders.restarts,
      orderNumber: orders.orderNumber,
      attempt: chargeAttempts,
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
  const means = found?.status === 'active' ? MEANS_OF_METHOD[found.method] : 'later';
  const { cardId = null, attempt = null, restarts = null, orderNumber = null } = found ?? {};
  if (means === 'saved_card' && !cardId) throw new AppError('CARD_NOT_FOUND');
  const isSame =
    attempt !== null &&
    restarts === (later === 'restart') &&
    isAsShown(expectedTotal, attempt.amount).allowed;
  return {
    means,
    open: isSame ? 'same' : 'none',
    attempt: isSame ? attempt : null,
    totals: undefined,
    order: isSame && orderNumber ? { id: attempt.orderId, orderNumber, total: attempt.amount } : null,
    cardId,
  };
}

/** Shows the order of today and the later orders as they are once it is paid. Changes nothing. */
async function previewOrderNow(ctx: Ctx, accountId: string, request: OrderNowRequest): Promise<OrderedNow> {
  let taken: Order | undefined;
  const { expectedTotal, ...options } = request;
  const catalogue = await catalogueOf(ctx);
  const view = await changeSubscription(ctx, accountId, { ...KIND, catalogue }, options, (change) => {
    const { now, subscriber } = change;
    const today = dayOf(now);
    const order = requireNext(subscriber, today);
    requireTotal(expectedTotal, totalsOf(order));
    taken = order;
    const sent = { ...order, status: 'charging', paymentDate: today, begun: true } as const;
    const orders = subscriber.orders.map((one) => (one === order ? sent : one));
    const restartsOn = request.later === 'restart' ? today : null;
    const after = { ...change, catalogue, subscriber: { ...subscriber, orders }, restartsOn };
    return {
      detail: {},
      changes: changesOf(change, order, request),
      next: { cause: 'schedule_changed', ...planLaterOrders(after) },
    };
  });
  if (!taken) throw new Error('a preview without an order');
  const { id: orderId, orderNumber, total } = taken;
  return { ...view, orderId, orderNumber, total, charge: null, pendingPayment: null };
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
function changesOf({ now, subscription }: Change, order: Order, request: OrderNowRequest) {
  const method = subscription.paymentMethod;
  const about = { now, today: dayOf(now), method, restarts: request.later === 'restart' };
  return join(takeOrder(order, about), touch(subscription));
}

/** Dates the order today, and opens its payment link or returns the request of its charge. */
async function begin(
  tx: Tx,
  now: Date,
  request: OrderNowRequest,
  { order, means, ...locked }: Locked & { order: Order; means: Means },
): Promise<Written> {
  const { subscription, subscriber } = locked;
  await closeSkippedOfToday(tx, now, locked);
  const { id: orderId, paymentDate: from } = order;
  const about = {
    actor: subscription.accountId,
    subscriptionId: subscription.id,
    cause: 'asked_by_subscriber',
  } as const;
  const audit = [{ what: KIND.what, detail: { orderId, from, later: request.later ?? 'keep' } }];
  await applyChanges(tx, now, [
    { ...about, ...join(changesOf({ now, subscription, subscriber }, order, request), { audit }) },
  ]);
  if (means !== 'later') return { charge: { orderId, trigger: 'order_now', returnPath: RETURN_PATH } };
  await openLink(tx, now, orderId, { expiresAt: linkEndsAt(now), asked: true });
  return { result: null };
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
