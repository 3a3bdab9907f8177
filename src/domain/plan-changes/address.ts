import { POSTAL_CODE_PATTERN } from '../contact';
import { dayOf } from '../day';
import { refuse } from '../errors';
import type { OrderChange, OrderPlace, Recipient } from '../lifecycle/changes';
import { canHaveOwnAddress, isLocked } from '../own-address';
import { findProvince } from '../province';
import { feeOf, type PriceList } from '../quote';
import { ordersAhead } from '../reschedule';
import {
  orderOf,
  refused,
  type Decision,
  type PlanFacts,
  type PlanOrder,
  type Refusal,
  type Street,
} from './decision';

export interface DeliveryInput {
  address: string;
  subdistrict?: string;
  district?: string;
  province: string;
  postalCode: string;
}

/** A delivery address of one order. */
export interface OrderAddressInput extends DeliveryInput {
  orderId: string;
  /** Who receives the box; both fields are omitted if the subscriber does. */
  recipientName?: string;
  recipientPhone?: string;
}

const FIELDS = ['address', 'subdistrict', 'district', 'province', 'postalCode'] as const;
const isSamePlace = (a: Street, b: Street) => FIELDS.every((field) => a[field] === b[field]);
const isSameRecipient = (a: Recipient, b: Recipient) =>
  a.recipientName === b.recipientName && a.recipientPhone === b.recipientPhone;

/**
 * Checks a postcode and its province. The postcode must have five digits. If the address table contains the postcode,
 * the province must be one of its provinces, as users write them.
 * @returns the address with the province as the address table names it, or as typed for a postcode that is not in the
 *   table; the refusal POSTCODE_INVALID or PROVINCE_MISMATCH
 */
export function checkPlace(
  { provinces }: Pick<PriceList, 'provinces'>,
  { address, subdistrict = null, district = null, province: typed, postalCode }: Nullable<DeliveryInput>,
): { place: Street & { postalCode: string } } | Refusal {
  if (!POSTAL_CODE_PATTERN.test(postalCode)) {
    return refused('POSTCODE_INVALID', { fieldErrors: { postalCode: ['validation.postalCode'] } });
  }
  const names = provinces.get(postalCode);
  // Made only for a name that is none of these.
  const all = { [Symbol.iterator]: () => new Set([...provinces.values()].flat()).values() };
  const province = names ? findProvince(typed, names, all) : typed;
  if (province === null) return refuse('PROVINCE_MISMATCH') as Refusal;
  return { place: { address, subdistrict, district, province, postalCode } };
}

type Nullable<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };

/**
 * Changes the delivery address. Upcoming and skipped orders with a payment date after today get the new delivery
 * fee, except orders with their own address. An order that was ordered now takes it if it comes back unpaid. All other
 * orders keep their total.
 */
export function changeAddress(facts: PlanFacts, input: DeliveryInput, prices: PriceList): Decision {
  const checked = checkPlace(prices, input);
  if ('code' in checked) return checked;
  const { place } = checked;
  if (isSamePlace(facts.subscriber.account, place)) return null;
  const orders = repriceDelivery(facts, place.postalCode, prices);
  const { accountId } = facts.subscription;
  return { detail: { ordersChanged: orders.length }, changes: { orders, places: [{ accountId, ...place }] } };
}

/**
 * Returns the changes of delivery fee and total for the open orders. Calculates each fee from the order's own box, which
 * may differ from the subscription's box. Box prices do not change.
 */
function repriceDelivery(
  { now, subscriber: { orders } }: PlanFacts,
  postalCode: string,
  prices: PriceList,
): OrderChange[] {
  const ahead = ordersAhead({ orders, today: dayOf(now) });
  const open = ahead.filter(({ place }) => place === null);
  const orderedNow = orders.filter(
    ({ status, orderedFrom, place }) =>
      orderedFrom !== null && (status === 'charging' || status === 'awaiting_payment') && place === null,
  );
  const whenBack = orderedNow.map(({ id, status, items, ...before }): OrderChange => {
    const fee = feeOf(prices, items, postalCode);
    return { id, from: status, to: status, feeWhenBack: fee === before.deliveryFee ? null : fee };
  });
  const repriced = open.flatMap((order) => withFee(order, feeOf(prices, order.items, postalCode)));
  return [...repriced, ...whenBack];
}

function withFee(
  { id, status, boxPrice, codeDiscount, ...before }: PlanOrder,
  deliveryFee: number,
): OrderChange[] {
  if (deliveryFee === before.deliveryFee) return [];
  return [{ id, from: status, to: status, deliveryFee, total: boxPrice + deliveryFee - codeDiscount }];
}

/**
 * Sends one order to another address. Until the payment date has begun, the order gets the delivery fee of that
 * address. With the account's address and without another recipient, the order has no own address any more.
 */
export function setOrderAddress(
  facts: PlanFacts,
  { orderId, recipientName = null, recipientPhone = null, ...input }: Nullable<OrderAddressInput>,
  prices: PriceList,
): Decision {
  const found = openOrder(facts, orderId);
  if ('code' in found) return found;
  const checked = checkPlace(prices, input);
  if ('code' in checked) return checked;
  const { place } = checked;
  const isUsual = recipientName === null && isSamePlace(place, facts.subscriber.account);
  const own = isUsual ? null : { ...place, recipientName, recipientPhone };
  return redirect(facts, found.order, own, prices);
}

/** Sends an order to the account's address again. Until the payment date has begun, its delivery fee follows. */
export function removeOrderAddress(
  facts: PlanFacts,
  { orderId }: { orderId: string },
  prices: PriceList,
): Decision {
  const found = openOrder(facts, orderId);
  return 'code' in found ? found : redirect(facts, found.order, null, prices);
}

function openOrder(facts: PlanFacts, orderId: string) {
  const orders = facts.subscriber.orders.map((order) => ({ ...order, hasPlace: order.place !== null }));
  const today = dayOf(facts.now);
  return orderOf(facts, orderId, (order) =>
    canHaveOwnAddress({ ...order, hasPlace: order.place !== null }, { orders, today }),
  );
}

function redirect(
  { now, subscriber }: PlanFacts,
  order: PlanOrder,
  place: OrderPlace['place'],
  prices: PriceList,
): Decision {
  const isSame =
    place && order.place
      ? isSamePlace(order.place, place) && isSameRecipient(order.place, place)
      : place === order.place;
  if (isSame) return null;
  const { postalCode } = place ?? subscriber.account;
  const isFeeFixed = isLocked(order, { today: dayOf(now) }) || postalCode === null;
  const deliveryFee = isFeeFixed ? order.deliveryFee : feeOf(prices, order.items, postalCode);
  return {
    detail: { orderId: order.id, own: place !== null, deliveryFee },
    changes: { orders: withFee(order, deliveryFee), orderPlaces: [{ orderId: order.id, place }] },
  };
}
