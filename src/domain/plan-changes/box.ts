import { checkBox, isSameBox, type BoxItem } from '../box';
import { dayOf } from '../day';
import { canHaveOwnBox } from '../own-box';
import { frozenPrices, quoteOrder, type PriceList } from '../quote';
import { ordersAhead } from '../reschedule';
import { orderOf, type Decision, type PlanFacts, type PlanOrder } from './decision';

/**
 * Changes the box of the subscription and of its orders whose payment date has not begun, at today's prices. An
 * order with its own contents or a free product does not change. A product that is no longer sold may stay in the
 * box, but its quantity can't grow.
 */
export function changeBox(
  { now, subscriber: { account, box: held, orders } }: PlanFacts,
  { items }: { items: BoxItem[] },
  prices: PriceList,
): Decision {
  const valid = checkBox(items, prices.products, held);
  if (!valid.allowed) return valid;
  if (isSameBox(held, items)) return null;
  const open = ordersAhead({ orders, today: dayOf(now) }).filter(
    ({ freeProduct, ownBox }) => !freeProduct && !ownBox,
  );
  const priced = open.map(({ id, status, place }) => {
    const { postalCode } = place ?? account;
    return { id, from: status, to: status, ...frozenPrices(quoteOrder(prices, items, postalCode), prices) };
  });
  return { detail: { items, orders: open.length }, changes: { box: items, orders: priced } };
}

/**
 * Gives one order its own contents, at today's prices. Later changes of the box leave this order as it is. With
 * the contents of the subscription's box, the order has no own contents any more.
 * @param keepsFee whether the delivery costs no more than before, because the shop asked for the change
 */
export function changeOrderBox(
  facts: PlanFacts,
  { orderId, items, keepsFee }: { orderId: string; items: BoxItem[]; keepsFee?: boolean },
  prices: PriceList,
): Decision {
  const found = openOrder(facts, orderId);
  if ('code' in found) return found;
  const valid = checkBox(items, prices.products, [...found.order.items, ...facts.subscriber.box]);
  return valid.allowed ? setContents(facts, found.order, { items, keepsFee }, prices) : valid;
}

/** Gives an order the contents of the subscription's box again, at today's prices, as a change of the box would. */
export function restoreOrderBox(
  facts: PlanFacts,
  { orderId }: { orderId: string },
  prices: PriceList,
): Decision {
  const found = openOrder(facts, orderId);
  if ('code' in found) return found;
  return found.order.ownBox ? setContents(facts, found.order, { items: facts.subscriber.box }, prices) : null;
}

function openOrder(facts: PlanFacts, orderId: string) {
  const ahead = { orders: facts.subscriber.orders, today: dayOf(facts.now) };
  return orderOf(facts, orderId, (order) => canHaveOwnBox(order, ahead));
}

function setContents(
  { subscriber }: PlanFacts,
  order: PlanOrder,
  { items, keepsFee = false }: { items: BoxItem[]; keepsFee?: boolean | undefined },
  prices: PriceList,
): Decision {
  const ownBox = !isSameBox(items, subscriber.box);
  if (ownBox === order.ownBox && isSameBox(items, order.items)) return null;
  const { id, status, place } = order;
  const { postalCode } = place ?? subscriber.account;
  const quoted = frozenPrices(quoteOrder(prices, items, postalCode), prices);
  const saved = keepsFee ? Math.max(0, quoted.deliveryFee - order.deliveryFee) : 0;
  const priced = { ...quoted, deliveryFee: quoted.deliveryFee - saved, total: quoted.total - saved };
  return {
    detail: { orderId: id, items, ownBox },
    changes: { orders: [{ id, from: status, to: status, ownBox, ...priced }] },
  };
}
