import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { isRegistering } from '@/domain/subscription';
import type { Db, Tx } from '../db/client';
import { subscriptions } from '../db/schema';
import { lockSubscriptionOf, type Subscription } from '../subscription/locks';

/**
 * Before anything is done for them: the account's first order is still to be paid.
 * @throws AppError NOT_ALLOWED for anybody who has paid
 */
export async function requireRegistering(db: Db, accountId: string): Promise<void> {
  const [row] = await db
    .select({ status: subscriptions.status, activatedAt: subscriptions.activatedAt })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  if (!row || !isRegistering(row)) throw new AppError('NOT_ALLOWED');
}

/**
 * The unfinished registration of an account, locked: it may have been paid since the last look.
 * @throws AppError NOT_ALLOWED
 */
export async function lockRegistration(tx: Tx, accountId: string): Promise<Subscription> {
  const subscription = await lockSubscriptionOf(tx, accountId);
  if (!subscription || !isRegistering(subscription)) throw new AppError('NOT_ALLOWED');
  return subscription;
}
