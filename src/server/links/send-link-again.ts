import { and, eq, gt, sql } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { MINUTE_MS } from '@/domain/duration';
import { RESEND_MINUTES } from '@/domain/staff';
import { canChangeDetails } from '@/domain/subscription';
import { findOwedOrder } from '../charging/queries';
import { transaction } from '../db';
import { messages } from '../db/schema';
import { writeAudit } from '../lifecycle/audit';
import { findOpenLink, notifyPaymentLink } from '../lifecycle/payment-links';
import type { OnBehalf } from '../lifecycle/requester';
import { lockAccount } from '../lifecycle/require-subscriber';
import type { Ctx } from '../platform/context';
import { requestPaymentLink } from './request-link';

/**
 * Sends the open payment link of the owed order again. Without an open link, opens one, which sends it.
 * @throws AppError NOTHING_TO_PAY, PAYMENT_PENDING, NOT_ALLOWED as `requestPaymentLink`; MESSAGE_SENT_RECENTLY within
 *   ten minutes of the last time
 */
export async function sendLinkAgain(ctx: Ctx, accountId: string, by: OnBehalf): Promise<void> {
  const { db, now } = ctx;
  const isSent = await transaction(db, async (tx) => {
    const { account, subscription } = await lockAccount(tx, accountId, canChangeDetails);
    const owed = await findOwedOrder(tx, subscription);
    const link = owed && (await findOpenLink(tx, owed.order.id));
    if (!owed || !link || link.expiresAt <= now) return false;
    const since = new Date(now.getTime() - RESEND_MINUTES * MINUTE_MS);
    const [recent] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(
        and(
          eq(messages.accountId, accountId),
          gt(messages.createdAt, since),
          sql`starts_with(${messages.dedupeKey}, ${`payment_link:${link.id}`})`,
        ),
      );
    if (recent) throw new AppError('MESSAGE_SENT_RECENTLY');
    const again = { kind: 'payment_link', asked: true, again: now.toISOString() } as const;
    await notifyPaymentLink(tx, now, { order: owed.order, account, link }, again);
    await writeAudit(tx, now, {
      actor: by.actor,
      subject: subscription.id,
      what: 'payment.link_sent_again',
      detail: { orderId: owed.order.id },
    });
    await by.then?.(tx, now);
    return true;
  });
  if (!isSent) await requestPaymentLink(ctx, accountId, undefined, by);
}
