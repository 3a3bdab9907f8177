import type { z } from 'zod';
import { dayOf } from '@/domain/day';
import { cardStatus } from '@/domain/card';
import { reasonOf, stopsRetries } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { isRepairable } from '@/domain/order-link';
import type { repairAnswer } from '@/schemas/answers/order-links';
import type { Db, Tx } from '../../db';
import { offeredApps, offeredBanks } from '../../money/payment-links/offered-means';
import { pollWhenDue } from '../../money/payment-links/poll-when-due';
import type { Ctx } from '../../platform/context';
import { findRepair, stateOf, type Repair } from './find-repair';

/**
 * The data of the page `/fix/<token>`. It contains nothing of the account, because the page needs no log-in.
 */
export type RepairView = z.output<typeof repairAnswer>;

/** `readerId`: the account of the caller's session; missing or null without one. A link itself proves no identity. */
export type LinkCtx = Ctx & { readerId?: string | null };

export const isOwner = ({ readerId }: LinkCtx, { order }: Repair): boolean => readerId === order.accountId;

/**
 * Returns the order of a repair link. First reads its open QR code or payment in an app at the gateway, at most every four seconds.
 * @throws AppError NOT_FOUND for an unknown token and a deleted account
 */
export async function showRepair(ctx: LinkCtx, token: string): Promise<RepairView> {
  const found = await requireRepair(ctx, token);
  const isRead = found.open !== null && (await pollWhenDue(ctx, found.open));
  return toView(ctx, token, isRead ? await requireRepair(ctx, token) : found);
}

/** Returns the order of a repair link without a call to the gateway. @throws AppError NOT_FOUND */
export async function viewRepair(ctx: LinkCtx, token: string): Promise<RepairView> {
  return toView(ctx, token, await requireRepair(ctx, token));
}

export async function requireRepair(at: { db: Db | Tx; now: Date }, token: string): Promise<Repair> {
  const found = await findRepair(at, token);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** Returns the QR code of the order that can be scanned now, or its payment that waits in an app; null without one. */
export function liveRepair({ open }: Repair, now: Date) {
  const isShown = open?.source === 'promptpay' && open.status === 'action_required' && open.chargeId;
  if (!isShown || !open.expiresAt || open.expiresAt <= now) return null;
  const { app, attemptNo, authorizeUri, chargeId } = open;
  return { app, attemptNo, authorizeUri, chargeId, endsAt: open.expiresAt.toISOString() };
}

/**
 * Whether the saved card is offered again: it has not expired, the bank did not say never, and it was not tried at the
 * link or in the account today.
 */
export function canTrySameCard(found: Repair, now: Date): boolean {
  const { card, open, reason, subscription, wasTriedToday } = found;
  const isOpen = ['retrying', 'unpaid'].includes(stateOf(found)) && open === null;
  if (!isOpen || card === null || subscription.paymentMethod !== 'card' || wasTriedToday) return false;
  const isHard = reason !== null && stopsRetries(reasonOf(reason));
  return !isHard && cardStatus(card, dayOf(now), null) !== 'expired';
}

async function toView(ctx: LinkCtx, token: string, found: Repair): Promise<RepairView> {
  const { order, payment, open } = found;
  const state = stateOf(found);
  const isOpen = isRepairable(state);
  const live = isOpen ? liveRepair(found, ctx.now) : null;
  const { app, authorizeUri } = live ?? {};
  const isAtBank = open?.source === 'card' && open.status === 'action_required';
  const { dueAt, givesUpAt } = payment;
  const isRetried = state === 'retrying' && dueAt !== null;
  return {
    state,
    orderNumber: order.orderNumber,
    amount: order.total,
    paymentDate: order.paymentDate,
    paidOn: order.paidOn,
    nextTryOn: isRetried ? dayOf(dueAt > ctx.now ? dueAt : ctx.now) : null,
    endsOn: isOpen && givesUpAt ? dayOf(new Date(givesUpAt.getTime() - 86_400_000)) : null,
    qr: live && !app ? { imageUrl: `/api/fix/${token}/qr?v=${live.attemptNo}`, endsAt: live.endsAt } : null,
    app: live && app && authorizeUri ? { name: app, authorizeUri, endsAt: live.endsAt } : null,
    apps: isOpen ? await offeredApps(ctx.now, order.total) : [],
    authorizeUri: isOpen && isAtBank ? open.authorizeUri : null,
    reason: isOpen ? found.reason : null,
    nextDate: found.nextDate,
    sameCard: canTrySameCard(found, ctx.now),
    bankAccount: isOpen && (await offeredBanks(ctx.now)).length > 0,
    canSave: isOwner(ctx, found),
  };
}
