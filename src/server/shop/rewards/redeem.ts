import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { touch } from '@/domain/lifecycle/subscriptions';
import { isChangeable } from '@/domain/order';
import { canRedeem, FREE_PRODUCT_POINTS } from '@/domain/points';
import { canRedeemProduct } from '@/domain/product';
import { canActAsSubscriber } from '@/domain/subscription';
import type { redeemInput } from '@/schemas/rewards';
import { lockAccount } from '../../lifecycle/require-subscriber';
import { catalogueOf } from '../catalogue/queries';
import { clockFrom } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { orders } from '../../db/schema';
import { newId } from '../../platform/ids';
import { applyChanges } from '../../lifecycle/apply-changes';
import { findOrder, type OrderView } from '../orders/queries';
import type { Subscription } from '../../lifecycle/locks';
import { lockBalances } from '../../lifecycle/points';

type Order = typeof orders.$inferSelect;

/**
 * Adds one pack of a free product to an order and puts the points for it on hold. The points are spent when
 * the order is paid, and returned when the order will not be sent.
 * @param input `orderId`: default: the first upcoming order that is not skipped and has no free product
 * @returns the order, and the remaining points
 * @throws AppError ORDER_NOT_FOUND (also for an order of another account), ORDER_NOT_UPCOMING,
 *   POINTS_TOO_FEW, PRODUCT_NOT_REDEEMABLE, ORDER_HAS_FREE_PRODUCT, NO_UPCOMING_ORDER, NOT_ALLOWED,
 *   PAYMENT_PENDING
 */
export async function redeemProduct(
  ctx: Ctx,
  accountId: string,
  { productCode, orderId }: z.output<typeof redeemInput>,
): Promise<{ order: OrderView; points: number }> {
  const clock = clockFrom(ctx.now);
  const { products } = await catalogueOf(ctx);
  const product = products.find(({ code }) => code === productCode);
  return transaction(ctx.db, async (tx) => {
    const { subscription } = await lockAccount(tx, accountId, canActAsSubscriber);
    const now = clock();
    if (!product) throw new AppError('PRODUCT_NOT_REDEEMABLE');
    enforce(canRedeemProduct(product));
    const ahead = await listAhead(tx, subscription.id, dayOf(now));
    const named = orderId === undefined ? null : await findNamed(tx, accountId, orderId, ahead);
    const balance = (await lockBalances(tx, [accountId])).get(accountId)?.balance ?? 0;
    enforce(canRedeem(balance));
    if (named && named.freeProductCode !== null) throw new AppError('ORDER_HAS_FREE_PRODUCT');
    const order = named ?? ahead.find(({ freeProductCode }) => freeProductCode === null);
    if (!order) throw new AppError('NO_UPCOMING_ORDER');
    await writeRedemption(tx, now, subscription, { order, product: productCode });
    const shown = await findOrder({ db: tx, now }, accountId, order.id);
    if (!shown) throw new Error('an order went away under its lock');
    return { order: shown, points: balance - FREE_PRODUCT_POINTS };
  });
}

/**
 * Returns the upcoming orders that can still be changed, soonest first, including orders with a free product.
 */
async function listAhead(tx: Tx, subscriptionId: string, today: Day): Promise<Order[]> {
  const upcoming = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscriptionId), eq(orders.status, 'upcoming')))
    .orderBy(asc(orders.paymentDate));
  return upcoming.filter((order) => isChangeable({ ...order, begun: order.begunAt !== null }, today));
}

async function findNamed(tx: Tx, accountId: string, orderId: string, ahead: Order[]): Promise<Order> {
  const found = ahead.find(({ id }) => id === orderId);
  if (found) return found;
  const [other] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.accountId, accountId)));
  throw new AppError(other ? 'ORDER_NOT_UPCOMING' : 'ORDER_NOT_FOUND', { orderId, said: 'REDEEM_FAILED' });
}

async function writeRedemption(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { order: { id: orderId, accountId, status }, product }: { order: Order; product: string },
): Promise<void> {
  // The source is not the order id: after its free product was moved, an order may get another one.
  const source = newId('redemption');
  const held = { accountId, kind: 'held', source, delta: -FREE_PRODUCT_POINTS, orderId } as const;
  const given = { freeProductCode: product, freeProductPoints: FREE_PRODUCT_POINTS };
  const about = { cause: 'asked_by_subscriber', actor: accountId, subscriptionId: subscription.id } as const;
  const audit = [{ what: 'free_product.redeemed', detail: { orderId, product } }];
  const riding = [{ id: orderId, from: status, to: status, ...given }];
  await applyChanges(tx, now, [{ ...about, ...touch(subscription), orders: riding, points: [held], audit }]);
}
