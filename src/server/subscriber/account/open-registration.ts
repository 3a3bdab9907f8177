import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { mayPayFirst } from '@/domain/subscription';
import type { Ctx } from '../../platform/context';
import type { Tx } from '../../db';
import { subscriptions } from '../../db/schema';
import { lockSubscriptionOf, type Subscription } from '../../lifecycle/locks';

/**
 * Checks that the account has a registration that is unpaid and has not expired.
 * @throws AppError NOT_ALLOWED
 */
export async function requireRegistering({ db, now }: Ctx, accountId: string): Promise<void> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  if (!row || !mayPayFirst(row, now)) throw new AppError('NOT_ALLOWED');
}

/**
 * Locks and returns the unfinished registration of an account.
 * @throws AppError NOT_ALLOWED for a registration that was paid or has expired
 */
export async function lockRegistration(tx: Tx, now: Date, accountId: string): Promise<Subscription> {
  const subscription = await lockSubscriptionOf(tx, accountId);
  if (!subscription || !mayPayFirst(subscription, now)) throw new AppError('NOT_ALLOWED');
  return subscription;
}
