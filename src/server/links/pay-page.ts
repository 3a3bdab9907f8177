import { and, eq, inArray } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { OPEN_ATTEMPT_STATUSES, shownPayment, type ShownPayment } from '@/domain/payment';
import { qrEndsAt } from '@/domain/payment-link';
import type { Ctx } from '../platform/context';
import { chargeAttempts } from '../db/schema';
import { log } from '../platform/log';
import { checkForPerson } from '../settlement/poll-attempts';
import { findLinkByToken, type LinkCase } from './cases';
import { bankDetailsOf, type BankDetails } from '../lifecycle/payment-links';

/** What `/pay/<token>` shows to whoever has the link; nothing about the person. */
export interface PayLink extends ShownPayment {
  /** Satang. */
  amount: number;
  /** The order's payment date. */
  paymentDate: Day;
  /** When it was paid, Bangkok day; null before. */
  paidOn: Day | null;
  /** Whether money is still expected: only then are there bank details, and QR codes to be had. */
  isOpen: boolean;
  /** ISO 8601 UTC: the first instant at which it no longer works. */
  expiresAt: string;
  bankDetails: BankDetails | null;
  /** The QR code that can be scanned now; null where none is. */
  qr: { imageUrl: string; endsAt: string } | null;
  /** Whether `nextQr` would make one: none is there, none is being made, and enough time is left. */
  canHaveQr: boolean;
  /** The day on which it is paid begins the schedule (for an order that went unpaid: again), and the next is counted from it. */
  setsSchedule: boolean;
}

/** However often the page asks, the gateway is asked about one QR code no more than this often by one process. */
const READ_EVERY_MS = 4_000;
const LOOKS_MAX = 10_000;

const lastLooks = new Map<string, number>();

function isLookDue(attemptId: string, now: Date): boolean {
  const last = lastLooks.get(attemptId);
  if (last !== undefined && now.getTime() - last < READ_EVERY_MS && now.getTime() >= last) return false;
  if (lastLooks.size >= LOOKS_MAX) lastLooks.clear();
  lastLooks.set(attemptId, now.getTime());
  return true;
}

/**
 * A payment link as it stands. While a QR code is out, asking here also asks the gateway whether it was paid.
 * @throws AppError NOT_FOUND for a token that is none of ours
 */
export async function showPayLink(ctx: Ctx, token: string): Promise<PayLink> {
  const found = await findLinkByToken(ctx.db, token);
  if (!found) throw new AppError('NOT_FOUND');
  const { lastQr } = found;
  if (!lastQr || !isWaitedFor(lastQr) || !isLookDue(lastQr.id, ctx.now)) return view(ctx, found);
  try {
    await checkForPerson(ctx, lastQr);
  } catch (error) {
    log.warn('payments.qr_not_looked_at', { attemptId: lastQr.id, error });
  }
  return view(ctx, (await findLinkByToken(ctx.db, token)) ?? found);
}

/** The same without asking the gateway. */
export async function viewPayLink(ctx: Ctx, token: string): Promise<PayLink> {
  const found = await findLinkByToken(ctx.db, token);
  if (!found) throw new AppError('NOT_FOUND');
  return view(ctx, found);
}

const isWaitedFor = ({ status }: NonNullable<LinkCase['lastQr']>) =>
  status === 'action_required' || status === 'unknown';

async function view(ctx: Ctx, found: LinkCase): Promise<PayLink> {
  const { link, order } = found;
  const isOpen = isStillOpen(found, ctx.now);
  return {
    ...shownStatus(found, isOpen, dayOf(ctx.now)),
    amount: link.amount,
    paymentDate: order.paymentDate,
    paidOn: order.paidOn,
    isOpen,
    expiresAt: link.expiresAt.toISOString(),
    bankDetails: isOpen ? bankDetailsOf(link) : null,
    qr: isOpen ? liveQr(found, ctx.now) : null,
    canHaveQr: isOpen && qrEndsAt(ctx.now, link.expiresAt) !== null && !(await isAnythingOpen(ctx, order.id)),
    setsSchedule: order.kind !== 'renewal' || order.status === 'unpaid',
  };
}

/** Open, and its time is not over: the run that closes it may be a minute late. */
export function isStillOpen({ link, order }: Pick<LinkCase, 'link' | 'order'>, now: Date): boolean {
  const isOwed = ['charging', 'awaiting_payment', 'unpaid'].includes(order.status);
  return link.status === 'open' && link.expiresAt > now && isOwed;
}

function shownStatus({ order, payment, lastQr }: LinkCase, isOpen: boolean, today: Day): ShownPayment {
  if (order.status === 'paid' || order.status === 'refunded') return { status: 'success', reason: null };
  if (isOpen) {
    return lastQr?.status === 'declined'
      ? { status: 'fail', reason: lastQr.reason }
      : { status: 'pending', reason: null };
  }
  const facts = { orderStatus: order.status, paymentStatus: payment.status, reason: payment.reason };
  const shown = shownPayment({ ...facts, isUnderWay: false, paymentDate: order.paymentDate, today });
  // A payment still pending some other way is shown as expired on this link.
  return shown?.status === 'suspended' ? shown : { status: 'expired', reason: null };
}

/** The QR code that can be scanned now; null where none is. */
export function liveQr({ link, lastQr }: LinkCase, now: Date): PayLink['qr'] {
  if (lastQr?.status !== 'action_required' || !lastQr.chargeId || !lastQr.expiresAt) return null;
  if (lastQr.expiresAt <= now) return null;
  return {
    imageUrl: `/api/pay/${link.token}/qr?v=${lastQr.attemptNo}`,
    endsAt: lastQr.expiresAt.toISOString(),
  };
}

/** Whether any attempt is still open. An expired QR code does not count: asking for the next one closes it. */
async function isAnythingOpen({ db, now }: Ctx, orderId: string): Promise<boolean> {
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
