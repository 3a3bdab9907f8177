import { checkBox, isSameBox, type BoxItem } from '@/domain/box';
import { dayOf } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { canHaveOwnBox } from '@/domain/own-box';
import { canChangeDeliveries } from '@/domain/subscription';
import { frozenPrices, quoteOrder } from '../orders/drafts';
import type { Ctx } from '../platform/context';
import { changeSubscription, type Change, type ChangeOptions } from './change-subscription';
import type { SubscriptionView } from './queries';

const KIND = { what: 'order.box_changed', rule: canChangeDeliveries };

/**
 * Gives one order its own contents, at today's prices. Later changes of the box leave this order as it is. With
 * the contents of the subscription's box, the order has no own contents any more.
 * @throws AppError BOX_INVALID, ORDER_NOT_FOUND (also for an order of another account), ORDER_NOT_NEXT,
 *   BOX_FIXED, NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function changeOrderBox(
  ctx: Ctx,
  accountId: string,
  { orderId, items, ...options }: ChangeOptions & { orderId: string; items: BoxItem[] },
): Promise<SubscriptionView> {
  return changeSubscription(ctx, accountId, { ...KIND, orderId }, options, (change) => {
    const { order, box } = requireOpenOrder(change, orderId);
    enforce(checkBox(items, change.catalogue.products, [...order.items, ...box]));
    return setContents(change, order, items);
  });
}

/**
 * Gives an order the contents of the subscription's box again, at today's prices, as a change of the box would.
 * Changes nothing for an order without its own contents.
 * @throws AppError ORDER_NOT_FOUND (also for an order of another account), ORDER_NOT_NEXT, BOX_FIXED,
 *   NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function restoreOrderBox(
  ctx: Ctx,
  accountId: string,
  { orderId, ...options }: ChangeOptions & { orderId: string },
): Promise<SubscriptionView> {
  return changeSubscription(ctx, accountId, { ...KIND, orderId }, options, (change) => {
    const { order, box } = requireOpenOrder(change, orderId);
    return order.ownBox ? setContents(change, order, box) : null;
  });
}

type Order = Change['subscriber']['orders'][number];

/** Returns an order whose contents can change, and the box of the subscription. */
function requireOpenOrder({ now, subscriber: { orders, box } }: Change, orderId: string) {
  const order = orders.find(({ id }) => id === orderId);
  if (!order) throw new AppError('ORDER_NOT_FOUND', { orderId });
  enforce(canHaveOwnBox(order, { orders, today: dayOf(now) }));
  return { order, box };
}

function setContents({ subscriber, catalogue }: Change, order: Order, items: BoxItem[]) {
  const ownBox = !isSameBox(items, subscriber.box);
  if (ownBox === order.ownBox && isSameBox(items, order.items)) return null;
  const { id, status, place } = order;
  const { postalCode } = place ?? subscriber.account;
  const prices = frozenPrices(quoteOrder(catalogue, items, postalCode), catalogue);
  return {
    detail: { orderId: id, items, ownBox },
    changes: { orders: [{ id, from: status, to: status, ownBox, ...prices }] },
  };
}
