import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { MoneyFacts } from '@/domain/settlement';
import type { Tx } from '../db/client';
import { moneyReceived, orders } from '../db/schema';
import type { MoneyCase } from './case';

/** What decides whether money for an order is kept, read under the subscription's lock. @param money whose it is. */
export async function gatherMoneyFacts(
  tx: Tx,
  { order, subscription }: Pick<MoneyCase, 'order' | 'subscription'>,
  { provider, ref }: { provider: 'omise' | 'bank'; ref: string },
): Promise<MoneyFacts> {
  const [money, newer] = await Promise.all([
    tx
      .select({
        ref: moneyReceived.providerRef,
        provider: moneyReceived.provider,
        verdict: moneyReceived.verdict,
        orderId: moneyReceived.orderId,
      })
      .from(moneyReceived)
      .where(
        sql`${moneyReceived.orderId} = ${order.id} or (${moneyReceived.provider} = ${provider} and ${moneyReceived.providerRef} = ${ref})`,
      ),
    tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.subscriptionId, subscription.id),
          gt(orders.cycleIndex, order.cycleIndex),
          inArray(orders.status, ['charging', 'awaiting_payment', 'paid']),
        ),
      )
      .limit(1),
  ]);
  const isSame = (row: (typeof money)[number]) => row.provider === provider && row.ref === ref;
  return {
    orderKind: order.kind,
    orderStatus: order.status,
    subscriptionStatus: subscription.status,
    orderAlreadyKept: money.some((row) => row.verdict === 'kept' && row.orderId === order.id && !isSame(row)),
    sameChargeRecorded: money.some(isSame),
    newerOrderPaidOrCharging: newer.length > 0,
    // What is owed now: an order left by a declined attempt may have been priced again since this one was made.
    expectedAmount: order.total,
  };
}
