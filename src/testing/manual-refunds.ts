import { transaction } from '@/server/db';
import { moneyReceived, refunds } from '@/server/db/schema';
import type { World } from './world';

/** Inserts a second payment of an order, whose refund is left to the staff. @returns the id of the refund */
export async function plantManualRefund(world: World, orderId: string | undefined): Promise<string> {
  if (orderId === undefined) return 'rfd_none';
  const [moneyId, refundId] = [`mon_of_${orderId}`, `rfd_of_${orderId}`];
  const now = world.now();
  const bank = { provider: 'bank', providerRef: moneyId, verdict: 'duplicate' } as const;
  await transaction(world.db, async (tx) => {
    await tx
      .insert(moneyReceived)
      .values({
        id: moneyId,
        orderId,
        ...bank,
        amount: 100,
        reservedRefund: 100,
        paidAt: now,
        recordedAt: now,
      })
      .onConflictDoNothing();
    await tx
      .insert(refunds)
      .values({ id: refundId, moneyId, amount: 100, status: 'manual', why: 'duplicate', createdAt: now })
      .onConflictDoNothing();
  });
  return refundId;
}
