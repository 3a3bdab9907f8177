import { dayOf, type Day } from '@/domain/day';
import { receiveBy } from '@/domain/delivery';
import { documentNumber, type DocumentKind } from '@/domain/document';
import { AppError } from '@/domain/errors';
import { canSkipUntil, shownOrderStatus, type OrderStatus, type ShipmentStatus } from '@/domain/order';
import { shownPayment, type PaymentStatus } from '@/domain/payment';
import type { ProductCode } from '@/domain/product';
import { isRegistering, type PaymentMethod, type SubscriptionStatus } from '@/domain/subscription';
import type { Ctx } from '../platform/context';
import { ask } from '../db/ask';
import type { Db, Tx } from '../db';
import { IS_UNDECIDED_T } from '../lifecycle/undecided-attempts';

const PAGE = 10;

/** An order as `UPCOMING` reads it, or as JSON of that. */
export interface OrderRow {
  id: string;
  status: OrderStatus;
  payment_date: Day;
  paid_on: Day | null;
  box_price: string;
  delivery_fee: string;
  code_discount: string;
  total: string;
  refunded: string;
  points: number;
  free_product_code: ProductCode | null;
  items: { productCode: ProductCode; quantity: number; unitPrice: number; linePrice: number }[];
  method: PaymentMethod | null;
  payment_status: PaymentStatus | null;
  payment_reason: string | null;
  under_way: boolean;
  receipt: { number: number; issuedOn: Day } | null;
  credit_notes: { number: number; issuedOn: Day; amount: number }[] | null;
  shipment: {
    status: ShipmentStatus;
    courier: string | null;
    trackingNumber: string | null;
    trackingUrl: string | null;
  } | null;
  is_stopped: boolean;
  whole: string;
}

const COLUMNS = `o.id, o.status, o.payment_date::text, o.paid_on::text, o.box_price, o.delivery_fee, o.code_discount,
  o.total, o.refunded, o.points, o.free_product_code, p.method, p.status as payment_status, p.reason as payment_reason,
  exists(select from charge_attempts t where t.order_id = o.id and ${IS_UNDECIDED_T}) as under_way,
  (select json_agg(json_build_object('productCode', i.product_code, 'quantity', i.quantity, 'unitPrice', i.unit_price,
     'linePrice', i.line_price) order by i.product_code) from order_items i where i.order_id = o.id) as items,
  (select json_build_object('status', s.status, 'courier', s.courier, 'trackingNumber', s.tracking_number,
     'trackingUrl', s.tracking_url) from shipments s where s.order_id = o.id) as shipment,
  o.status = 'refunded' and exists(select from shipments s where s.order_id = o.id and s.asked_at is null
     and s.shipped_at is null) as is_stopped,
  (select json_build_object('number', d.number, 'issuedOn', d.issued_on) from documents d
     where d.order_id = o.id and d.kind = 'receipt') as receipt,
  case when o.refunded > 0 then (select json_agg(json_build_object('number', d.number, 'issuedOn', d.issued_on,
     'amount', d.amount) order by d.number) from documents d
     where d.order_id = o.id and d.kind = 'credit_note') end as credit_notes`;

/** The next three orders of the account `$1` after the day `$2`. */
export const UPCOMING = `select ${COLUMNS}, '0' as whole from orders o left join payments p on p.order_id = o.id
  where o.account_id = $1 and o.status in ('upcoming','skipped') and o.payment_date > $2
  order by o.payment_date limit 3`;

// A void order is shown only if its payment date had begun; a first order that nobody has paid yet is no order.
const PREVIOUS = `select ${COLUMNS}, count(*) over () as whole from orders o left join payments p on p.order_id = o.id
  where o.account_id = $1 and o.payment_date <= $2
    and not (o.status = 'void' and p.id is null) and not (o.kind = 'first' and o.paid_at is null)
  order by o.payment_date desc, o.cycle_index desc limit $3 offset $4`;

/** An order as every door shows it; money in satang, days as YYYY-MM-DD in Bangkok. */
export type WireOrder = ReturnType<typeof toWire>;

/** Shows an order that was read. */
export function toWire(row: OrderRow, today: Day) {
  return {
    orderId: row.id,
    status: shownOrderStatus({ status: row.status, paymentDate: row.payment_date }, today),
    paymentDate: row.payment_date,
    receiveBy: receiveBy({ status: row.status, paymentDate: row.payment_date, paidOn: row.paid_on, today }),
    skipped: row.status === 'skipped',
    freeProduct: row.free_product_code,
    items: row.items,
    boxPrice: Number(row.box_price),
    deliveryFee: Number(row.delivery_fee),
    codeDiscount: Number(row.code_discount),
    total: Number(row.total),
    refunded: Number(row.refunded),
    points: row.points,
    canSkipUntil: canSkipUntil(row.payment_date),
    payment: shownPayment({
      orderStatus: row.status,
      paymentStatus: row.payment_status,
      reason: row.payment_reason,
      isUnderWay: row.under_way,
      paymentDate: row.payment_date,
      today,
    }),
    /** How it was, or is to be, paid; null before its payment begins. */
    paymentMethod: row.method,
    shipment: row.shipment,
    /** It was paid back whole before its parcel was packed, and nothing is sent. */
    isStopped: row.is_stopped,
    ...documentsOf(row),
  };
}

