import { count, eq } from 'drizzle-orm';
import type { Tx } from '../db';
import { chargeAttempts } from '../db/schema';

/** The number of an order's next charge attempt, from 1 on. The caller holds the subscription's lock. */
export async function nextAttemptNo(tx: Tx, orderId: string): Promise<number> {
  const [made] = await tx
    .select({ n: count() })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, orderId));
  return (made?.n ?? 0) + 1;
}
