import { checkBox, isSameBox, type BoxItem } from '@/domain/box';
import { dayOf } from '@/domain/day';
import { enforce } from '@/domain/errors';
import { ordersAhead } from '@/domain/reschedule';
import { canChangePlan } from '@/domain/subscription';
import type { Ctx } from '../platform/context';
import { frozenPrices, quoteOrder } from '../orders/drafts';
import { changeSubscription, type ChangeOptions } from './change-subscription';
import type { SubscriptionView } from './queries';

/**
 * Changes the box of a subscription and of its orders whose payment date has not begun, at today's prices. An
 * order with its own contents or a free product does not change. A product that is no longer sold may stay in the
 * box, but its quantity can't grow.
 * @throws AppError BOX_INVALID, NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function changeBox(
  ctx: Ctx,
  accountId: string,
  { items, ...options }: ChangeOptions & { items: BoxItem[] },
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.box_changed', rule: canChangePlan };
  return changeSubscription(ctx, accountId, kind, options, ({ now, subscriber, catalogue }) => {
    const { account, box: held, orders } = subscriber;
    enforce(checkBox(items, catalogue.products, held));
    if (isSameBox(held, items)) return null;
    const open = ordersAhead({ orders, today: dayOf(now) }).filter(
      ({ freeProduct, ownBox }) => !freeProduct && !ownBox,
    );
    const priced = open.map(({ id, status, place }) => {
      const { postalCode } = place ?? account;
      const prices = frozenPrices(quoteOrder(catalogue, items, postalCode), catalogue);
      return { id, from: status, to: status, ...prices };
    });
    return { detail: { items, orders: open.length }, changes: { box: items, orders: priced } };
  });
}
