import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client';
import { subscriptions } from '../db/schema';

export type Subscription = typeof subscriptions.$inferSelect;

/**
 * Locks an account's subscription. Every command that touches an order or a payment takes this lock first, then
 * order, payment, attempt and points, so that two of them can't deadlock.
 * @returns null when the account has none.
 */
export async function lockSubscriptionOf(tx: Tx, accountId: string): Promise<Subscription | null> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId))
    .for('update');
  return row ?? null;
}

/** Locks a subscription by its id. */
export async function lockSubscription(tx: Tx, subscriptionId: string): Promise<Subscription | null> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
    .for('update');
  return row ?? null;
}
