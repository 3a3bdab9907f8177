import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { subscriptions } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { byNetwork, countTogether, releaseUses } from '../../platform/throttle';

/**
 * Runs the first payment of a registration, and counts a refusal of its code for the caller's networks. Only this refusal
 * tells that a phone number, e-mail, LINE profile or card is a customer's. Beyond the limit no code is compared, so that
 * the response is the same for customers and strangers. A registration without a code has no limit.
 * @throws AppError THROTTLED before `pay` runs
 */
export async function limitRefusedCodes<T>(ctx: Ctx, accountId: string, pay: () => Promise<T>): Promise<T> {
  const { db, caller } = ctx;
  const [row] = await db
    .select({ code: subscriptions.code })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  if (!caller || !row?.code) return pay();
  const uses = byNetwork('codeRefusedNetwork', caller);
  // Counted before the payment, so that concurrent payments cannot exceed the limit.
  await countTogether(db, uses);
  let isRefused = false;
  try {
    return await pay();
  } catch (error) {
    isRefused = error instanceof AppError && error.code === 'CODE_INVALID';
    throw error;
  } finally {
    if (!isRefused) await releaseUses(db, uses);
  }
}
