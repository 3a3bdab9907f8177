import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { checkBox, type BoxItem } from '@/domain/box';
import { dayOf } from '@/domain/day';
import { enforce } from '@/domain/errors';
import { canChangePlan } from '@/domain/subscription';
import type { Ctx } from '../platform/context';
import { boxItems, orders } from '../db/schema';
import { applyChanges } from '../lifecycle/apply-changes';
import { currentPrices, loadBox } from '../orders/planning';
import { changeSubscription, type Change, type ChangeWish } from './changing';
import type { SubscriptionView } from './shown';

/**
 * Another box: from the next order on whose payment date has not begun, at today's prices. An order with a free
 * product stays as it is. What is no longer sold may be kept, in no more packs than the box holds.
 * @throws AppError BOX_INVALID, NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function changeBox(
  ctx: Ctx,
  accountId: string,
  { items, ...wish }: ChangeWish & { items: BoxItem[] },
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.box_changed', rule: canChangePlan };
  return changeSubscription(ctx, accountId, kind, wish, async (change) => {
    const held = await loadBox(change.tx, change.subscription.id);
    enforce(checkBox(items, change.catalogue.products, held));
    if (isSameBox(held, items)) return null;
    return writeBox(change, items);
  });
}

function isSameBox(a: readonly BoxItem[], b: readonly BoxItem[]): boolean {
  const inOrder = (items: readonly BoxItem[]) =>
    items
      .map(({ productCode, quantity }) => `${productCode} ${quantity}`)
      .sort()
      .join();
  return inOrder(a) === inOrder(b);
}

async function writeBox({ tx, now, subscription, catalogue }: Change, items: BoxItem[]) {
  await tx.delete(boxItems).where(eq(boxItems.subscriptionId, subscription.id));
  await tx.insert(boxItems).values(items.map((item) => ({ subscriptionId: subscription.id, ...item })));
  const open = await tx
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscription.id),
        inArray(orders.status, ['upcoming', 'skipped']),
        isNull(orders.begunAt),
        gt(orders.paymentDate, dayOf(now)),
        isNull(orders.freeProductCode),
      ),
    );
  const prices = await currentPrices(tx, subscription, catalogue);
  const priced = open.map(({ id, status }) => ({ id, from: status, to: status, ...prices }));
  const about = { cause: 'asked_by_subscriber', actor: subscription.accountId } as const;
  await applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, orders: priced }]);
  return { items, orders: open.length };
}
