import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, enforce, type Verdict } from '@/domain/errors';
import type { OrderStatus } from '@/domain/order';
import type { SubscriberFacts } from '@/domain/subscription';
import { isAmong } from '../db/among';
import { queryRows } from '../db/query-rows';
import type { Db, Tx } from '../db';
import { columnShape, rowShape } from '../db/row-shapes';
import { accounts, boxItems, orderAddresses, orders, scheduleEpochs, subscriptions } from '../db/schema';
import { jsonObject } from '../db/select-list';
import { awaitsOfflinePaymentSql } from './awaited-payments';
import { lockSubscriptionOf, type Subscription } from './locks';
import { PRICES_OF_S, priceFactsRow } from './price-facts';
import { requireAccount } from './require-subscriber';
import { IS_UNRESOLVED_T } from './unresolved-attempts';

/**
 * Returns the orders of a locked subscription that have one of these statuses, oldest first. Omits skipped
 * orders whose payment date has passed.
 */
export async function loadOrders(
  tx: Tx,
  { id }: { id: string },
  statuses: readonly OrderStatus[],
): Promise<(typeof orders.$inferSelect)[]> {
  return tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, id),
        inArray(orders.status, [...statuses]),
        or(ne(orders.status, 'skipped'), isNull(orders.begunAt)),
      ),
    )
    .orderBy(asc(orders.cycleIndex));
}

/** A row of `BOX_OF_S`. */
export const boxItemRow = rowShape(boxItems, ['productCode', 'quantity']);
/** A row of `EPOCHS_OF_S`. */
export const epochRow = rowShape(scheduleEpochs, [
  'fromIndex',
  'baseMonth',
  'paymentDay',
  'frequency',
  'skips',
]);

const PLACE = ['address', 'subdistrict', 'district', 'province', 'postalCode'] as const;
const OWN_PLACE = [...PLACE, 'recipientName', 'recipientPhone'] as const;

/**
 * An order with the fields that subscriber commands need. `items` is empty after the payment date has begun, unless
 * the order was ordered now and is not paid.
 */
const orderRow = rowShape(orders, [
  'id',
  'orderNumber',
  'accountId',
  'kind',
  'status',
  'paymentDate',
  'paidOn',
  'paused',
  'movedFrom',
  'ownBox',
  'orderedFrom',
  'freeProductCode',
  'freeProductPoints',
  'boxPrice',
  'deliveryFee',
  'codeDiscount',
  'listPrice',
  'total',
  'points',
]).extend({
  index: z.number(),
  begun: z.boolean(),
  freeProduct: z.boolean(),
  items: z.array(boxItemRow),
  /** The own delivery address of the order; null if it goes to the account's address. */
  place: rowShape(orderAddresses, OWN_PLACE).nullable(),
  /** Whether the parcel was or may have been handed over to fulfilment. */
  isTaken: z.boolean(),
});
type KnownOrder = z.output<typeof orderRow>;

const PLACE_OF_O = `(select ${jsonObject(orderAddresses, 'x', OWN_PLACE)} from order_addresses x where x.order_id = o.id)`;
const subscriberRow = z.object({
  account: rowShape(accounts, ['firstName', 'locale', ...PLACE]),
  awaitsOfflinePayment: z.boolean(),
  box: z.array(boxItemRow),
  /** The schedule epochs, in the order in which they were written. */
  epochs: z.array(epochRow),
  /** All orders of the subscription, in all statuses, by index. */
  orders: z.array(orderRow),
  prices: priceFactsRow,
  points: z.number(),
  /** The latest payment day of a paid box that is not delivered yet; null without such a box. */
  comingPaidOn: columnShape(orders.paidOn),
  /** Whether a 3-D Secure challenge of the account is open. */
  hasOpenPage: z.boolean(),
  /** Whether a charge of the account is open or its outcome is unknown. */
  hasUnresolvedCharge: z.boolean(),
});
/** The account, box, schedule, orders and points of a subscriber, which commands need for their decisions. */
export type Subscriber = z.output<typeof subscriberRow>;

/** A locked subscription, with the facts of its subscriber that were read after locking. */
export interface Locked {
  subscription: Subscription;
  subscriber: Subscriber;
}

/** SQL of the box items of a subscription `s`, as JSON. */
export const BOX_OF_S = `(select coalesce(json_agg(json_build_object('productCode', b.product_code, 'quantity', b.quantity)
      order by b.product_code), '[]') from box_items b where b.subscription_id = s.id)`;
/** SQL of the epochs of a subscription `s` in the order in which they were written, as JSON. */
export const EPOCHS_OF_S = `(select coalesce(json_agg(json_build_object('fromIndex', e.from_index, 'baseMonth', e.base_month,
      'paymentDay', e.payment_day, 'frequency', e.frequency, 'skips', e.skips) order by e.seq), '[]')
    from schedule_epochs e where e.subscription_id = s.id)`;
/** SQL condition that the parcel of an order `o` was or may have been handed over to fulfilment. */
export const IS_TAKEN_O = `exists (select from shipments h where h.order_id = o.id
        and (h.requested_at is not null or h.status <> 'preparing'))`;
