import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { moveFreeProduct as changesOfMove } from '@/domain/lifecycle/orders';
import { touch } from '@/domain/lifecycle/subscriptions';
import { transaction, type Tx } from '../../db';
import { orders } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { lockSubscription } from '../../lifecycle/locks';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

export interface MoveResult {
  product: string;
  from: { orderId: string; paymentDate: Day };
  to: { orderId: string; paymentDate: Day };
}

/**
 * Moves the free product of a skipped order to the next upcoming order without a free product. If all later orders have
 * one, moves it to an earlier upcoming order. Points do not change.
 * @throws OperatorRefusal
 */
export async function moveFreeProduct(ctx: OperatorCtx, orderId: string): Promise<MoveResult> {
  return transaction(ctx.db, async (tx) => {
    const from = await lockSkippedOrder(tx, ctx.now, orderId);
    const product = from.freeProductCode;
    if (product === null) throw new OperatorRefusal('noFreeProduct');
    const ahead = await tx
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.subscriptionId, from.subscriptionId),
          eq(orders.status, 'upcoming'),
          isNull(orders.begunAt),
          isNull(orders.freeProductCode),
          gt(orders.paymentDate, dayOf(ctx.now)),
        ),
      )
      .orderBy(asc(orders.paymentDate));
    const to = ahead.find((order) => order.paymentDate > from.paymentDate) ?? ahead[0];
    if (!to) throw new OperatorRefusal('freeProductsEverywhere');
    const about = { cause: 'asked_by_operator', actor: ctx.operator } as const;
    const moved = { ...about, subscriptionId: from.subscriptionId, orders: changesOfMove(from, to) };
    await applyChanges(tx, ctx.now, [moved]);
    await auditOperator(tx, ctx, {
      subject: from.subscriptionId,
      what: 'free_product.moved',
      detail: { orderId: from.id, toOrderId: to.id, product },
    });
    return { product, from: toOrderRef(from), to: toOrderRef(to) };
  });
}

const toOrderRef = ({ id, paymentDate }: typeof orders.$inferSelect) => ({ orderId: id, paymentDate });

async function lockSkippedOrder(tx: Tx, now: Date, orderId: string): Promise<typeof orders.$inferSelect> {
  const find = () => tx.select().from(orders).where(eq(orders.id, orderId));
  const [known] = await find();
  if (!known) throw new OperatorRefusal('noSuchOrder', { id: orderId });
  const subscription = await lockSubscription(tx, known.subscriptionId);
  const [order] = await find();
  if (!subscription || !order) throw new OperatorRefusal('noSuchOrder', { id: orderId });
  if (order.status !== 'skipped') throw new OperatorRefusal('freeProductNotSkipped');
  const about = { cause: 'asked_by_operator', actor: 'operator', subscriptionId: subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, ...touch(subscription) }]);
  return order;
}
