import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import type { Ctx } from '../context';
import type { Db, Tx } from '../db/client';
import { chargeAttempts, orders } from '../db/schema';
import { giveUpAuthorization } from './checks';

export type Attempt = typeof chargeAttempts.$inferSelect;

/** The attempt of an account whose outcome is still to come, if any. */
export async function findOpenAttempt(db: Db | Tx, accountId: string): Promise<Attempt | null> {
  const [row] = await db
    .select()
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    )
    .limit(1);
  return row ?? null;
}

/**
 * Under the subscription's lock: no attempt may be open, or the amount that it asked for would no longer be true.
 * @throws AppError PAYMENT_PENDING
 */
export async function refuseWhileFirstPaymentOpen(tx: Tx, subscriptionId: string): Promise<void> {
  const [open] = await tx
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    )
    .limit(1);
  if (open) throw new AppError('PAYMENT_PENDING');
}

/** Every attempt of an account whose outcome is still to come, of whatever order. */
export async function listOpenAttempts(db: Db | Tx, accountId: string): Promise<Attempt[]> {
  return db
    .select()
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    );
}

/**
 * Makes way for a change of an unfinished registration, or for a reactivation: open 3-D Secure pages are given up at
 * the gateway first.
 * @throws AppError PAYMENT_PENDING when the gateway does not confirm that, or an outcome is unknown
 */
export async function freePayments(ctx: Ctx, accountId: string): Promise<void> {
  const open = await listOpenAttempts(ctx.db, accountId);
  if (open.length === 0) return;
  for (const attempt of open)
    if (attempt.status === 'action_required') await giveUpAuthorization(ctx, attempt);
  if (await findOpenAttempt(ctx.db, accountId)) throw new AppError('PAYMENT_PENDING');
}