const ORDERS_OF_S = `(select coalesce(json_agg(json_build_object('id', o.id, 'orderNumber', o.order_number, 'accountId', o.account_id, 'kind', o.kind,
      'index', o.cycle_index, 'status', o.status, 'paymentDate', o.payment_date, 'paidOn', o.paid_on,
      'paused', o.paused, 'movedFrom', o.moved_from, 'ownBox', o.own_box, 'place', ${PLACE_OF_O}, 'orderedFrom', o.ordered_from,
      'isTaken', ${IS_TAKEN_O}, 'begun', o.begun_at is not null, 'freeProduct', o.free_product_code is not null,
      'freeProductCode', o.free_product_code, 'freeProductPoints', o.free_product_points, 'boxPrice', o.box_price,
      'deliveryFee', o.delivery_fee, 'codeDiscount', o.code_discount, 'listPrice', o.list_price, 'total', o.total, 'points', o.points,
      'items', case when o.begun_at is null or (o.ordered_from is not null and o.status in ('charging','awaiting_payment'))
        then (select coalesce(json_agg(json_build_object(
          'productCode', i.product_code, 'quantity', i.quantity) order by i.product_code), '[]')
        from order_items i where i.order_id = o.id) else '[]' end) order by o.cycle_index), '[]')
    from orders o where o.subscription_id = s.id)`;
const SUBSCRIBER = `json_build_object('firstName', a.first_name, 'locale', a.locale, 'address', a.address,
    'subdistrict', a.subdistrict, 'district', a.district, 'province', a.province, 'postalCode', a.postal_code) as account,
  ${awaitsOfflinePaymentSql('s.id')} as "awaitsOfflinePayment", ${BOX_OF_S} as box, ${EPOCHS_OF_S} as epochs, ${ORDERS_OF_S} as orders,
  ${PRICES_OF_S} as prices,
  coalesce((select balance from points_balances p where p.account_id = a.id), 0) as points,
  (select max(o.paid_on)::text from orders o join shipments h on h.order_id = o.id
    where o.subscription_id = s.id and o.status = 'paid' and h.status <> 'delivered' and h.loss is null) as "comingPaidOn",
  exists (select 1 from charge_attempts t where t.account_id = a.id and t.source = 'card'
    and t.status = 'action_required') as "hasOpenPage",
  exists (select 1 from charge_attempts t where t.account_id = a.id and ${IS_UNRESOLVED_T}) as "hasUnresolvedCharge"
  from subscriptions s join accounts a on a.id = s.account_id where a.deleted_at is null`;
const ONE = `select ${SUBSCRIBER} and s.id = $1`;
const SEVERAL = `select s.id, ${SUBSCRIBER} and s.id in (select jsonb_array_elements_text($1::jsonb))`;

/**
 * Loads the facts of a subscriber in one statement. Must run after the subscription was locked: then it sees
 * every change that was committed before the lock.
 */
export async function loadSubscriber(db: Db | Tx, { id }: { id: string }): Promise<Subscriber> {
  const [row] = await queryRows(db, subscriberRow, { text: ONE, params: [id] });
  if (!row) throw new AppError('NOT_LOGGED_IN');
  return row;
}

/**
 * Locks an account's subscription, then loads the facts of its subscriber.
 * @param rule returns which subscriptions are allowed
 * @throws AppError NOT_ALLOWED without a subscription, NOT_LOGGED_IN for a deleted account, the rule's
 *   refusal
 */
export async function lockSubscriber(
  tx: Tx,
  accountId: string,
  rule: (facts: SubscriberFacts) => Verdict,
): Promise<Locked> {
  return loadLocked(tx, accountId, await lockSubscriptionOf(tx, accountId), rule);
}

/** Loads the facts of the subscriber of a locked subscription. Refuses as `lockSubscriber` does. */
export async function loadLocked(
  tx: Db | Tx,
  accountId: string,
  subscription: Subscription | null,
  rule: (facts: SubscriberFacts) => Verdict,
): Promise<Locked> {
  if (!subscription) {
    await requireAccount(tx, accountId, rule); // NOT_LOGGED_IN if the account is missing
    throw new AppError('NOT_ALLOWED');
  }
  const locked = { subscription, subscriber: await loadSubscriber(tx, subscription) };
  enforce(rule(ruleFacts(locked)));
  return locked;
}

/** Returns what the rules of commands decide from. */
export function ruleFacts({ subscription, subscriber }: Locked): SubscriberFacts {
  const { status, activatedAt } = subscription;
  const { awaitsOfflinePayment, hasUnresolvedCharge } = subscriber;
  const isOrderingNow = subscriber.orders.some(
    (order) => order.status === 'charging' && order.orderedFrom !== null,
  );
  return { status, activatedAt, awaitsOfflinePayment, hasUnresolvedCharge, isOrderingNow };
}

/**
 * Loads the subscribers of several accounts, by account. Omits deleted accounts and those without a subscription.
 * @param lock whether to lock the subscriptions first, in the same order for all callers
 */
export async function loadSubscribers(
  tx: Tx,
  accountIds: readonly string[],
  lock: boolean,
): Promise<Map<string, Locked>> {
  const some = tx
    .select()
    .from(subscriptions)
    .where(isAmong(subscriptions.accountId, accountIds))
    .orderBy(asc(subscriptions.id));
  const owned = await (lock ? some.for('no key update') : some);
  const params = [JSON.stringify(owned.map(({ id }) => id))];
  const rows = await queryRows(tx, subscriberRow.extend({ id: z.string() }), { text: SEVERAL, params });
  const facts = new Map(rows.map(({ id, ...subscriber }) => [id, subscriber]));
  return new Map(
    owned.flatMap((subscription) => {
      const subscriber = facts.get(subscription.id);
      return subscriber ? [[subscription.accountId, { subscription, subscriber }] as const] : [];
    }),
  );
}

/**
 * Returns the loaded orders that have one of these statuses. Omits skipped orders whose payment date has
 * passed.
 */
export function ordersThatAre(
  { orders: all }: Pick<Subscriber, 'orders'>,
  statuses: readonly OrderStatus[],
): KnownOrder[] {
  return all.filter(({ status, begun }) => statuses.includes(status) && !(status === 'skipped' && begun));
}
