import { and, asc, eq, isNotNull, lte, min, ne, sql } from 'drizzle-orm';
import { decideLinkEnd } from '@/domain/lifecycle/declines';
import { AHEAD } from '@/domain/lifecycle/orders';
import { linkEndsAt } from '@/domain/payment-link';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { accounts, orders, paymentLinks, payments } from '../db/schema';
import { isBillingPaused } from '../platform/flags';
import { applyChanges } from '../lifecycle/apply-changes';
import { loadOrders } from '../lifecycle/load-facts';
import { queueMessage } from '../lifecycle/outbox';
import { accountUrl } from '../platform/site-url';
import { lockSubscription } from '../lifecycle/locks';
import { checkAttempt } from '../settlement/poll-attempts';
import { findLinkById, type LinkCase } from './cases';
import { openLink, tellLink } from '../lifecycle/payment-links';

/** While the gateway can't say what became of a link's last QR code, it is asked again this much later. */
const AGAIN_AFTER_MS = 5 * 60_000;

/** Offline payments whose link is due: 09:00 of the payment date has come. None while billing is paused. */
export async function listLinksToMake({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  if (await isBillingPaused(db)) return [];
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.dueAt), lte(payments.dueAt, now), eq(payments.method, 'offline')))
    .orderBy(asc(payments.dueAt), asc(payments.id))
    .limit(limit);
}

/** Makes the link of a due payment and sends it. @returns whether it did; another run may have been quicker. */
export async function makeDueLink({ db, now }: Ctx, paymentId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [owner] = await tx
      .select({ subscriptionId: orders.subscriptionId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.id, paymentId));
    if (!owner || !(await lockSubscription(tx, owner.subscriptionId))) return false;
    // Looked at again: billing may have been paused while this run was under way.
    if (await isBillingPaused(tx)) return false;
    const [due] = await tx
      .select({ orderId: orders.id })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(
        and(
          eq(payments.id, paymentId),
          lte(payments.dueAt, now),
          eq(payments.method, 'offline'),
          eq(orders.status, 'awaiting_payment'),
        ),
      );
    if (!due) return false;
    const made = { payments: [{ orderId: due.orderId, dueAt: null }] };
    const about = { cause: 'payment_date_began', actor: 'billing' } as const;
    await applyChanges(tx, now, [{ ...about, subscriptionId: owner.subscriptionId, ...made }]);
    await openLink(tx, now, due.orderId, { expiresAt: linkEndsAt(now), asked: false });
    return true;
  });
}

/** Links that end soon and whose owners have not been told. */
export async function listLinksToRemind({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .where(lte(paymentLinks.remindAt, now))
    .orderBy(asc(paymentLinks.remindAt), asc(paymentLinks.id))
    .limit(limit);
}

export async function nextLinkReminderAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(paymentLinks.remindAt) })
    .from(paymentLinks)
    .where(sql`${paymentLinks.remindAt} > ${after.toISOString()}`);
  return row?.at ?? null;
}

/** Says that a link ends soon; once, and only while it is open and works. */
export async function remindOfLink({ db, now }: Ctx, linkId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockLink(tx, linkId);
    if (!found || found.link.remindAt === null || found.link.remindAt > now) return;
    await tx.update(paymentLinks).set({ remindAt: null }).where(eq(paymentLinks.id, linkId));
    if (found.link.expiresAt <= now) return;
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, found.order.accountId));
    if (account)
      await tellLink(tx, now, account, found.link, { kind: 'payment_link_expiring', asked: false });
  });
}

/** Links whose time is over. A first payment's ends with its registration, by the lapse. */
export async function listLinksToExpire({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(and(lte(paymentLinks.checkAt, now), ne(orders.kind, 'first')))
    .orderBy(asc(paymentLinks.checkAt), asc(paymentLinks.id))
    .limit(limit);
}

export async function nextLinkExpiryAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(paymentLinks.checkAt) })
    .from(paymentLinks)
    .where(sql`${paymentLinks.checkAt} > ${after.toISOString()}`);
  return row?.at ?? null;
}

/**
 * Ends a link whose time is over: payment expired, order unpaid, subscription inactive. Its last QR code is read at the
 * gateway first, and until that can be read nothing ends: what was paid in time is in time.
 */
export async function expireLink(ctx: Ctx, linkId: string): Promise<void> {
  const before = await findLinkById(ctx.db, linkId);
  if (before?.lastQr && isUnread(before)) await checkAttempt(ctx, before.lastQr);
  await transaction(ctx.db, async (tx) => {
    const found = await lockLink(tx, linkId);
    if (!found || found.link.expiresAt > ctx.now) return;
    if (isUnread(found)) return waitLonger(tx, ctx.now, linkId);
    await endLink(tx, ctx.now, found);
  });
}

async function waitLonger(tx: Tx, now: Date, linkId: string): Promise<void> {
  const checkAt = new Date(now.getTime() + AGAIN_AFTER_MS);
  await tx.update(paymentLinks).set({ checkAt }).where(eq(paymentLinks.id, linkId));
}

/** Whether a QR code of the link may have been paid without our knowing. */
function isUnread({ lastQr }: LinkCase): boolean {
  return lastQr !== null && lastQr.closedAt === null;
}

/** An open link, its subscription locked; null when it is not open any more. */
async function lockLink(tx: Tx, linkId: string): Promise<LinkCase | null> {
  const before = await findLinkById(tx, linkId);
  if (!before || !(await lockSubscription(tx, before.subscription.id))) return null;
  const found = await findLinkById(tx, linkId);
  return found?.link.status === 'open' ? found : null;
}

async function endLink(tx: Tx, now: Date, { order, payment, subscription }: LinkCase): Promise<void> {
  const ahead = await loadOrders(tx, subscription, AHEAD);
  const { changes, deactivates } = decideLinkEnd({
    order,
    paymentStatus: payment.status,
    subscription,
    ahead,
  });
  const about = { cause: 'link_expired', actor: 'billing', subscriptionId: subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, ...changes }]);
  if (!deactivates) return;
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, order.accountId));
  if (!account) return;
  await queueMessage(tx, now, {
    kind: 'subscription_inactive',
    accountId: account.id,
    dedupeKey: `subscription_inactive:${order.id}`,
    payload: {
      firstName: account.firstName,
      orderId: order.id,
      total: order.total,
      reason: null,
      accountUrl: accountUrl(account.locale),
    },
  });
}
