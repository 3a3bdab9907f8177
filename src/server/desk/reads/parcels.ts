import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '@/domain/duration';
import type { ParcelLoss } from '@/domain/parcel';
import type { ProductCode } from '@/domain/product';
import type { ShipmentStatus } from '@/domain/order';
import { PARCEL_LISTS, type ParcelList } from '@/schemas/desk';
import { transaction, type Tx } from '../../db';
import { isAmong } from '../../db/among';
import { queryRows } from '../../db/query-rows';
import { accounts, moneyReceived, orderAddresses, orders, shipments } from '../../db/schema';
import { needsOperator } from '../acts/stuck';
import { IS_PARCEL_OWED_O } from '../../lifecycle/late-boxes';
import { loadContents } from '../../shop/parcels/contents';
import type { Ctx } from '../../platform/context';

const LISTED_MAX = 100;
/** The days after which a parcel that was sent and did not arrive is late. */
const LATE_DAYS = 7;

const countRow = z.object({ list: z.enum(PARCEL_LISTS), count: z.number() });
const idRow = z.object({ id: z.string() });

export interface ListedParcel {
  orderId: string;
  orderNumber: number;
  number: number;
  status: ShipmentStatus;
  problem: string | null;
  loss: ParcelLoss | null;
  paymentDate: string;
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

export interface Parcels {
  counts: Record<ParcelList, number>;
  /** At most 100 parcels of the list, those that wait longest first. */
  parcels: ListedParcel[];
}

/** Returns the number of parcels of each list. */
export async function countParcels({ db, now }: Ctx): Promise<Parcels['counts']> {
  const counts = await queryRows(
    db,
    countRow,
    sql.join(
      PARCEL_LISTS.map(
        (one) => sql`select ${one}::text as list, count(*)::int as count
          from shipments s join orders o on o.id = s.order_id where ${isIn(one, now)}`,
      ),
      sql` union all `,
    ),
  );
  return Object.fromEntries(counts.map(({ list, count }) => [list, count])) as Parcels['counts'];
}

/** Returns the number of parcels of each list, and the parcels of one of them. */
export async function readParcels({ db, now }: Ctx, list: ParcelList): Promise<Parcels> {
  const ids = await queryRows(
    db,
    idRow,
    sql`select s.order_id as id from shipments s
    join orders o on o.id = s.order_id where ${isIn(list, now)} order by s.updated_at, s.order_id limit ${LISTED_MAX}`,
  );
  return {
    counts: await countParcels({ db, now }),
    parcels: await transaction(db, (tx) =>
      loadParcels(
        tx,
        ids.map(({ id }) => id),
      ),
    ),
  };
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
    cases.map(({ shipment, order, refunded }) => {
      const { orderId, number, status, problem, loss, courier, trackingNumber, trackingUrl } = shipment;
      const content = contents.get(orderId);
      const parcel: ListedParcel = {
        orderId,
        orderNumber: order.orderNumber,
        number,
        status,
        problem,
        loss,
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

/** Returns an SQL condition on the parcel `s` of the order `o`: it belongs to the list. */
export function isIn(list: ParcelList, now: Date): SQL {
  const isOpen = sql`s.loss is null and ${sql.raw(IS_PARCEL_OWED_O)}`;
  const lateSince = new Date(now.getTime() - LATE_DAYS * DAY_MS).toISOString();
  return {
    // A shop without fulfilment sends every box by hand: that is no problem.
    problem: () => sql`${needsOperator} and s.problem <> 'by_hand'`,
    toSend: () =>
      sql`${isOpen} and coalesce(s.problem, 'by_hand') = 'by_hand' and s.status in ('preparing', 'packed')`,
    late: () => sql`${isOpen} and s.status = 'shipped' and s.shipped_at < ${lateSince}`,
    sent: () => sql`${isOpen} and s.status = 'shipped' and s.shipped_at >= ${lateSince}`,
  }[list]();
}
