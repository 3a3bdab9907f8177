import { and, asc, eq, lte, ne } from 'drizzle-orm';
import { decideLinkEnd } from '@/domain/lifecycle/declines';
import { AHEAD } from '@/domain/lifecycle/orders';
import { mayConcern } from '@/domain/payment-link';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { orders, paymentLinks } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { loadOrders } from '../../lifecycle/load-facts';
import { lockSubscription } from '../../lifecycle/locks';
import { notifyInactive } from '../settlement/end-notices';
import { planNextOrders } from '../settlement/plan-after-order-now';
import { pollAttempt } from '../settlement/poll-unknown-charges';
import { findLinkById, type LinkRows } from './queries';
import { listHoldingTransfers } from './unbooked-transfers';

/** The wait before an expired link that could not be closed is checked again. */
const RETRY_AFTER_MS = 5 * 60_000;

/**
 * Returns expired open links. Links of first payments are omitted, because they are closed with their
 * registration.
 */
export async function listLinksToExpire({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(and(lte(paymentLinks.checkAt, now), ne(orders.kind, 'first')))
    .orderBy(asc(paymentLinks.checkAt), asc(paymentLinks.id))
    .limit(limit);
}

/**
 * Closes an expired link: the payment becomes expired, the order unpaid and the subscription inactive. Reads
 * the link's last QR code at the gateway first, because the code may have been paid in time. The link stays open
 * if that read fails, and while a transfer that is not booked may concern it.
 */
export async function expireLink(ctx: Ctx, linkId: string): Promise<void> {
  const before = await findLinkById(ctx.db, linkId);
  if (before?.lastQr && isUnread(before)) await pollAttempt(ctx, before.lastQr);
  await transaction(ctx.db, async (tx) => {
    const found = await lockLink(tx, linkId);
    if (!found || found.link.expiresAt > ctx.now) return;
    if (isUnread(found) || (await isHeld(tx, ctx.now, found))) return postponeExpiry(tx, ctx.now, linkId);
    await closeExpiredLink(tx, ctx.now, found);
  });
}

async function postponeExpiry(tx: Tx, now: Date, linkId: string): Promise<void> {
  const checkAt = new Date(now.getTime() + RETRY_AFTER_MS);
  await tx.update(paymentLinks).set({ checkAt }).where(eq(paymentLinks.id, linkId));
}

/** Whether a transfer that no operator has decided on may concern the link. */
async function isHeld(tx: Tx, now: Date, { link }: LinkRows): Promise<boolean> {
  const transfers = await listHoldingTransfers(tx, now);
  return transfers.some((transfer) => mayConcern(transfer, link));
}

/** Whether the outcome of the link's last QR code is still unknown. */
function isUnread({ lastQr }: LinkRows): boolean {
  return lastQr !== null && lastQr.closedAt === null;
}

/** Locks the subscription of a link and returns the link; null if it is not open. */
export async function lockLink(tx: Tx, linkId: string): Promise<LinkRows | null> {
  const before = await findLinkById(tx, linkId);
  if (!before || !(await lockSubscription(tx, before.subscription.id))) return null;
  const found = await findLinkById(tx, linkId);
  return found?.link.status === 'open' ? found : null;
}

async function closeExpiredLink(
  tx: Tx,
  now: Date,
  { order, payment, subscription }: LinkRows,
): Promise<void> {
  const ahead = await loadOrders(tx, subscription, AHEAD);
  const { changes, deactivates, beginsOrder } = decideLinkEnd({
    now,
    order,
    paymentStatus: payment.status,
    subscription,
    ahead,
  });
  const about = { cause: 'link_expired', actor: 'billing', subscriptionId: subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, ...changes }]);
  if (beginsOrder) await planNextOrders(tx, now, subscription);
  if (deactivates) await notifyInactive(tx, now, { orderId: order.id, reason: null });
}
