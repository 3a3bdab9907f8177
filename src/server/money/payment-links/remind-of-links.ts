import { asc, eq, lte } from 'drizzle-orm';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { accounts, paymentLinks } from '../../db/schema';
import { notifyPaymentLink } from '../../lifecycle/payment-links';
import { lockLink } from './expire-links';

/** Returns links whose reminder is due. */
export async function listLinksToRemind({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .where(lte(paymentLinks.remindAt, now))
    .orderBy(asc(paymentLinks.remindAt), asc(paymentLinks.id))
    .limit(limit);
}

/** Queues the reminder that a link expires soon. It is queued once, and only for an open link. */
export async function sendLinkReminder({ db, now }: Ctx, linkId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockLink(tx, linkId);
    if (!found || found.link.remindAt === null || found.link.remindAt > now) return;
    await tx.update(paymentLinks).set({ remindAt: null }).where(eq(paymentLinks.id, linkId));
    if (found.link.expiresAt <= now) return;
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, found.order.accountId));
    if (!account) return;
    const { order, link } = found;
    const reminder = { kind: 'payment_link_expiring', asked: false } as const;
    await notifyPaymentLink(tx, now, { order, account, link }, reminder);
  });
}
