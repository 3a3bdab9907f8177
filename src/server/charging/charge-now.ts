import { and, desc, eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import { AppError } from '@/domain/errors';
import type { Db, Tx } from '../db';
import type { Ctx } from '../platform/context';
import { chargeAttempts, orders } from '../db/schema';
import { settleNetworkUse } from '../cards/card-limits';
import { sendAttempt } from './claim-due';
import type { WrittenAttempt } from './write-attempts';
import { commitClaim } from './claims';
import type { ChargeView } from './charge-view';
import type { Settled } from '../settlement/cases';
import { withQrsRead, type QrsRead } from './unread-qrs';

/**
 * Runs what writes an attempt for somebody at the screen. That row is the claim: whoever comes second is told to wait.
 * @throws AppError PAYMENT_PENDING while another attempt of the order is open; CHECKOUT_FAILED when a QR code that may be
 * paid can't be read
 */
export async function claimNow<T>(ctx: Ctx, work: (tx: Tx, qrsRead: QrsRead) => Promise<T>): Promise<T> {
  return withQrsRead(ctx, (qrsRead) => commitClaim(ctx.db, (tx) => work(tx, qrsRead)));
}

/**
 * Charges a written attempt for somebody who waits at the screen. Whatever is unknown or under way is `pending`.
 * @throws AppError CHECKOUT_FAILED when certainly nothing was charged and nobody was at fault: try again at once
 */
export async function chargeNow(ctx: Ctx, written: WrittenAttempt): Promise<ChargeView> {
  const settled = await sendAttempt(ctx, written);
  if (settled) await settleNetworkUse(ctx, written.attemptId, settled);
  if (!settled || (settled.attemptStatus === 'voided' && settled.orderStatus !== 'paid'))
    throw new AppError('CHECKOUT_FAILED');
  return viewOf(ctx, settled);
}

/** What an earlier attempt has led to; null when it was never sent, so that the wish is still open. */
export async function viewAttempt(ctx: Ctx, attemptId: string): Promise<ChargeView | null> {
  const [row] = await ctx.db
    .select({
      attemptStatus: chargeAttempts.status,
      orderStatus: orders.status,
      orderId: orders.id,
      authorizeUri: chargeAttempts.authorizeUri,
      reason: chargeAttempts.reason,
    })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .where(eq(chargeAttempts.id, attemptId));
  return !row || row.attemptStatus === 'voided' ? null : viewOf(ctx, row);
}

/** The newest attempt that a card token was given for; a token stands for one wish. */
export async function findByToken(db: Db | Tx, accountId: string, tokenHash: string) {
  const [attempt] = await db
    .select()
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.accountId, accountId), eq(chargeAttempts.tokenHash, tokenHash)))
    .orderBy(desc(chargeAttempts.createdAt))
    .limit(1);
  return attempt ?? null;
}

/** What a card token was charged for earlier has led to; null where it was not. */
export async function viewByToken(
  ctx: Ctx,
  accountId: string,
  tokenHash: string,
): Promise<ChargeView | null> {
  const attempt = await findByToken(ctx.db, accountId, tokenHash);
  return attempt && viewAttempt(ctx, attempt.id);
}

type Stand = Pick<Settled, 'attemptStatus' | 'orderStatus' | 'orderId' | 'authorizeUri' | 'reason'>;

async function viewOf(ctx: Ctx, stand: Stand): Promise<ChargeView> {
  if (stand.orderStatus === 'paid') return viewPaid(ctx, stand.orderId);
  switch (stand.attemptStatus) {
    case 'declined':
    case 'expired':
      return { outcome: 'declined', reason: stand.reason ?? 'declined' };
    case 'action_required':
      return stand.authorizeUri
        ? { outcome: 'action_required', authorizeUri: stand.authorizeUri }
        : { outcome: 'pending' };
    case 'succeeded':
      // Its order was cancelled meanwhile: the money is on its way back.
      return stand.orderStatus === 'void'
        ? { outcome: 'declined', reason: 'payment_cancelled' }
        : { outcome: 'pending' };
    case 'created':
    case 'sent':
    case 'unknown':
    case 'voided':
      return { outcome: 'pending' };
  }
}

async function viewPaid({ db, now }: Ctx, orderId: string): Promise<ChargeView> {
  const [row] = await db.select({ paidOn: orders.paidOn }).from(orders).where(eq(orders.id, orderId));
  return { outcome: 'paid', orderId, receiveBy: receiveByOf(row?.paidOn ?? dayOf(now)) };
}
