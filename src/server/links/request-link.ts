import { AppError } from '@/domain/errors';
import { waitForLink } from '@/domain/lifecycle/methods';
import type { Satang } from '@/domain/money';
import { linkEndsAt } from '@/domain/payment-link';
import { canChangeDetails, isRegistrationExpired } from '@/domain/subscription';
import { lockAccount, requireAccount } from '../lifecycle/require-subscriber';
import { writeAudit } from '../lifecycle/audit';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { applyChanges } from '../lifecycle/apply-changes';
import type { Subscription } from '../lifecycle/locks';
import {
  bankDetailsOf,
  findOpenLink,
  openLink,
  payUrl,
  type BankDetails,
  type Link,
} from '../lifecycle/payment-links';
import { requireTotal, totalsOf } from '../charging/expected-total';
import { findOpenAttempt, releaseOpenPayments } from '../settlement/open-attempts';
import { findOwed, type Owed } from '../charging/owed';
import { findPendingPayment, type PendingPayment } from './pending';

export interface RequestedLink {
  paymentUrl: string;
  expiresAt: string;
  bankDetails: BankDetails;
  pendingPayment: PendingPayment | null;
}

/**
 * A link for what is owed: an offline order whose link has ended, one that went unpaid, or one that a card was declined
 * for, whose retries go on. While a link is open, that one.
 * @param expectedTotal the total that was shown, in satang; undefined accepts any
 * @throws AppError NOTHING_TO_PAY, TOTAL_CHANGED (no link is made), PAYMENT_PENDING while a charge's outcome is unknown, NOT_ALLOWED for a registration
 * that no offline payment is open for
 */
export async function requestPaymentLink(
  ctx: Ctx,
  accountId: string,
  expectedTotal?: Satang,
): Promise<RequestedLink> {
  const { subscription } = await requireAccount(ctx.db, accountId, canChangeDetails);
  const owed = await findOwed(ctx.db, subscription);
  if (owed) requireTotal(expectedTotal, totalsOf(owed.order));
  const open = owed && (await findOpenLink(ctx.db, owed.order.id));
  if (open && open.expiresAt > ctx.now) return toRequestedLink(ctx, accountId, open);
  await leaveBank(ctx, accountId);
  const link = await transaction(ctx.db, async (tx) => {
    const person = await lockAccount(tx, accountId, canChangeDetails);
    return makeLink(tx, ctx.now, person.subscription, expectedTotal);
  });
  return toRequestedLink(ctx, accountId, link);
}

/**
 * Closes a renewal's open 3-D Secure page so that it can be paid by link. A reactivation's page is not closed: it is
 * refused with PAYMENT_PENDING.
 */
async function leaveBank(ctx: Ctx, accountId: string): Promise<void> {
  const undecided = await findOpenAttempt(ctx.db, accountId);
  if (!undecided) return;
  if (undecided.trigger === 'reactivation') throw new AppError('PAYMENT_PENDING');
  await releaseOpenPayments(ctx, accountId);
}

async function makeLink(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  expectedTotal: Satang | undefined,
): Promise<Link> {
  if (isRegistrationExpired(subscription, now)) throw new AppError('NOT_ALLOWED');
  const owed = await findOwed(tx, subscription);
  if (owed) requireTotal(expectedTotal, totalsOf(owed.order));
  const open = owed && (await findOpenLink(tx, owed.order.id));
  if (open && open.expiresAt > now) return open;
  if (await findOpenAttempt(tx, subscription.accountId)) throw new AppError('PAYMENT_PENDING');
  if (!owed || !isPayableByLink(owed)) throw new AppError('NOTHING_TO_PAY');
  const link = await linkOwed(tx, now, subscription, owed);
  await writeAudit(tx, now, {
    actor: subscription.accountId,
    subject: subscription.id,
    what: 'payment.link_requested',
    detail: { orderId: owed.order.id },
  });
  return link;
}

/** A card that has not been tried yet is tried first. */
function isPayableByLink({ order, payment }: Owed): boolean {
  return order.status !== 'charging' || payment.status === 'failed';
}

/** Opens the link of an order that is owed, and has its payment say so. The caller holds the subscription's lock. */
export async function linkOwed(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { order }: Owed,
): Promise<Link> {
  const about = { cause: 'asked_by_subscriber', actor: subscription.accountId } as const;
  await applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, ...waitForLink(order) }]);
  return openLink(tx, now, order.id, { expiresAt: linkEndsAt(now), asked: true });
}

async function toRequestedLink(ctx: Ctx, accountId: string, link: Link): Promise<RequestedLink> {
  return {
    paymentUrl: payUrl(link.token),
    expiresAt: link.expiresAt.toISOString(),
    bankDetails: bankDetailsOf(link),
    pendingPayment: await findPendingPayment(ctx, accountId),
  };
}
