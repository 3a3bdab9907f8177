import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { fulfilmentNumber } from '@/domain/parcel';
import { isAmong } from '../../db/among';
import { typedSql } from '../../db/query-rows';
import type { Tx } from '../../db';
import { accounts, orderAddresses, orderItems, orders, shipments } from '../../db/schema';
import type { ParcelToSend } from '../../gateways/mycloud/parcels';
import { IS_PARCEL_OWED_O } from '../../lifecycle/late-boxes';
import { lockSet } from '../../lifecycle/locks';
import type { ParcelCase } from './report';

/**
 * Locks the subscriptions of parcels, in the same order for all callers, and then the parcels. For one
 * parcel, waits for the lock. For several parcels, skips those whose subscription another transaction has
 * locked.
 * @returns `left`: the order ids of the skipped parcels
 */
export async function lockParcels(
  tx: Tx,
  orderIds: readonly string[],
): Promise<{ found: ParcelCase[]; left: string[] }> {
  const { subscriptions, left } = await lockSet(tx, 'order', orderIds);
  const o = alias(orders, 'o');
  const found = await tx
    .select({
      shipment: shipments,
      order: o,
      account: accounts,
      place: orderAddresses,
      isOwed: typedSql(z.boolean(), sql.raw(IS_PARCEL_OWED_O)),
    })
    .from(shipments)
    .innerJoin(o, eq(o.id, shipments.orderId))
    .innerJoin(accounts, eq(accounts.id, o.accountId))
    .leftJoin(orderAddresses, eq(orderAddresses.orderId, o.id))
    .where(isAmong(shipments.orderId, [...subscriptions.keys()]))
    .orderBy(asc(shipments.orderId))
    .for('no key update', { of: shipments });
  return { found, left };
}

/**
 * Makes the parcel of an order due again, because a refund that had stopped it was withdrawn. A loss that was to be
 * refunded is open again, unless another refund of the payment remains, which may be the one for the loss. The caller
 * must hold the subscription's lock.
 * @param reserved the sum of the refunds that remain, in satang
 */
export async function resumeParcel(
  tx: Tx,
  now: Date,
  { orderId, reserved }: { orderId: string; reserved: number },
): Promise<void> {
  await tx
    .update(shipments)
    .set({
      loss: null,
      checkAt: sql`case when ${shipments.status} = 'delivered' then null
        else coalesce(${shipments.checkAt}, ${now.toISOString()}) end`,
    })
    .where(and(eq(shipments.orderId, orderId), reserved > 0 ? isNull(shipments.loss) : undefined));
}

/** Locks one parcel. @returns null if it does not exist */
export async function lockParcel(tx: Tx, orderId: string): Promise<ParcelCase | null> {
  const { found } = await lockParcels(tx, [orderId]);
  return found[0] ?? null;
}

/**
 * Returns the parcels to request, by order id: items, free product, and the present address of
 * the order or its account. Omits parcels without an address.
 */
export async function loadContents(
  tx: Tx,
  cases: readonly Omit<ParcelCase, 'isOwed'>[],
): Promise<ReadonlyMap<string, ParcelToSend>> {
  if (cases.length === 0) return new Map();
  const ids = cases.map(({ order }) => order.id);
  const lines = await tx
    .select({
      orderId: orderItems.orderId,
      item: {
        sku: orderItems.productCode,
        quantity: orderItems.quantity,
        unitPrice: orderItems.unitPrice,
      },
    })
    .from(orderItems)
    .where(isAmong(orderItems.orderId, ids))
    .orderBy(asc(orderItems.productCode));
  return new Map(
    cases.flatMap(({ order, account, place, shipment }) => {
      const to = recipientOf(account, place);
      if (to === null) return [];
      const free =
        order.freeProductCode === null ? [] : [{ sku: order.freeProductCode, quantity: 1, unitPrice: 0 }];
      const own = lines.filter(({ orderId }) => orderId === order.id).map(({ item }) => item);
      const items = [...own, ...free];
      const orderNumber = fulfilmentNumber(order.id, shipment.number);
      return [[order.id, { orderNumber, total: order.total, items, ...to }]];
    }),
  );
}

type Account = typeof accounts.$inferSelect;

/**
 * Returns the recipient of a parcel; null without an address. For a deleted account, the address field also
 * contains name and phone, as account/erasure.ts stores them.
 * @param place the own address of the order and its recipient; null if it goes to the account's address
 */
export function recipientOf(
  account: Account,
  place: ParcelCase['place'],
): Pick<ParcelToSend, 'name' | 'phone' | 'address' | 'postalCode'> | null {
  const { address, postalCode } = account;
  if (address === null || postalCode === null) return null;
  const to = (holder: { name: string; phone: string }, street: string) => ({
    name: place?.recipientName ?? holder.name,
    phone: place?.recipientPhone ?? holder.phone,
    address: [place?.address ?? street, ...areaOf(place ?? account)].join(', '),
    postalCode: place?.postalCode ?? postalCode,
  });
  if (account.deletedAt === null) {
    const { firstName, lastName, phone } = account;
    return to({ name: `${firstName} ${lastName}`, phone }, address);
  }
  const [, name, phone, street] = /^(.*?), (0\d{9}), (.*)$/s.exec(address) ?? [];
  if (name === undefined || phone === undefined || street === undefined) return null;
  return to({ name, phone }, street);
}

const areaOf = ({
  subdistrict,
  district,
  province,
}: Pick<Account, 'subdistrict' | 'district' | 'province'>) =>
  [subdistrict, district, province].filter(Boolean);
