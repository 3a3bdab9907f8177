import { AppError } from '@/domain/errors';
import { openStateOf, type OpenState } from '@/domain/pay-now';
import { qrEndsAt } from '@/domain/payment-link';
import { totalsOf } from '../charging/expected-total';
import { payNow, type Payment, type Standing } from '../charging/pay-now';
import { insertQrAttempt } from '../charging/qr-attempts';
import type { Ctx } from '../../platform/context';
import { countThrottled } from '../../platform/throttle';
import { listOpenAttempts, nextAttemptNo, type Attempt } from '../settlement/queries';
import { isStillOpen, liveQr, viewPayLink, type PayLink } from './pay-page';
import { findLinkById, findLinkByToken, type LinkRows } from './queries';

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
  await payNow(ctx, qrOfLink(found));
  return viewPayLink(ctx, token);
}

/** Pays a link by QR code. */
function qrOfLink(before: LinkRows): Payment<Standing & { found: LinkRows }> {
  const { accountId } = before.order;
  return {
    accountId,
    purpose: 'link',
    expectedTotal: undefined,
    read: async (db, { now, locked }) => {
      const read = locked === undefined ? before : await findLinkById(db, before.link.id);
      const found = read ?? before;
      const attempts = await listOpenAttempts(db, accountId);
      const attempt = attempts.find(({ orderId }) => orderId === found.order.id) ?? null;
      return {
        means: 'qr',
        open: openStateAt(attempt, now),
        attempt,
        totals: totalsOf(found.order),
        isUncharged: !read || !isStillOpen(found, now) || !qrEndsAt(now, found.link.expiresAt),
        found,
      };
    },
    write: async (tx, now, { facts: { found }, step }) => {
      const expiresAt = qrEndsAt(now, found.link.expiresAt);
      if (step.do !== 'charge' || !expiresAt) return { result: null };
      const attemptNo = await nextAttemptNo(tx, found.order.id);
      return {
        qr: await insertQrAttempt(tx, now, found.order, { linkId: found.link.id, attemptNo, expiresAt }),
      };
    },
  };
}

/** What is open of the order. The page needs no log-in: it ends no challenge. */
function openStateAt(attempt: Attempt | null, now: Date): OpenState {
  if (attempt?.source === 'card') return 'unresolved';
  const isOver = !attempt?.expiresAt || attempt.expiresAt <= now;
  return openStateOf(attempt, { isSame: false, isOver });
}
