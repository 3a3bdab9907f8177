import { eq } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { reasonOf, type DeclineReason } from '@/domain/decline';
import { receiveByOf } from '@/domain/delivery';
import { AppError } from '@/domain/errors';
import type { Tx } from '../../db';
import type { Ctx } from '../../platform/context';
import { chargeAttempts, orders } from '../../db/schema';
import { sendAttempt } from './claim-due';
import type { WrittenAttempt } from './write-attempts';
import { commitClaim } from './commit-claim';
import type { Settled } from '../settlement/decide-outcomes';
import { withQrsRead, type QrsRead } from './unread-qrs';

/** The result of a charge that a subscriber requested. */
export type ChargeView =
  | { outcome: 'paid'; orderId: string; orderNumber: number; receiveBy: Day }
  | { outcome: 'action_required'; authorizeUri: string }
  | { outcome: 'pending' }
  | { outcome: 'declined'; reason: DeclineReason };

/**
 * Runs `work` in a transaction. `work` writes the charge attempt that a subscriber requested. Open QR codes
 * of the account are read at the gateway first.
 * @throws AppError PAYMENT_PENDING while another attempt of the order is open; CHECKOUT_FAILED if an open QR
 *   code can't be read at the gateway
 */
export async function claimNow<T>(ctx: Ctx, work: (tx: Tx, qrsRead: QrsRead) => Promise<T>): Promise<T> {
  return withQrsRead(ctx, (qrsRead) => commitClaim(ctx.db, (tx) => work(tx, qrsRead)));
}

/**
 * Sends a written attempt to the gateway and settles its outcome, while the subscriber waits at the screen.
 * @returns the result; `pending` for an unknown outcome
 * @throws AppError CHECKOUT_FAILED if certainly nothing was charged; the subscriber may try again at once
 */
export async function chargeNow(ctx: Ctx, written: WrittenAttempt): Promise<ChargeView> {
  const settled = await sendAttempt(ctx, written);
  if (!settled || (settled.attemptStatus === 'voided' && settled.orderStatus !== 'paid'))
    throw new AppError('CHECKOUT_FAILED');
  return viewOf(ctx, settled);
}

/** Returns the result of an earlier attempt; null if the attempt does not exist or was voided. */
export async function viewAttempt(ctx: Ctx, attemptId: string): Promise<ChargeView | null> {
  const [row] = await ctx.db
    .select({
      attemptStatus: chargeAttempts.status,
      orderStatus: orders.status,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      paidOn: orders.paidOn,
      authorizeUri: chargeAttempts.authorizeUri,
      reason: chargeAttempts.reason,
    })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .where(eq(chargeAttempts.id, attemptId));
  return !row || row.attemptStatus === 'voided' ? null : viewOf(ctx, row);
}

function viewOf({ now }: Ctx, result: Omit<Settled, 'settlement' | 'paymentStatus'>): ChargeView {
  const { orderId, orderNumber, paidOn } = result;
  if (result.orderStatus === 'paid')
    return { outcome: 'paid', orderId, orderNumber, receiveBy: receiveByOf(paidOn ?? dayOf(now)) };
  switch (result.attemptStatus) {
    case 'declined':
    case 'expired':
      return { outcome: 'declined', reason: reasonOf(result.reason) };
    case 'action_required':
      return result.authorizeUri
        ? { outcome: 'action_required', authorizeUri: result.authorizeUri }
        : { outcome: 'pending' };
    case 'succeeded':
      // The order was cancelled meanwhile, so the payment is refunded.
      return result.orderStatus === 'void'
        ? { outcome: 'declined', reason: 'payment_cancelled' }
        : { outcome: 'pending' };
    case 'created':
    case 'sent':
    case 'unknown':
    case 'voided':
      return { outcome: 'pending' };
  }
}
