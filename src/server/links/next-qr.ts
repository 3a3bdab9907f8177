import { AppError } from '@/domain/errors';
import { qrEndsAt } from '@/domain/payment-link';
import { countThrottled } from '../platform/throttle';
import type { Ctx } from '../platform/context';
import { violatedConstraint } from '../db';
import { lockSubscription } from '../lifecycle/locks';
import { nextAttemptNo } from '../settlement/queries';
import { insertQrAttempt, sendQrAttempt, type QrRequest } from '../charging/qr-attempts';
import { pollAttempt } from '../settlement/poll-unknown-charges';
import { commitClaim } from '../charging/commit-claim';
import { findLinkById, findLinkByToken, type LinkRows } from './queries';
import { isStillOpen, liveQr, viewPayLink, type PayLink } from './pay-page';
import { requireQrsRead, withQrsRead, type QrsRead } from '../charging/unread-qrs';

/**
 * Creates a QR code for a link. Does nothing if the link has a code that can be scanned. A code expires with
 * its link at the latest. If the response to a creation was lost, the code was never shown, and the next call
 * creates another code.
 * @param address the caller's IP address, for the rate limit
 * @returns the link; without a QR code if the link can't be paid, or another call is creating a code
 * @throws AppError NOT_FOUND, THROTTLED, CHECKOUT_FAILED if the gateway created no code; the caller may try
 *   again
 */
export async function nextQr(ctx: Ctx, token: string, address: string): Promise<PayLink> {
  await countThrottled(ctx.db, 'qrAddress', address);
  const found = await findLinkByToken(ctx.db, token);
  if (!found) throw new AppError('NOT_FOUND');
  if (!isStillOpen(found, ctx.now) || liveQr(found, ctx.now)) return viewPayLink(ctx, token);
  await countThrottled(ctx.db, 'qrLink', found.link.id);
  // The previous code has expired. Another code is allowed only if it was not paid.
  if (found.lastQr?.status === 'action_required') await pollAttempt(ctx, found.lastQr);
  const request = await withQrsRead(ctx, (qrsRead) => writeQrAttempt(ctx, found, qrsRead));
  if (request) await sendQrAttempt(ctx, request);
  return viewPayLink(ctx, token);
}

/**
 * Writes the attempt of a QR code.
 * @returns the request to the gateway; null if another call has written an attempt, or the link can't be paid
 */
async function writeQrAttempt(
  { db, now }: Ctx,
  { link, subscription }: LinkRows,
  qrsRead: QrsRead,
): Promise<QrRequest | null> {
  try {
    return await commitClaim(db, async (tx) => {
      if (!(await lockSubscription(tx, subscription.id))) return null;
      // Read again after locking: the order may have been paid, cancelled or given a QR code meanwhile.
      const found = await findLinkById(tx, link.id);
      const expiresAt = qrEndsAt(now, link.expiresAt);
      if (!found || !expiresAt || !isStillOpen(found, now)) return null;
      const { order } = found;
      // An order whose earlier QR code was paid must not get another one.
      if (!liveQr(found, now)) await requireQrsRead(tx, order.accountId, qrsRead);
      const attemptNo = await nextAttemptNo(tx, order.id);
      return insertQrAttempt(tx, now, order, { linkId: link.id, attemptNo, expiresAt });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'charge_attempts_one_live') return null;
    throw error;
  }
}