/** The papers of an order, and where they are on this site; a receipt is there soon after it is paid. */
function documentsOf({ id, receipt, credit_notes: notes }: OrderRow) {
  const at = `/api/orders/${id}`;
  const shown = (kind: DocumentKind, document: { number: number; issuedOn: Day }) =>
    documentNumber({ kind, ...document });
  return {
    receipt: receipt && { number: shown('receipt', receipt), url: `${at}/receipt.pdf` },
    creditNotes: (notes ?? []).map(({ amount, ...note }) => {
      const number = shown('credit_note', note);
      return { number, url: `${at}/credit-notes/${number}.pdf`, amount };
    }),
  };
}

/** The next three orders of an account, skipped ones included, soonest first. */
export async function listUpcomingOrders(
  { db, now }: { db: Db | Tx; now: Date },
  accountId: string,
): Promise<{ orders: WireOrder[]; today: Day }> {
  const today = dayOf(now);
  const rows = await ask<OrderRow>(db, UPCOMING, [accountId, today]);
  return { orders: rows.map((row) => toWire(row, today)), today };
}

/** Orders whose payment date has begun, latest first, ten a page. A page past the last is empty. */
export async function listPreviousOrders({ db, now }: Ctx, accountId: string, page: number) {
  const today = dayOf(now);
  const rows = await ask<OrderRow>(db, PREVIOUS, [accountId, today, PAGE, (page - 1) * PAGE]);
  const whole = Number(rows[0]?.whole ?? 0);
  return { orders: rows.map((row) => toWire(row, today)), page, pages: Math.max(1, Math.ceil(whole / PAGE)) };
}

/** The latest paid order of an account, or null. */
export async function findLastPaidOrder({ db, now }: Ctx, accountId: string): Promise<WireOrder | null> {
  const rows = await ask<OrderRow>(
    db,
    `select ${COLUMNS}, '0' as whole from orders o left join payments p on p.order_id = o.id
     where o.account_id = $1 and o.status in ('paid','refunded') order by o.paid_at desc limit 1`,
    [accountId],
  );
  return rows[0] ? toWire(rows[0], dayOf(now)) : null;
}

/** One order of an account, whatever its status; null when there is none. */
export async function findOrder(
  { db, now }: { db: Db | Tx; now: Date },
  accountId: string,
  orderId: string,
): Promise<WireOrder | null> {
  const [row] = await ask<OrderRow>(
    db,
    `select ${COLUMNS}, '0' as whole from orders o left join payments p on p.order_id = o.id
     where o.account_id = $1 and o.id = $2`,
    [accountId, orderId],
  );
  return row ? toWire(row, dayOf(now)) : null;
}

type ShipmentsRow = {
  subscription_status: SubscriptionStatus;
  activated_at: string | null;
  whole: string;
} & (OrderRow | { id: null });

// Whoever asks, how many there are and the page itself in one question; a page without orders is one row of nulls.
const SHIPMENTS = `select s.status as subscription_status, s.activated_at, own.whole, page.* from subscriptions s
  cross join lateral (select count(*) as whole from orders o
    where o.account_id = s.account_id and o.status in ('paid','refunded')) own
  left join lateral (select ${COLUMNS} from orders o left join payments p on p.order_id = o.id
    where o.account_id = s.account_id and o.status in ('paid','refunded')
    order by o.payment_date desc, o.cycle_index desc limit $2 offset $3) page on true
  where s.account_id = $1`;

/**
 * Orders that are paid, with where their parcel is, latest first, ten a page: what `/mycloud/orders` answers. One
 * query. A page past the last is empty.
 * @throws AppError NOT_ALLOWED without a subscription and before its first payment
 */
export async function listShipments({ db, now }: Ctx, accountId: string, page: number) {
  const today = dayOf(now);
  const rows = await ask<ShipmentsRow>(db, SHIPMENTS, [accountId, PAGE, (page - 1) * PAGE]);
  const [first] = rows;
  if (!first || isRegistering({ status: first.subscription_status, activatedAt: first.activated_at }))
    throw new AppError('NOT_ALLOWED');
  const orders = rows.flatMap((row) => (row.id === null ? [] : [toWire(row, today)]));
  return { orders, page, pages: Math.max(1, Math.ceil(Number(first.whole) / PAGE)) };
}
