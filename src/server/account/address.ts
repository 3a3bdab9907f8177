import { dayOf } from '@/domain/day';
import type { OrderChange } from '@/domain/lifecycle/changes';
import { ordersAhead } from '@/domain/reschedule';
import { canChangeDetails } from '@/domain/subscription';
import { feeOf } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import { changeSubscription, type Change, type ChangeOptions } from '../subscription/change-subscription';
import type { SubscriptionView } from '../subscription/queries';
import { checkPlace, type DeliveryInput } from './delivery';

type AddressInput = DeliveryInput & ChangeOptions;

/**
 * Changes the delivery address. Upcoming and skipped orders with a payment date after today get the new delivery
 * fee, except orders with their own address. An order that was ordered now takes it if it comes back unpaid. All other
 * orders keep their total. Allowed in any subscription
 * status, and while the first offline payment is pending.
 * @throws AppError POSTCODE_INVALID, PROVINCE_MISMATCH, STALE, NOT_ALLOWED for a registration in progress
 */
export async function updateAddress(
  ctx: Ctx,
  accountId: string,
  { preview, version, expectedTotal, ...input }: AddressInput,
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.address_changed', rule: canChangeDetails };
  return changeSubscription(ctx, accountId, kind, { preview, version, expectedTotal }, (change) => {
    const province = checkPlace(change.catalogue, input);
    const place = {
      address: input.address,
      subdistrict: input.subdistrict ?? null,
      district: input.district ?? null,
      province,
      postalCode: input.postalCode,
    };
    const fields = Object.keys(place) as (keyof typeof place)[];
    if (fields.every((field) => change.subscriber.account[field] === place[field])) return null;
    const orders = repriceDelivery(change, place.postalCode);
    return {
      detail: { ordersChanged: orders.length },
      changes: { orders, places: [{ accountId, ...place }] },
    };
  });
}

/**
 * Returns the changes of delivery fee and total for the open orders. Calculates each fee from the order's own box, which
 * may differ from the subscription's box. Box prices do not change.
 */
function repriceDelivery({ now, subscriber, catalogue }: Change, postalCode: string): OrderChange[] {
  const ahead = ordersAhead({ orders: subscriber.orders, today: dayOf(now) });
  const open = ahead.filter(({ place }) => place === null);
  const orderedNow = subscriber.orders.filter(
    ({ status, orderedFrom, place }) =>
      orderedFrom !== null && (status === 'charging' || status === 'awaiting_payment') && place === null,
  );
  const whenBack = orderedNow.map(({ id, status, items, ...before }): OrderChange => {
    const fee = feeOf(catalogue, items, postalCode);
    return { id, from: status, to: status, feeWhenBack: fee === before.deliveryFee ? null : fee };
  });
  const repriced = open.flatMap(({ id, status, items, boxPrice, codeDiscount, ...before }) => {
    const deliveryFee = feeOf(catalogue, items, postalCode);
    if (deliveryFee === before.deliveryFee) return [];
    return [{ id, from: status, to: status, deliveryFee, total: boxPrice + deliveryFee - codeDiscount }];
  });
  return [...repriced, ...whenBack];
}
