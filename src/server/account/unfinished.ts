import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Db, Tx } from '../db/client';
import { subscriptions } from '../db/schema';
import { lockSubscriptionOf, type Subscription } from '../subscription/locks';

/**
 * Before anything is done for them: the account's first order is still to be paid.
 * @throws AppError NOT_ALLOWED for anybody who has paid
 */
export async function requireRegistering(db: Db, accountId: string): Promise<void> {
  const [row] = await db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  if (row?.status !== 'awaiting_payment') throw new AppError('NOT_ALLOWED');
}

/**
 * The unfinished registration of an account, locked: it may have been paid since the last look.
 * @throws AppError NOT_ALLOWED
 */
export async function lockRegistration(tx: Tx, accountId: string): Promise<Subscription> {
  const subscription = await lockSubscriptionOf(tx, accountId);
  if (subscription?.status !== 'awaiting_payment') throw new AppError('NOT_ALLOWED');
  return subscription;
}
