import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { OPEN_ATTEMPT_STATUSES, shownPayment, type ShownPayment } from '@/domain/payment';
import { endsUnpaid, qrEndsAt } from '@/domain/payment-link';
import type { SlipState } from '@/domain/slip';
import type { payLinkAnswer } from '@/schemas/answers/payments';
import type { Ctx } from '../../platform/context';
import { chargeAttempts, slips } from '../../db/schema';
import { offeredApps } from './offered-means';
import { pollWhenDue } from './poll-when-due';
import { findLinkByToken, type LinkRows } from './queries';
import { bankDetailsOf } from '../../lifecycle/payment-links';

/** The data of the page `/pay/<token>`. It contains no personal data, because the page needs no log-in. */
export type PayLink = z.output<typeof payLinkAnswer>;

/**
 * Returns a payment link for its page. First reads the open QR code or payment in an app at the gateway, at most every four
 * seconds.
 * @throws AppError NOT_FOUND for an unknown token
 */
export async function showPayLink(ctx: Ctx, token: string): Promise<PayLink> {
  const found = await findLinkByToken(ctx.db, token);
  if (!found) throw new AppError('NOT_FOUND');
  const isRead = found.lastQr !== null && (await pollWhenDue(ctx, found.lastQr));
  return toPayLink(ctx, (isRead && (await findLinkByToken(ctx.db, token))) || found);
}

/** Returns a payment link without a call to the gateway. @throws AppError NOT_FOUND for an unknown token */
export async function viewPayLink(ctx: Ctx, token: string): Promise<PayLink> {
  const found = await findLinkByToken(ctx.db, token);
  if (!found) throw new AppError('NOT_FOUND');
  return toPayLink(ctx, found);
}

async function toPayLink(ctx: Ctx, found: LinkRows): Promise<PayLink> {
  const { link, order } = found;
  const isOpen = isStillOpen(found, ctx.now);
  return {
    ...shownStatus(found, isOpen, dayOf(ctx.now)),
    orderNumber: order.orderNumber,
    amount: link.amount,
    paymentDate: order.paymentDate,
    paidOn: order.paidOn,
    isOpen,
    expiresAt: link.expiresAt.toISOString(),
    endsUnpaid: isOpen ? endsUnpaid(order) : null,
    bankDetails: isOpen ? bankDetailsOf(link) : null,
    qr: isOpen ? liveQr(found, ctx.now) : null,
    app: isOpen ? liveApp(found, ctx.now) : null,
    apps: isOpen && hasTimeLeft(found, ctx.now) ? await offeredApps(ctx.now, link.amount) : [],
    canHaveQr: isOpen && hasTimeLeft(found, ctx.now) && !(await hasOpenAttempt(ctx, order.id)),
    slip: isOpen ? await lastSlip(ctx, link.id) : null,
    setsSchedule: order.kind !== 'renewal' || order.status === 'unpaid',
  };
}

/**
 * Whether a link can be paid: it is open and not expired, and its order can still be paid. A scheduled job
 * closes an expired link up to a minute later.
 */
export function isStillOpen({ link, order }: Pick<LinkRows, 'link' | 'order'>, now: Date): boolean {
  const isOwed = ['charging', 'awaiting_payment', 'unpaid'].includes(order.status);
  return link.status === 'open' && link.expiresAt > now && isOwed;
}

function shownStatus({ order, payment, lastQr }: LinkRows, isOpen: boolean, today: Day): ShownPayment {
  if (order.status === 'paid' || order.status === 'refunded') return { status: 'success', reason: null };
  if (isOpen) {
    return lastQr?.status === 'declined'
      ? { status: 'fail', reason: reasonOf(lastQr.reason) }
      : { status: 'pending', reason: null };
  }
  const facts = { orderStatus: order.status, paymentStatus: payment.status, reason: payment.reason };
  const shown = shownPayment({ ...facts, isUnderWay: false, paymentDate: order.paymentDate, today });
  // If the payment is pending by another method, this link shows it as expired.
  return shown?.status === 'suspended' ? shown : { status: 'expired', reason: null };
}

/** Returns the QR code that can be scanned now, or null. */
export function liveQr({ link, lastQr }: LinkRows, now: Date): PayLink['qr'] {
  const live = liveCharge(lastQr, now);
  if (!live || live.app) return null;
  return { imageUrl: `/api/pay/${link.token}/qr?v=${live.attemptNo}`, endsAt: live.endsAt };
}

/** Returns the payment that waits in an app now, or null. */
export function liveApp({ lastQr }: LinkRows, now: Date): PayLink['app'] {
  const live = liveCharge(lastQr, now);
  if (!live?.app || !live.authorizeUri) return null;
  return { name: live.app, authorizeUri: live.authorizeUri, endsAt: live.endsAt };
}

function liveCharge(last: LinkRows['lastQr'], now: Date) {
  if (last?.status !== 'action_required' || !last.chargeId || !last.expiresAt) return null;
  return last.expiresAt > now ? { ...last, endsAt: last.expiresAt.toISOString() } : null;
}

/** Returns the state of the last slip that was sent for a link; null without one. */
async function lastSlip({ db }: Ctx, linkId: string): Promise<SlipState | null> {
  const ofLink = db.select({ state: slips.state }).from(slips).where(eq(slips.linkId, linkId));
  const [slip] = await ofLink.orderBy(desc(slips.createdAt)).limit(1);
  return slip?.state ?? null;
}

/** Whether enough time is left to pay by QR code or in an app. */
const hasTimeLeft = ({ link }: LinkRows, now: Date): boolean => qrEndsAt(now, link.expiresAt) !== null;

/** Whether an attempt of the order is open. An expired QR code does not count, because `nextQr` closes it. */
async function hasOpenAttempt({ db, now }: Ctx, orderId: string): Promise<boolean> {
  const open = await db
    .select({
      status: chargeAttempts.status,
      source: chargeAttempts.source,
      endsAt: chargeAttempts.expiresAt,
    })
    .from(chargeAttempts)
    .where(
      and(eq(chargeAttempts.orderId, orderId), inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES])),
    );
  return open.some(
    ({ source, status, endsAt }) =>
      !(source === 'promptpay' && status === 'action_required' && endsAt && endsAt <= now),
  );
}
