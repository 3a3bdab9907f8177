import { sql } from 'drizzle-orm';
import type { Entry } from './journal';
import type { OrderRow } from './oracle-facts';
import { SANDBOX_URL } from './network';
import type { SimulatedWorld } from './world';

/* Checks the contents of single deliveries, with prices that the oracle computes itself. */

interface Item {
  productCode: string;
  quantity: number;
}

const textOf = (items: readonly Item[]) =>
  items
    .map(({ productCode, quantity }) => `${quantity} ${productCode}`)
    .sort()
    .join(', ');

/** A list price in satang of one pack, from an instant on. */
interface ListPrice extends Record<string, unknown> {
  code: string;
  price: number;
  from: number;
}

/** Returns the box price in satang at an instant: three quarters of each line, rounded half up. */
function priceOf(items: readonly Item[], prices: readonly ListPrice[], at: Date): number {
  return items.reduce((sum, { productCode, quantity }) => {
    const valid = prices.filter(({ code, from }) => code === productCode && from <= at.getTime());
    const listPrice = valid.reduce((last, one) => (one.from > last.from ? one : last)).price;
    return sum + Math.floor((3 * listPrice * quantity + 2) / 4);
  }, 0);
}

const bangkokDay = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);

/** Whether two calls of the list may have run at the same time, or a call has no response. */
const isUncertain = (calls: Entry[]) =>
  calls.some(
    ({ respondedAt, outcome }, at) =>
      outcome === null ||
      calls.slice(at + 1).some((later) => respondedAt === null || later.at <= respondedAt),
  );

/**
 * Checks that an order keeps the contents that its subscriber gave it last, whatever happens to the box
 * afterwards, and that it costs what these contents cost. Checks that no call was accepted after the order's
 * payment date had begun.
 */
export async function checkOwnBoxes(
  { db }: SimulatedWorld,
  orders: readonly OrderRow[],
  entries: readonly Entry[],
): Promise<string[]> {
  const rows = await db.execute<{ id: string } & Record<string, unknown>>(sql`
    select o.id, o.own_box as own, (select json_agg(json_build_object('productCode', i.product_code, 'quantity', i.quantity))
      from order_items i where i.order_id = o.id) as items from orders o`);
  const stored = new Map([...rows].map((row) => [row.id, row as unknown as { own: boolean; items: Item[] }]));
  const prices = [
    ...(await db.execute<ListPrice>(sql`select product_code as code, list_price::int as price,
      (extract(epoch from valid_from) * 1000)::float8 as "from" from product_prices`)),
  ];
  return orders.flatMap(({ id, account, box }) => {
    const calls = entries.filter(
      ({ accountId, command, input, outcome }) =>
        accountId === account &&
        (command === 'changeOrderBox' || command === 'restoreOrderBox') &&
        input.deliveryId === id &&
        (outcome === 'ok' || outcome === null),
    );
    const last = calls.at(-1);
    const row = stored.get(id);
    if (!row) return [];
    if (!last) return row.own ? [`${id}: own contents that nobody asked for`] : [];
    if (isUncertain(calls)) return [];
    const view = last.response as {
      subscription: { items: Item[] };
      upcomingOrders: { orderId: string; paymentDate: string }[];
    };
    const order = view.upcomingOrders.find(({ orderId }) => orderId === id);
    if (!order || bangkokDay(last.at) >= order.paymentDate)
      return [`${id}: its contents changed at ${last.at.toISOString()}, after its payment date began`];
    const wanted = (last.input.items ?? view.subscription.items) as Item[];
    const isOwn = textOf(wanted) !== textOf(view.subscription.items);
    if (row.own !== isOwn) return [`${id}: own contents are ${row.own} instead of ${isOwn}`];
    if (!isOwn) return [];
    if (textOf(row.items) !== textOf(wanted))
      return [`${id}: contains ${textOf(row.items)} instead of ${textOf(wanted)}`];
    const price = priceOf(wanted, prices, last.at);
    return box === price ? [] : [`${id}: ${box} for ${textOf(wanted)} instead of ${price}`];
  });
}

/**
 * Checks that a parcel goes to the own address of its order, as its subscriber gave it last, and to the
 * account's address after the own address was removed.
 */
export async function checkOwnAddresses(
  { sandbox }: SimulatedWorld,
  orders: readonly OrderRow[],
  entries: readonly Entry[],
): Promise<string[]> {
  const response = await sandbox.fetch(`${SANDBOX_URL}/_control/mycloud/parcels`);
  const parcels = ((await response.json()) as { data: { orderNumber: string; address: string }[] }).data;
  return orders.flatMap(({ id, account }) => {
    const parcel = parcels.find(({ orderNumber }) => orderNumber === id);
    if (!parcel) return [];
    const calls = entries.filter(
      ({ accountId, command, input, outcome }) =>
        accountId === account &&
        (command === 'setOrderAddress' || command === 'removeOrderAddress') &&
        input.deliveryId === id &&
        (outcome === 'ok' || outcome === null),
    );
    if (isUncertain(calls)) return [];
    const wanted = calls.at(-1)?.input.address;
    const isOwn = parcel.address.includes('Own Road');
    if (typeof wanted !== 'string') return isOwn ? [`${id}: sent to ${parcel.address}`] : [];
    return parcel.address.startsWith(`${wanted},`) ? [] : [`${id}: sent to ${parcel.address}, not ${wanted}`];
  });
}
