import { and, eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Ctx } from '../../platform/context';
import { transaction, type Db, type Tx } from '../../db';
import { chargeAttempts, orders } from '../../db/schema';
import type { Subscription } from '../../lifecycle/locks';
import { findOpenAttempt, listOpenAttempts, type Attempt } from './queries';
import { expireChallenge } from './poll-unknown-charges';

/**
 * Throws if the first payment of a subscription is open, because a change could alter the requested amount.
 * The caller must hold the subscription's lock, otherwise another payment can start after this check.
 * @param except `challenge`: does not throw for an open 3-D Secure challenge, which the caller must then
 *   abandon
 * @throws AppError PAYMENT_PENDING
 */
export async function refuseWhileFirstPaymentOpen(
  db: Db | Tx,
  { id, accountId }: Pick<Subscription, 'id' | 'accountId'>,
  except: { challenge?: boolean } = {},
): Promise<void> {
  const [awaited] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.subscriptionId, id), eq(orders.status, 'awaiting_payment')))
    .limit(1);
  const open = await findOpenAttempt(db, accountId);
  const isAccepted = except.challenge === true && open?.status === 'action_required';
  if (awaited || (open && !isAccepted)) throw new AppError('PAYMENT_PENDING');
}

/**
 * Abandons the open 3-D Secure challenges of an account. Commands that need an account without open payments
 * call it first: another payment method, a change of an unfinished registration, a reactivation, a deletion.
 * @throws AppError PAYMENT_PENDING if the gateway does not expire a challenge, or an outcome is unknown
 */
export async function releaseOpenPayments(ctx: Ctx, accountId: string): Promise<void> {
  const open = await listOpenAttempts(ctx.db, accountId);
  const challenges = open.filter(({ source, status }) => source === 'card' && status === 'action_required');
  for (const challenge of challenges) await abandonChallenge(ctx, challenge);
  if (open.length === 0) return;
  if (await findOpenAttempt(ctx.db, accountId)) throw new AppError('PAYMENT_PENDING');
}

/**
 * Abandons an open 3-D Secure challenge, because the subscriber pays another way. Records this before it
 * calls the gateway, so that the expired challenge does not count as a failed payment.
 */
export async function abandonChallenge(ctx: Ctx, challenge: Attempt): Promise<void> {
  await transaction(ctx.db, (tx) =>
    tx
      .update(chargeAttempts)
      .set({ abandonedAt: ctx.now })
      .where(and(eq(chargeAttempts.id, challenge.id), eq(chargeAttempts.status, 'action_required'))),
  );
  await expireChallenge(ctx, challenge, { bySubscriber: true });
}
