import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ORDER_STATUSES, SHIPMENT_STATUSES } from '@/domain/order';
import type { ParcelLoss } from '@/domain/parcel';
import type { ProductCode } from '@/domain/product';
import { accounts } from './account';
import { products } from './catalogue';
import { dayColumn, instant, ownedBy, satang } from './columns';
import { subscriptions } from './subscription';

/** Counts the orders of the shop. A number of a transaction that fails is not given again. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 10_001 });

/**
 * The order of one box for one payment date. Planning an order fixes its prices, so that the subscriber pays the shown
 * amount.
 */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    /** The short number that people see and say. It identifies the order in the search of the staff only. */
    orderNumber: integer('order_number')
      .notNull()
      .default(sql`nextval('order_numbers')`),
    subscriptionId: ownedBy('subscription_id', () => subscriptions.id).notNull(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    cycleIndex: integer('cycle_index').notNull(),
    kind: text('kind').$type<'first' | 'renewal' | 'reactivation'>().notNull(),
    status: text('status').$type<(typeof ORDER_STATUSES)[number]>().notNull(),
    paymentDate: dayColumn('payment_date').notNull(),
    listPrice: satang('list_price').notNull(),
    boxPrice: satang('box_price').notNull(),
    deliveryFee: satang('delivery_fee').notNull(),
    codeDiscount: satang('code_discount').notNull().default(0),
    code: text('code'),
    total: satang('total').notNull(),
    points: integer('points').notNull(),
    freeProductCode: text('free_product_code')
      .$type<ProductCode>()
      .references(() => products.code),
    freeProductPoints: integer('free_product_points').notNull().default(0),
    refunded: satang('refunded').notNull().default(0),
    paidOn: dayColumn('paid_on'),
    paidAt: instant('paid_at'),
    remindedAt: instant('reminded_at'),
    /** When the payment date came and the order was begun; null before. From then on, a skipped order stays skipped. */
    begunAt: instant('begun_at'),
    /** Whether a pause skips the order. Resuming makes such an order upcoming. */
    paused: boolean('paused').notNull().default(false),
    /** The planned date of an order that the subscriber moved to another day; null on its planned date. */
    movedFrom: dayColumn('moved_from'),
    /** Whether the subscriber gave this order its own contents. A change of the box does not change it. */
    ownBox: boolean('own_box').notNull().default(false),
    /** The date of an order before the subscriber ordered it now; null for any other order. */
    orderedFrom: dayColumn('ordered_from'),
    /** Whether the payment of an order that was ordered now restarts the schedule. */
    restarts: boolean('restarts').notNull().default(false),
    /**
     * The delivery fee that an order that was ordered now takes if it comes back unpaid, because its address changed
     * meanwhile. Null: its fee stays.
     */
    feeWhenBack: satang('fee_when_back'),
    /** What a bank transfer was short of the price, and the staff accepted as a discount. */
    waived: satang('waived').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('orders_by_number').on(t.orderNumber),
    uniqueIndex('orders_one_per_cycle').on(t.subscriptionId, t.cycleIndex),
    uniqueIndex('orders_one_per_date')
      .on(t.subscriptionId, t.paymentDate)
      // A closed skipped order does not occupy its date, so that an order can be sent on that day.
      .where(
        sql`${t.status} not in ('void','missed','unpaid') and not (${t.status} = 'skipped' and ${t.begunAt} is not null)`,
      ),
    uniqueIndex('orders_one_open')
      .on(t.subscriptionId)
      .where(sql`${t.status} in ('charging','awaiting_payment')`),
    index('orders_owed')
      .on(t.subscriptionId, t.cycleIndex)
      .where(sql`${t.status} in ('charging','awaiting_payment','unpaid')`),
    // The order of the list for other programs.
    index('orders_by_time').on(t.createdAt, t.id),
    index('orders_of_account').on(t.accountId, t.paymentDate),
    index('orders_paid')
      .on(t.paidAt, t.id)
      .where(sql`${t.paidAt} is not null`),
    index('orders_missed')
      .on(t.paymentDate, t.id)
      .where(sql`${t.status} = 'missed'`),
    index('orders_to_begin')
      .on(t.paymentDate, t.subscriptionId)
      .where(sql`${t.begunAt} is null and ${t.status} in ('upcoming','skipped')`),
    index('orders_to_remind')
      .on(t.paymentDate, t.id)
      .where(sql`${t.status} = 'upcoming' and ${t.remindedAt} is null`),
    check(
      'orders_status',
      sql`${t.status} in ('upcoming','skipped','charging','awaiting_payment','paid','unpaid','void','missed','refunded')`,
    ),
    check('orders_begun', sql`${t.begunAt} is not null or ${t.status} in ('upcoming','skipped','void')`),
    check('orders_paused', sql`not ${t.paused} or ${t.status} in ('skipped','void')`),
    check(
      'orders_moved',
      sql`${t.movedFrom} is null or coalesce(${t.orderedFrom}, ${t.paymentDate}) <> ${t.movedFrom}
        and abs(coalesce(${t.orderedFrom}, ${t.paymentDate}) - ${t.movedFrom}) <= 20`,
    ),
    check(
      'orders_ordered_now',
      sql`case when ${t.orderedFrom} is null then not ${t.restarts} and ${t.feeWhenBack} is null else ${t.orderedFrom} > ${t.paymentDate}
        and ${t.kind} = 'renewal' and ${t.status} not in ('upcoming','skipped','missed')
        and coalesce(${t.feeWhenBack}, 0) >= 0 end`,
    ),
    check('orders_own_box', sql`not ${t.ownBox} or ${t.kind} <> 'first'`),
    check('orders_kind', sql`${t.kind} in ('first','renewal','reactivation')`),
    check(
      'orders_total',
      sql`${t.total} = ${t.boxPrice} + ${t.deliveryFee} - ${t.codeDiscount} - ${t.waived} and ${t.total} >= 0 and ${t.waived} >= 0`,
    ),
    check(
      'orders_amounts',
      sql`${t.listPrice} >= ${t.boxPrice} and ${t.boxPrice} > 0 and ${t.deliveryFee} >= 0 and ${t.codeDiscount} >= 0`,
    ),
    check('orders_refunded', sql`${t.refunded} between 0 and ${t.total}`),
    check('orders_paid_when', sql`(${t.status} in ('paid','refunded')) = (${t.paidAt} is not null)`),
    check('orders_paid_day', sql`(${t.paidOn} is null) = (${t.paidAt} is null)`),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    orderId: ownedBy('order_id', () => orders.id).notNull(),
    productCode: text('product_code')
      .$type<ProductCode>()
      .notNull()
      .references(() => products.code),
    quantity: integer('quantity').notNull(),
    listPrice: satang('list_price').notNull(),
    unitPrice: satang('unit_price').notNull(),
    /** The price of the whole line in satang, rounded once. It can differ from `quantity` × `unitPrice`. */
    linePrice: satang('line_price').notNull(),
    priceVersion: integer('price_version').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productCode] }),
    check('order_items_quantity', sql`${t.quantity} between 1 and 10`),
  ],
);

