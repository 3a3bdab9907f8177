import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '@/domain/duration';
import { isAtFulfilment, plainTrackingNumber, RETURNED_PROBLEMS, type ParcelLoss } from '@/domain/parcel';
import { packsToTake } from '@/domain/parcel-papers';
import type { ProductCode } from '@/domain/product';
import type { ShipmentStatus } from '@/domain/order';
import { orderNumberIn } from '@/domain/subscriber-search';
import { normaliseText } from '@/domain/text';
import { PARCEL_LISTS, type ParcelList } from '@/schemas/desk';
import { transaction, type Db, type Tx } from '../../db';
import { isAmong } from '../../db/among';
import { queryRows, typedSql } from '../../db/query-rows';
import { accounts, moneyReceived, orderAddresses, orders, shipments } from '../../db/schema';
import { sqlList } from '../../db/sql-list';
import { needsOperator } from '../acts/stuck';
import { IS_PARCEL_OWED_O } from '../../lifecycle/late-boxes';
import { isMoneyDisputed } from '../../money/refunds/disputes';
import { loadCatalogue } from '../../shop/catalogue/queries';
import { loadContents } from '../../shop/parcels/contents';
import type { Ctx } from '../../platform/context';

/** The parcels of one page. */
const PAGE = 50;
/** More parcels of a list are not counted. */
export const COUNTED_MAX = 1000;
/** The days after which a parcel that was sent and did not arrive is late. */
const LATE_DAYS = 7;

const countRow = z.object({ list: z.enum(PARCEL_LISTS), count: z.number() });
const pageRow = z.object({ id: z.string(), at: z.string() });
const itemRow = z.object({ productCode: z.string(), quantity: z.number() });

export interface ListedParcel {
  orderId: string;
  orderNumber: number;
  accountId: string;
  number: number;
  status: ShipmentStatus;
  problem: string | null;
  loss: ParcelLoss | null;
  /** Whether fulfilment has the parcel and has not sent it: one sent by hand would be a second one. */
  isHeld: boolean;
  /** Whether the payment of the order is disputed. */
  isDisputed: boolean;
  /** Whether the order is paid and not refunded. */
  isOwed: boolean;
  paymentDate: string;
  /** Whether it is the first box of the subscriber. */
  isFirst: boolean;
  /** The sum of the refunds of the order, also of those in progress, in satang. */
  refunded: number;
  courier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  /** To whom the parcel goes; null without an address. */
  to: { name: string; phone: string; address: string; postalCode: string } | null;
  items: { sku: ProductCode; quantity: number }[];
}

interface ParcelFilter {
  q?: string | undefined;
  product?: ProductCode | undefined;
}

