import { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { receiveBy } from '@/domain/delivery';
import { AppError } from '@/domain/errors';
import { canSkipUntil, shownOrderStatus } from '@/domain/order';
import { shownPayment } from '@/domain/payment';
import { isRegistering } from '@/domain/subscription';
import type { orderAnswer } from '@/schemas/answers/orders';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import type { Db, Tx } from '../../db';
import { orderAddresses, orderItems, orders, payments, shipments, subscriptions } from '../../db/schema';
import { columnShape, rowShape } from '../../db/row-shapes';
import { jsonObject, selectList } from '../../db/select-list';
import { IS_TAKEN_O } from '../../lifecycle/load-facts';
import { IS_UNRESOLVED_T } from '../../lifecycle/unresolved-attempts';
import { DOCUMENT_COLUMNS, documentColumns, toDocumentsView } from './order-documents';

const PAGE = 10;

const ORDER = [
  'id',
  'orderNumber',
  'status',
  'paymentDate',
  'paidOn',
  'boxPrice',
  'deliveryFee',
  'codeDiscount',
  'waived',
  'total',
  'refunded',
  'points',
  'freeProductCode',
  'paused',
  'movedFrom',
  'ownBox',
] as const;
const ITEM = ['productCode', 'quantity', 'unitPrice', 'linePrice'] as const;
const SHIPMENT = ['status', 'courier', 'trackingNumber', 'trackingUrl'] as const;
const PLACE = [
  'address',
  'subdistrict',
  'district',
  'province',
  'postalCode',
  'recipientName',
  'recipientPhone',
] as const;

/** The shape of a row with the columns `COLUMNS`. It also parses a row that PostgreSQL returns as JSON. */
export const orderRow = rowShape(orders, ORDER).extend({
  paymentMethod: columnShape(payments.method).nullable(),
  paymentStatus: columnShape(payments.status).nullable(),
  reason: columnShape(payments.reason),
  isUnderWay: z.boolean(),
  items: z.array(rowShape(orderItems, ITEM)),
  shipment: rowShape(shipments, SHIPMENT).nullable(),
  ownAddress: rowShape(orderAddresses, PLACE).nullable(),
  isTaken: z.boolean(),
  isStopped: z.boolean(),
  ...documentColumns,
  whole: z.string(),
});
type OrderRow = z.output<typeof orderRow>;

const COLUMNS = `${selectList(orders, 'o', ORDER)}, p.method as "paymentMethod", p.status as "paymentStatus", p.reason,
  exists(select from charge_attempts t where t.order_id = o.id and ${IS_UNRESOLVED_T}) as "isUnderWay",
  (select json_agg(${jsonObject(orderItems, 'i', ITEM)} order by i.product_code)
     from order_items i where i.order_id = o.id) as items,
  (select ${jsonObject(shipments, 's', SHIPMENT)} from shipments s where s.order_id = o.id) as shipment,
  (select ${jsonObject(orderAddresses, 'x', PLACE)} from order_addresses x where x.order_id = o.id) as "ownAddress",
  ${IS_TAKEN_O} as "isTaken",
  o.status = 'refunded' and exists(select from shipments s where s.order_id = o.id and s.requested_at is null
     and s.shipped_at is null) as "isStopped",
  ${DOCUMENT_COLUMNS}`;

/** SQL that selects the next three upcoming or skipped orders of the account `$1` after the day `$2`. */
export const UPCOMING = `select ${COLUMNS}, '0' as whole from orders o left join payments p on p.order_id = o.id
  where o.account_id = $1 and o.status in ('upcoming','skipped') and o.payment_date > $2
  order by o.payment_date limit 3`;

// A void order is shown only if its payment date had begun; an unpaid first order is not shown.
const IS_PREVIOUS = `o.payment_date <= $2 and not (o.status = 'void' and o.begun_at is null)
    and not (o.kind = 'first' and o.paid_at is null)`;
const PREVIOUS = `select ${COLUMNS}, count(*) over () as whole from orders o left join payments p on p.order_id = o.id
  where o.account_id = $1 and ${IS_PREVIOUS}
  order by o.payment_date desc, o.cycle_index desc limit $3 offset $4`;

/** An order as API responses show it. Money is in satang; days are YYYY-MM-DD in Bangkok. */
export type OrderView = z.output<typeof orderAnswer>;

/** Converts an order row to its response. */
export function toOrderView(row: OrderRow, today: Day): OrderView {
  const { id, status, paymentDate, paidOn, paymentStatus, reason, isUnderWay } = row;
  return {
    orderId: id,
    orderNumber: row.orderNumber,
    status: shownOrderStatus({ status, paymentDate }, today),
    paymentDate,
    receiveBy: receiveBy({ status, paymentDate, paidOn, today }),
    skipped: status === 'skipped',
    paused: status === 'skipped' && row.paused,
    movedFrom: row.movedFrom,
    ownBox: row.ownBox,
    ...toDestination(row),
    canChangeAddress: mayGoElsewhere(row),
    freeProduct: row.freeProductCode,
    items: row.items,
    boxPrice: row.boxPrice,
    deliveryFee: row.deliveryFee,
    codeDiscount: row.codeDiscount,
    waived: row.waived,
    total: row.total,
    refunded: row.refunded,
    points: row.points,
    canSkipUntil: canSkipUntil(paymentDate),
    payment: shownPayment({ orderStatus: status, paymentStatus, reason, isUnderWay, paymentDate, today }),
    paymentMethod: row.paymentMethod,
    shipment: row.shipment,
    isStopped: row.isStopped,
    ...toDocumentsView(row, today),
  };
}

/** Returns the own address of an order, and who receives the box there. */
function toDestination({ ownAddress }: OrderRow) {
  if (ownAddress === null) return { ownAddress, recipientName: null, recipientPhone: null };
  const { recipientName, recipientPhone, ...place } = ownAddress;
  return { ownAddress: place, recipientName, recipientPhone };
}

/** Whether the state of an order allows another address. Before its payment date, only the next order may have one. */
function mayGoElsewhere({ status, isTaken }: OrderRow): boolean {
  return status === 'upcoming' || ((status === 'charging' || status === 'paid') && !isTaken);
}

/** Returns the next three orders of an account, including skipped orders, soonest first. */
export async function listUpcomingOrders(
  { db, now }: { db: Db | Tx; now: Date },
  accountId: string,
): Promise<{ orders: OrderView[]; today: Day }> {
  const today = dayOf(now);
  const rows = await queryRows(db, orderRow, { text: UPCOMING, params: [accountId, today] });
  return { orders: rows.map((row) => toOrderView(row, today)), today };
}

/**
 * Lists orders whose payment date has begun, latest first, ten per page. A page after the last page is empty.
 */
export async function listPreviousOrders({ db, now }: Ctx, accountId: string, page: number) {
  const today = dayOf(now);
  const rows = await queryRows(db, orderRow, {
    text: PREVIOUS,
    params: [accountId, today, PAGE, (page - 1) * PAGE],
  });
  const whole = Number(rows[0]?.whole ?? 0);
  return {
    orders: rows.map((row) => toOrderView(row, today)),
    page,
    pages: Math.max(1, Math.ceil(whole / PAGE)),
  };
}

/** Returns the latest paid order of an account, or null. */
export async function findLastPaidOrder({ db, now }: Ctx, accountId: string): Promise<OrderView | null> {
  const rows = await queryRows(db, orderRow, {
    text: `select ${COLUMNS}, '0' as whole from orders o left join payments p on p.order_id = o.id
     where o.account_id = $1 and o.status in ('paid','refunded') order by o.paid_at desc limit 1`,
    params: [accountId],
  });
  return rows[0] ? toOrderView(rows[0], dayOf(now)) : null;
}

/** Returns an order of an account in any status, or null. */
export async function findOrder(
  { db, now }: { db: Db | Tx; now: Date },
  accountId: string,
  orderId: string,
): Promise<OrderView | null> {
  const [row] = await queryRows(db, orderRow, {
    text: `select ${COLUMNS}, '0' as whole from orders o left join payments p on p.order_id = o.id
     where o.account_id = $1 and o.id = $2`,
    params: [accountId, orderId],
  });
  return row ? toOrderView(row, dayOf(now)) : null;
}

const shipmentsRow = z
  .object({
    subscription_status: columnShape(subscriptions.status),
    activated_at: columnShape(subscriptions.activatedAt),
    whole: z.string(),
  })
  .and(z.union([orderRow, z.object({ id: z.null() })]));

// Selects the subscription, the number of orders and one page. A page without orders is one row with nulls.
const SHIPMENTS = `select s.status as subscription_status, s.activated_at, own.whole, page.* from subscriptions s
  cross join lateral (select count(*) as whole from orders o
    where o.account_id = s.account_id and ${IS_PREVIOUS}) own
  left join lateral (select ${COLUMNS} from orders o left join payments p on p.order_id = o.id
    where o.account_id = s.account_id and ${IS_PREVIOUS}
    order by o.payment_date desc, o.cycle_index desc limit $3 offset $4) page on true
  where s.account_id = $1`;

/**
 * Lists orders whose payment date has begun, in every state and with their parcels, for `/mycloud/orders`: latest first,
 * ten per page. A page after the last page is empty.
 * @throws AppError NOT_ALLOWED without a subscription and before its first payment
 */
export async function listShipments({ db, now }: Ctx, accountId: string, page: number) {
  const today = dayOf(now);
  const rows = await queryRows(db, shipmentsRow, {
    text: SHIPMENTS,
    params: [accountId, today, PAGE, (page - 1) * PAGE],
  });
  const [first] = rows;
  if (!first || isRegistering({ status: first.subscription_status, activatedAt: first.activated_at }))
    throw new AppError('NOT_ALLOWED');
  const orders = rows.flatMap((row) => (row.id === null ? [] : [toOrderView(row, today)]));
  return { orders, page, pages: Math.max(1, Math.ceil(Number(first.whole) / PAGE)) };
}
