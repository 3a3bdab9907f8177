import { AppError } from '@/domain/errors';
import { qrEndsAt } from '@/domain/payment-link';
import { countThrottled } from '../platform/throttle';
import { systemNow } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { violatedConstraint } from '../db';
import { chargeAttempts } from '../db/schema';
import { createQrCharge } from '../gateways/omise/charges';
import { newId } from '../platform/ids';
import { lockSubscription } from '../lifecycle/locks';
import { nextAttemptNo } from '../settlement/attempt-no';
import { countAwaitedCharge } from '../charging/rate';
import { checkAttempt } from '../settlement/poll-attempts';
import { commitClaim } from '../charging/claims';
import { findLinkById, findLinkByToken, type LinkCase } from './cases';
import { isStillOpen, liveQr, viewPayLink, type PayLink } from './pay-page';
import { settleAttempt } from '../settlement/settle';
import { requireQrsRead, withQrsRead, type QrsRead } from '../charging/unread-qrs';

type QrRequest = Parameters<typeof createQrCharge>[0];

/**
 * Makes the QR code by which a link can be paid now, if it has none: at most one is live per order, none outlives its
 * link. One whose answer was lost was never shown, so that another may be made at once.
 * @param address who asks, for the throttle.
 * @returns the link as it then stands; without a QR code where it can't be paid, or one is just being made.
 * @throws AppError NOT_FOUND, THROTTLED, CHECKOUT_FAILED when the gateway gave none: it may be asked for again
 */
export async function nextQr(ctx: Ctx, token: string, address: string): Promise<PayLink> {
  await countThrottled(ctx.db, 'qrAddress', address);
  const found = await findLinkByToken(ctx.db, token);
  if (!found) throw new AppError('NOT_FOUND');
  if (!isStillOpen(found, ctx.now) || liveQr(found, ctx.now)) return viewPayLink(ctx, token);
  await countThrottled(ctx.db, 'qrLink', found.link.id);
  // The one before is over by our clock: what became of it decides whether another may be made.
  if (found.lastQr?.status === 'action_required') await checkAttempt(ctx, found.lastQr);
  const request = await withQrsRead(ctx, (qrsRead) => writeQrAttempt(ctx, found, qrsRead));
  if (request) await sendQrAttempt(ctx, request);
  return viewPayLink(ctx, token);
}

/** @returns what to ask the gateway; null when somebody else was quicker, or it can't be paid this way any more. */
async function writeQrAttempt(
  { db, now }: Ctx,
  { link, subscription }: LinkCase,
  qrsRead: QrsRead,
): Promise<QrRequest | null> {
  try {
    return await commitClaim(db, async (tx) => {
      if (!(await lockSubscription(tx, subscription.id))) return null;
      // Read again under the lock: it may have been paid, cancelled or given a QR code meanwhile.
      const found = await findLinkById(tx, link.id);
      const expiresAt = qrEndsAt(now, link.expiresAt);
      if (!found || !expiresAt || !isStillOpen(found, now)) return null;
      const { order } = found;
      // An order whose earlier QR code was paid gets no other.
      if (!liveQr(found, now)) await requireQrsRead(tx, order.accountId, qrsRead);
      const attemptId = newId('attempt');
      await tx.insert(chargeAttempts).values({
        id: attemptId,
        orderId: order.id,
        accountId: order.accountId,
        attemptNo: await nextAttemptNo(tx, order.id),
        source: 'promptpay',
        trigger: 'subscriber',
        status: 'sent',
        amount: order.total,
        linkId: link.id,
        createdAt: now,
        sentAt: now,
        askedAt: systemNow(),
        expiresAt,
      });
      return { attemptId, orderId: order.id, accountId: order.accountId, amount: order.total, expiresAt };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'charge_attempts_one_live') return null;
    throw error;
  }
}

async function sendQrAttempt(ctx: Ctx, request: QrRequest): Promise<void> {
  countAwaitedCharge(ctx.db);
  const settled = await settleAttempt(ctx, request.attemptId, await createQrCharge(request));
  if (settled?.settlement === 'not_sent' || settled?.settlement === 'unseen')
    throw new AppError('CHECKOUT_FAILED');
}
