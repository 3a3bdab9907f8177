import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import type { Ctx } from '../context';
import type { Db, Tx } from '../db/client';
import { chargeAttempts, orders } from '../db/schema';
import type { Subscription } from '../subscription/locks';
import { giveUpAuthorization } from './checks';

export type Attempt = typeof chargeAttempts.$inferSelect;

/**
 * Open, and not a QR code that merely waits to be scanned: that asks nobody for money, and may be left at any time.
 */
function isUndecided() {
  return and(
    inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
    or(eq(chargeAttempts.source, 'card'), ne(chargeAttempts.status, 'action_required')),
  );
}

/** The attempt of an account whose outcome is still to come, if any; a QR code that waits to be scanned is none. */
export async function findOpenAttempt(db: Db | Tx, accountId: string): Promise<Attempt | null> {
  const [row] = await db
    .select()
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.accountId, accountId), isUndecided()))
    .limit(1);
  return row ?? null;
}

/**
 * The first payment may not be open in any way, or the amount that it asked for would no longer be true; what this finds
 * holds under the subscription's lock.
 * @param but `page`: the bank's page may be open, which can still be left.
 * @throws AppError PAYMENT_PENDING
 */
export async function refuseWhileFirstPaymentOpen(
  db: Db | Tx,
  { id, accountId }: Pick<Subscription, 'id' | 'accountId'>,
  but: { page?: boolean } = {},
): Promise<void> {
  const [awaited] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.subscriptionId, id), eq(orders.status, 'awaiting_payment')))
    .limit(1);
  const open = await findOpenAttempt(db, accountId);
  const isLeavable = but.page === true && open?.status === 'action_required';
  if (awaited || (open && !isLeavable)) throw new AppError('PAYMENT_PENDING');
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
  const pages = open.filter(({ source, status }) => source === 'card' && status === 'action_required');
  for (const page of pages) await giveUpAuthorization(ctx, page);
  if (open.length === 0) return;
  if (await findOpenAttempt(ctx.db, accountId)) throw new AppError('PAYMENT_PENDING');
}