export interface Parcels {
  /** The parcels of each list, `COUNTED_MAX` + 1 for more. Lists that only grow are not counted. */
  counts: Partial<Record<ParcelList, number>>;
  /** A page of the list, those that wait longest first, of those that arrived the latest first. */
  parcels: ListedParcel[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
  /** The packs of all parcels to send that the filter leaves; null for another list. */
  pick: { productCode: string; quantity: number }[] | null;
}

const FROM = sql`shipments s join orders o on o.id = s.order_id join accounts a on a.id = o.account_id`;

/** Lists that only grow are not counted. */
const COUNTED = PARCEL_LISTS.filter((list) => list !== 'arrived' && list !== 'all');

/** Returns the number of parcels of each list that can be worked off. */
export async function countParcels(
  { db, now }: Ctx,
  counted: readonly ParcelList[] = COUNTED,
): Promise<Parcels['counts']> {
  const counts = await queryRows(
    db,
    countRow,
    sql.join(
      counted.map(
        (one) => sql`select ${one}::text as list, count(*)::int as count from (select 1
          from shipments s join orders o on o.id = s.order_id where ${isIn(one, now)} limit ${COUNTED_MAX + 1}) c`,
      ),
      sql` union all `,
    ),
  );
  return Object.fromEntries(counts.map(({ list, count }) => [list, count]));
}

/** Returns the number of parcels of each list, and a page of one of them. */
export async function readParcels(
  ctx: Ctx,
  { list, after, ...filter }: ParcelFilter & { list: ParcelList; after?: string | undefined },
): Promise<Parcels> {
  const { db, now } = ctx;
  const where = sql`${isIn(list, now)} and ${fits(filter)}`;
  const isNewestFirst = list === 'arrived' || list === 'all';
  const key = sql.raw(
    { arrived: 's.delivered_at', sent: 's.shipped_at', late: 's.shipped_at' }[list as string] ??
      's.updated_at',
  );
  const [at, id] = after?.split(' ') ?? [];
  const beyond =
    at === undefined || id === undefined || Number.isNaN(Date.parse(at))
      ? sql`true`
      : sql`(${key}, s.order_id) ${sql.raw(isNewestFirst ? '<' : '>')} (${at}::timestamptz, ${id}::text)`;
  const direction = sql.raw(isNewestFirst ? 'desc' : 'asc');
  const [counts, rows, pick] = await Promise.all([
    countParcels(ctx),
    list === 'all' && !filter.q
      ? []
      : queryRows(
          db,
          pageRow,
          sql`select s.order_id as id, to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
            from ${FROM} where ${where} and ${beyond}
            order by ${key} ${direction}, s.order_id ${direction} limit ${PAGE + 1}`,
        ),
    list === 'toSend' ? readPickList(db, now, where) : null,
  ]);
  const page = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? page.at(-1) : undefined;
  const ids = page.map((row) => row.id);
  const parcels = await transaction(db, (tx) => loadParcels(tx, ids));
  return { counts, parcels, next: last ? `${last.at} ${last.id}` : null, pick };
}

/** Returns the packs that all parcels to send need, the starter packs as what is in them. */
async function readPickList(db: Db, now: Date, where: SQL): Promise<NonNullable<Parcels['pick']>> {
  const [items, catalogue] = await Promise.all([
    queryRows(
      db,
      itemRow,
      sql`with sent as (select o.id, o.free_product_code from ${FROM} where ${where})
        select i.product_code as "productCode", sum(i.quantity)::int as quantity
        from sent join order_items i on i.order_id = sent.id group by 1
        union all select free_product_code, count(*)::int from sent where free_product_code is not null group by 1`,
    ),
    loadCatalogue(db, now),
  ]);
  const { products } = catalogue;
  const packs = packsToTake(
    items.map((one) => ({ ...one, productCode: one.productCode as ProductCode })),
    (code) => products.find((product) => product.code === code)?.contents ?? [],
  );
  return [...packs].map(([productCode, quantity]) => ({ productCode, quantity }));
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Returns an SQL condition on the parcel `s` of the order `o` and the account `a`: it has what is searched for. */
function fits({ q = '', product }: ParcelFilter): SQL {
  const text = normaliseText(q);
  const orderNumber = orderNumberIn(text);
  const found = sql.join(
    [
      sql`s.tracking_number = ${plainTrackingNumber(text)}`,
      ...(orderNumber === null ? [] : [sql`o.order_number = ${orderNumber}`]),
      ...(/^\d{5}$/.test(text) ? [sql`a.postal_code = ${text}`] : []),
      ...(text.length < 2
        ? []
        : [
            sql`(a.deleted_at is null and lower(a.first_name || ' ' || a.last_name) like lower(${contains(text)}::text))`,
          ]),
    ],
    sql` or `,
  );
  return sql.join(
    [
      text === '' ? sql`true` : sql`(${found})`,
      product === undefined
        ? sql`true`
        : sql`exists (select 1 from order_items i where i.order_id = o.id and i.product_code = ${product})`,
    ],
    sql` and `,
  );
}

/** Returns the parcels of orders, in the order of the ids. Leaves out orders without a parcel. */
export async function loadParcels(tx: Tx, ids: readonly string[]): Promise<ListedParcel[]> {
  const cases = await tx
    .select({
      shipment: shipments,
      order: orders,
      account: accounts,
      place: orderAddresses,
      refunded: moneyReceived.reservedRefund,
      isDisputed: typedSql(z.boolean().nullable(), sql`${isMoneyDisputed(moneyReceived.id)}`),
    })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(orderAddresses, eq(orderAddresses.orderId, orders.id))
    .leftJoin(moneyReceived, and(eq(moneyReceived.orderId, orders.id), eq(moneyReceived.verdict, 'kept')))
    .where(isAmong(shipments.orderId, ids))
    .orderBy(asc(shipments.updatedAt), desc(shipments.orderId));
  const contents = await loadContents(tx, cases);
  const listed = new Map(
    cases.map(({ shipment, order, refunded, isDisputed }) => {
      const { orderId, number, status, problem, loss, courier, trackingNumber, trackingUrl } = shipment;
      const content = contents.get(orderId);
      const parcel: ListedParcel = {
        orderId,
        orderNumber: order.orderNumber,
        number,
        status,
        problem,
        loss,
        isHeld: isAtFulfilment(shipment),
        isDisputed: isDisputed === true,
        isOwed: order.status === 'paid' && (refunded === null || refunded < order.total),
        isFirst: order.kind === 'first' && number === 1,
        accountId: order.accountId,
        courier,
        trackingNumber,
        trackingUrl,
        paymentDate: order.paymentDate,
        refunded: refunded ?? 0,
        shippedAt: shipment.shippedAt?.toISOString() ?? null,
        deliveredAt: shipment.deliveredAt?.toISOString() ?? null,
        to: content
          ? {
              name: content.name,
              phone: content.phone,
              address: content.address,
              postalCode: content.postalCode,
            }
          : null,
        items: content?.items.map(({ sku, quantity }) => ({ sku: sku as ProductCode, quantity })) ?? [],
      };
      return [orderId, parcel] as const;
    }),
  );
  return ids.flatMap((id) => listed.get(id) ?? []);
}

/**
 * Returns the parcels of the given orders as they are now, to compare with what the staff is about to change.
 * @param names ids or numbers of orders
 */
export function previewParcels({ db }: Ctx, names: readonly (string | number)[]): Promise<ListedParcel[]> {
  const ids = names.filter((name) => typeof name === 'string');
  const numbers = names.filter((name) => typeof name === 'number');
  return transaction(db, async (tx) => {
    const named = await tx.select({ id: orders.id }).from(orders).where(inArray(orders.orderNumber, numbers));
    return loadParcels(tx, [...new Set([...ids, ...named.map(({ id }) => id)])]);
  });
}

const RETURNED = sql.raw(`s.problem in ${sqlList(RETURNED_PROBLEMS)}`);

/** Returns an SQL condition on the parcel `s` of the order `o`: it belongs to the list. */
export function isIn(list: ParcelList, now: Date): SQL {
  const isOpen = sql`s.loss is null and ${sql.raw(IS_PARCEL_OWED_O)}`;
  const isUnsent = sql`s.status in ('preparing', 'packed')`;
  const onWay = sql`${isOpen} and s.status = 'shipped' and s.problem is null`;
  const lateSince = new Date(now.getTime() - LATE_DAYS * DAY_MS).toISOString();
  return {
    // A shop without fulfilment sends every box by hand: that is no problem.
    toSend: () => sql`${isOpen} and coalesce(s.problem, 'by_hand') = 'by_hand' and ${isUnsent}`,
    held: () => sql`${needsOperator} and s.problem <> 'by_hand' and ${isUnsent}`,
    sent: () => sql`${onWay} and s.shipped_at >= ${lateSince}`,
    late: () => sql`${onWay} and s.shipped_at < ${lateSince}`,
    problem: () => sql`${needsOperator} and not ${isUnsent} and not ${RETURNED}`,
    returned: () => sql`${isOpen} and ${RETURNED} and not ${isUnsent}`,
    arrived: () => sql`s.status = 'delivered'`,
    all: () => sql`true`,
  }[list]();
}
