import { canChangeDetails } from '@/domain/subscription';
import { findOwedOrder } from '../charging/queries';
import { transaction } from '../../db';
import { writeAudit } from '../../lifecycle/audit';
import { findOpenLink, notifyPaymentLink } from '../../lifecycle/payment-links';
import { refuseRecentMessage } from '../../lifecycle/recent-message';
import { writeReason, type OnBehalf } from '../../lifecycle/requester';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { requestPaymentLink } from './request-link';

/**
 * Sends the open payment link of the owed order again. Without an open link, opens one, which sends it.
 * @throws AppError NOTHING_TO_PAY, PAYMENT_PENDING, NOT_ALLOWED as `requestPaymentLink`; MESSAGE_SENT_RECENTLY within
 *   ten minutes of the last time; OWN_ACCOUNT, MONTHLY_LIMIT
 */
export async function sendLinkAgain(ctx: Ctx, accountId: string, by: OnBehalf): Promise<void> {
  const { db, now } = ctx;
  const isSent = await transaction(db, async (tx) => {
    const { account, subscription } = await lockAccount(tx, accountId, canChangeDetails);
    await requireStaffMay(tx, now, by.actor, { act: 'messageResends', accountId });
    const owed = await findOwedOrder(tx, subscription);
    const link = owed && (await findOpenLink(tx, owed.order.id));
    if (!owed || !link || link.expiresAt <= now) return false;
    await refuseRecentMessage(tx, now, accountId, `payment_link:${link.id}`);
    const again = { kind: 'payment_link', asked: true, again: now.toISOString() } as const;
    await notifyPaymentLink(tx, now, { order: owed.order, account, link }, again);
    await writeAudit(tx, now, {
      actor: by.actor,
      subject: subscription.id,
      what: 'payment.link_sent_again',
      detail: { orderId: owed.order.id },
    });
    await writeReason(tx, now, by);
    return true;
  });
  if (!isSent) await requestPaymentLink(ctx, accountId, undefined, by);
}
