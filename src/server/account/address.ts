import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { BoxItem } from '@/domain/box';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { canChangeDetails } from '@/domain/subscription';
import { feeOf, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import type { Tx } from '../db';
import { accounts, orderItems, orders } from '../db/schema';
import { applyChanges } from '../lifecycle/apply-changes';
import { changeSubscription, type Change, type ChangeWish } from '../subscription/changing';
import type { SubscriptionView } from '../subscription/shown';
import { checkPlace, type DeliveryInput } from './delivery';

type AddressInput = DeliveryInput & ChangeWish;

/**
 * Changes the delivery address. Every upcoming and skipped order whose payment date has not begun gets the new delivery
 * fee. Begun orders keep their total, also with a pending payment, and only change address. Allowed in any subscription
 * status, and during a pending first offline payment.
 * @throws AppError POSTCODE_INVALID, PROVINCE_MISMATCH, STALE, NOT_ALLOWED for a registration in progress
 */
export async function updateAddress(
  ctx: Ctx,
  accountId: string,
  { preview, version, ...input }: AddressInput,
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.address_changed', rule: canChangeDetails };
  return changeSubscription(ctx, accountId, kind, { preview, version }, async (change) => {
    await checkPlace(change.tx, input);
    const place = {
      address: input.address,
      subdistrict: input.subdistrict ?? null,
      district: input.district ?? null,
      province: input.province,
      postalCode: input.postalCode,
    };
    if (!(await movePerson(change.tx, accountId, place))) return null;
    return { ordersChanged: await repriceDelivery(change, place.postalCode) };
  });
}

/**
 * @returns false when the address is the same
 */
async function movePerson(
  tx: Tx,
  accountId: string,
  place: Record<keyof DeliveryInput, string | null>,
): Promise<boolean> {
  const [before] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
  if (!before) throw new AppError('NOT_LOGGED_IN');
  const fields = Object.keys(place) as (keyof DeliveryInput)[];
  if (fields.every((field) => before[field] === place[field])) return false;
  await tx.update(accounts).set(place).where(eq(accounts.id, accountId));
  return true;
}

/**
 * Changes delivery fees; box prices stay as planned.
 * @returns the number of orders whose total changed
 */
async function repriceDelivery(
  { tx, now, subscription, catalogue }: Change,
  postalCode: string,
): Promise<number> {
  const open = await tx
    .select({
      id: orders.id,
      status: orders.status,
      boxPrice: orders.boxPrice,
      deliveryFee: orders.deliveryFee,
      codeDiscount: orders.codeDiscount,
    })
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscription.id),
        inArray(orders.status, ['upcoming', 'skipped']),
        gt(orders.paymentDate, dayOf(now)),
      ),
    )
    .for('update');
  const fees = await feesAt(tx, catalogue, postalCode, open);
  const changed = open.filter((order) => fees.get(order.id) !== order.deliveryFee);
  const priced = changed.map(({ id, status, boxPrice, codeDiscount, ...order }) => {
    const deliveryFee = fees.get(id) ?? order.deliveryFee;
    return { id, from: status, to: status, deliveryFee, total: boxPrice + deliveryFee - codeDiscount };
  });
  const about = { cause: 'asked_by_subscriber', actor: subscription.accountId } as const;
  await applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, orders: priced }]);
  return changed.length;
}

/** Returns the delivery fee of each order's own box, which may differ from the subscription's. */
async function feesAt(
  tx: Tx,
  catalogue: Catalogue,
  postalCode: string,
  open: { id: string }[],
): Promise<Map<string, number>> {
  if (open.length === 0) return new Map();
  const ids = open.map((order) => order.id);
  const items = await tx.select().from(orderItems).where(inArray(orderItems.orderId, ids));
  return new Map(
    ids.map((id) => [
      id,
      feeOf(catalogue, items.filter((item) => item.orderId === id).map(toBoxItem), postalCode),
    ]),
  );
}

function toBoxItem({ productCode, quantity }: typeof orderItems.$inferSelect): BoxItem {
  return { productCode: productCode as BoxItem['productCode'], quantity };
}
