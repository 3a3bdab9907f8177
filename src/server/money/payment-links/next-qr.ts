import { AppError } from '@/domain/errors';
import { appEndsAt, type PayApp } from '@/domain/pay-app';
import { openStateOf, type OpenState } from '@/domain/pay-now';
import { qrEndsAt } from '@/domain/payment-link';
import { totalsOf } from '../charging/expected-total';
import { payNow, type Payment, type Standing } from '../charging/pay-now';
import { insertQrAttempt, type QrRequest } from '../charging/qr-attempts';
import { voidQrCodes } from '../../lifecycle/attempts';
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
  await payNow(ctx, chargeOfLink(found));
  return viewPayLink(ctx, token);
}

/** Pays a link by QR code, or in an app. Of one link at most one of them is open. */
export function chargeOfLink(
  before: LinkRows,
  app?: NonNullable<QrRequest['app']>,
): Payment<Standing & { found: LinkRows }> {
  const { accountId } = before.order;
  const endsAt = (now: Date, until: Date) => (app ? appEndsAt(app.name, now, until) : qrEndsAt(now, until));
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
        means: app ? 'app' : 'qr',
        open: openStateAt(attempt, now, app?.name ?? null),
        attempt,
        totals: totalsOf(found.order),
        isUncharged: !read || !isStillOpen(found, now) || !endsAt(now, found.link.expiresAt),
        found,
      };
    },
    write: async (tx, now, { facts: { found, open }, step }) => {
      const expiresAt = endsAt(now, found.link.expiresAt);
      if (step.do !== 'charge' || !expiresAt) return { result: null };
      if (open === 'elsewhere') await voidQrCodes(tx, now, [found.order.id]);
      const attemptNo = await nextAttemptNo(tx, found.order.id);
      return {
        qr: await insertQrAttempt(tx, now, found.order, { linkId: found.link.id, attemptNo, expiresAt, app }),
      };
    },
  };
}

/** What is open of the order. The page needs no log-in: it ends no challenge. */
function openStateAt(attempt: Attempt | null, now: Date, app: PayApp | null): OpenState {
  if (attempt?.source === 'card') return 'unresolved';
  const isOver = !attempt?.expiresAt || attempt.expiresAt <= now;
  const isElsewhere = attempt?.app !== app || (app !== null && isOver);
  return openStateOf(attempt, { isSame: false, isOver, isElsewhere });
}
