import { dayOf } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { canHaveOwnAddress, isLocked } from '@/domain/own-address';
import type { Place } from '@/domain/lifecycle/changes';
import { canChangeDeliveries } from '@/domain/subscription';
import { feeOf } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import { changeSubscription, type Change, type ChangeOptions } from '../subscription/change-subscription';
import type { SubscriptionView } from '../subscription/queries';
import { checkPlace, type DeliveryInput } from './delivery';

const KIND = { what: 'order.address_changed', rule: canChangeDeliveries };

type Order = Change['subscriber']['orders'][number];
type Street = Omit<Place, 'accountId'>;

const FIELDS = ['address', 'subdistrict', 'district', 'province', 'postalCode'] as const;
const isSamePlace = (a: Street, b: Street) => FIELDS.every((field) => a[field] === b[field]);

/**
 * Sends one order to another address. Until the payment date has begun, the order gets the delivery fee of that
 * address. With the account's address, the order has no own address any more.
 * @throws AppError POSTCODE_INVALID, PROVINCE_MISMATCH, ORDER_NOT_FOUND (also for an order of another account),
 *   ORDER_NOT_NEXT, PARCEL_TAKEN, NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function setOrderAddress(
  ctx: Ctx,
  accountId: string,
  { orderId, preview, version, expectedTotal, ...input }: ChangeOptions & DeliveryInput & { orderId: string },
): Promise<SubscriptionView> {
  const kind = { ...KIND, orderId };
  return changeSubscription(ctx, accountId, kind, { preview, version, expectedTotal }, (change) => {
    const order = requireOpenOrder(change, orderId);
    const province = checkPlace(change.catalogue, input);
    const { address, subdistrict = null, district = null, postalCode } = input;
    const place = { address, subdistrict, district, province, postalCode };
    return redirect(change, order, isSamePlace(place, change.subscriber.account) ? null : place);
  });
}

/**
 * Sends an order to the account's address again. Until the payment date has begun, the order gets the delivery
 * fee of that address. Changes nothing for an order without its own address.
 * @throws AppError ORDER_NOT_FOUND (also for an order of another account), ORDER_NOT_NEXT, PARCEL_TAKEN,
 *   NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function removeOrderAddress(
  ctx: Ctx,
  accountId: string,
  { orderId, ...options }: ChangeOptions & { orderId: string },
): Promise<SubscriptionView> {
  return changeSubscription(ctx, accountId, { ...KIND, orderId }, options, (change) =>
    redirect(change, requireOpenOrder(change, orderId), null),
  );
}

function requireOpenOrder({ now, subscriber }: Change, orderId: string): Order {
  const orders = subscriber.orders.map((order) => ({ ...order, hasPlace: order.place !== null }));
  const order = orders.find(({ id }) => id === orderId);
  if (!order) throw new AppError('ORDER_NOT_FOUND', { orderId });
  enforce(canHaveOwnAddress(order, { orders, today: dayOf(now) }));
  return order;
}

function redirect({ now, subscriber, catalogue }: Change, order: Order, place: Street | null) {
  const { id, status, boxPrice, codeDiscount } = order;
  if (place === null ? order.place === null : order.place !== null && isSamePlace(order.place, place))
    return null;
  const postalCode = (place ?? subscriber.account).postalCode;
  const isFeeFixed = isLocked(order, { today: dayOf(now) }) || postalCode === null;
  const deliveryFee = isFeeFixed ? order.deliveryFee : feeOf(catalogue, order.items, postalCode);
  const total = boxPrice + deliveryFee - codeDiscount;
  return {
    detail: { orderId: id, own: place !== null, deliveryFee },
    changes: {
      orders: deliveryFee === order.deliveryFee ? [] : [{ id, from: status, to: status, deliveryFee, total }],
      orderPlaces: [{ orderId: id, place }],
    },
  };
}
