import { asc, eq } from 'drizzle-orm';
import { fulfilmentNumber } from '@/domain/parcel';
import type { Tx } from '../db';
import { accounts, orderItems, orders, shipments } from '../db/schema';
import type { ParcelToSend } from '../gateways/mycloud';
import { lockSubscription } from '../lifecycle/locks';
import type { ParcelCase } from './report';

/**
 * Locks a parcel as every command locks: its subscription first, then its own row. null: there is no such parcel.
 */
export async function lockParcel(tx: Tx, orderId: string): Promise<ParcelCase | null> {
  const [known] = await tx
    .select({ subscriptionId: orders.subscriptionId })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!known) return null;
  await lockSubscription(tx, known.subscriptionId);
  const [found] = await tx
    .select({ shipment: shipments, order: orders, account: accounts })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(eq(shipments.orderId, orderId))
    .for('update', { of: shipments });
  return found ?? null;
}

/**
 * What goes into the parcel and to whom: the order's lines and its free product, to where the account lives now. A
 * starter pack goes by its own name. null without an address.
 */
export async function parcelOf(
  tx: Tx,
  { order, account, shipment }: ParcelCase,
): Promise<ParcelToSend | null> {
  const to = recipientOf(account);
  if (to === null) return null;
  const items = await tx
    .select({ sku: orderItems.productCode, quantity: orderItems.quantity, unitPrice: orderItems.unitPrice })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.productCode));
  const free =
    order.freeProductCode === null ? [] : [{ sku: order.freeProductCode, quantity: 1, unitPrice: 0 }];
  return {
    orderNumber: fulfilmentNumber(order.id, shipment.number),
    total: order.total,
    items: [...items, ...free],
    ...to,
  };
}

type Account = typeof accounts.$inferSelect;

/** A deleted account keeps name and phone only in front of its address; see account/erasure.ts. */
function recipientOf(
  account: Account,
): Pick<ParcelToSend, 'name' | 'phone' | 'address' | 'postalCode'> | null {
  const { address, subdistrict, district, province, postalCode } = account;
  if (address === null || postalCode === null) return null;
  const whole = (street: string) => [street, subdistrict, district, province].filter(Boolean).join(', ');
  if (account.deletedAt === null) {
    const { firstName, lastName, phone } = account;
    return { name: `${firstName} ${lastName}`, phone, address: whole(address), postalCode };
  }
  const [, name, phone, street] = /^(.*?), (0\d{9}), (.*)$/s.exec(address) ?? [];
  if (name === undefined || phone === undefined || street === undefined) return null;
  return { name, phone, address: whole(street), postalCode };
}