/** The latest parcel of a paid order, with its status at the fulfilment service and the courier. */
export const shipments = pgTable(
  'shipments',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    status: text('status').$type<(typeof SHIPMENT_STATUSES)[number]>().notNull(),
    /** The fulfilment service's id of the parcel; null while the id is unknown. */
    externalId: text('external_id').unique(),
    courier: text('courier'),
    trackingNumber: text('tracking_number'),
    trackingUrl: text('tracking_url'),
    /** The last status text that the fulfilment service reported, unchanged; null before the first report. */
    reportedStatus: text('reported_status'),
    /**
     * When the system last requested the parcel from the fulfilment service; null before. The delivery address cannot
     * change afterwards. Before another request, the system searches the service for the parcel.
     */
    requestedAt: instant('requested_at'),
    /** When the fulfilment service confirmed the request for the parcel; null before. */
    takenAt: instant('taken_at'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    /** When to call the fulfilment service about the parcel next; null if no call is planned. */
    checkAt: instant('check_at'),
    /** The end (system clock) of the lease of the process that handles the parcel; null without a lease. */
    leaseUntil: instant('lease_until'),
    tries: integer('tries').notNull().default(0),
    /** The code of the problem that an operator has to solve; null without a problem. */
    problem: text('problem'),
    /** The parcel's number within the order: 1 for the first parcel, 2 for its replacement, and so on. */
    number: smallint('number').notNull().default(1),
    /** Whether the order was refunded because of a lost or a damaged parcel; else null. Such a parcel is not polled. */
    loss: text('loss').$type<ParcelLoss>(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('shipments_by_tracking').on(t.trackingNumber),
    index('shipments_not_left')
      .on(t.orderId)
      .where(sql`${t.status} in ('preparing','packed') and ${t.loss} is null`),
    index('shipments_on_way')
      .on(t.shippedAt, t.orderId)
      .where(sql`${t.status} = 'shipped' and ${t.loss} is null`),
    index('shipments_arrived')
      .on(t.deliveredAt, t.orderId)
      .where(sql`${t.status} = 'delivered'`),
    index('shipments_shipped')
      .on(t.shippedAt)
      .where(sql`${t.shippedAt} is not null`),
    check('shipments_number', sql`${t.number} >= 1`),
    check('shipments_loss', sql`${t.loss} in ('lost','damaged','returned')`),
    index('shipments_to_check')
      .on(t.checkAt, t.orderId)
      .where(sql`${t.checkAt} is not null`),
    index('shipments_with_problem')
      .on(t.updatedAt)
      .where(sql`${t.problem} is not null`),
    check('shipments_status', sql`${t.status} in ('preparing','packed','shipped','delivered')`),
    check('shipments_requested_first', sql`${t.takenAt} is null or ${t.requestedAt} is not null`),
  ],
);

/** A lost or damaged parcel that another parcel replaced. `shipments` has the latest parcel of the order. */
export const replacedParcels = pgTable(
  'replaced_parcels',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    number: smallint('number').notNull(),
    loss: text('loss').$type<ParcelLoss>().notNull(),
    externalId: text('external_id'),
    courier: text('courier'),
    trackingNumber: text('tracking_number'),
    trackingUrl: text('tracking_url'),
    takenAt: instant('taken_at'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    replacedAt: instant('replaced_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number] }),
    index('replaced_parcels_by_parcel').on(t.externalId),
    index('replaced_parcels_by_tracking').on(t.trackingNumber),
    check('replaced_parcels_loss', sql`${t.loss} in ('lost','damaged','returned')`),
  ],
);

/** The delivery address of one order that does not go to the address of its account. */
export const orderAddresses = pgTable(
  'order_addresses',
  {
    orderId: ownedBy('order_id', () => orders.id).primaryKey(),
    address: text('address').notNull(),
    subdistrict: text('subdistrict'),
    district: text('district'),
    province: text('province').notNull(),
    postalCode: text('postal_code').notNull(),
    /** Who receives the box there; null if the subscriber does. */
    recipientName: text('recipient_name'),
    recipientPhone: text('recipient_phone'),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    check('order_addresses_street', sql`${t.address} <> ''`),
    check('order_addresses_postcode', sql`${t.postalCode} ~ '^[0-9]{5}$'`),
    check('order_addresses_recipient', sql`(${t.recipientName} is null) = (${t.recipientPhone} is null)`),
  ],
);
