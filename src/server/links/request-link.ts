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
import { writeReason, requestedBy, type OnBehalf } from '../lifecycle/requester';
import {
  bankDetailsOf,
  findOpenLink,
  openLink,
  payUrl,
  type BankDetails,
  type Link,
} from '../lifecycle/payment-links';
import { requireTotal, totalsOf } from '../charging/expected-total';
import { findOpenAttempt } from '../settlement/queries';
import { releaseOpenPayments } from '../settlement/release-open-payments';
import { findOwedOrder, type OwedOrder } from '../charging/queries';
import { findPendingPayment, type PendingPayment } from './queries';

export interface RequestedLink {
  paymentUrl: string;
  expiresAt: string;
  bankDetails: BankDetails;
  pendingPayment: PendingPayment | null;
}

/**
 * Returns the open link of the owed order. Without one, opens a link for one of three kinds of order: an
 * offline order with an expired link, an unpaid order, or an order whose card was declined. The retry
 * schedule of a declined card continues.
 * @param expectedTotal the total that was shown, in satang; undefined accepts any
 * @param by the member of the staff who requests the link; the subscriber by default
 * @throws AppError NOTHING_TO_PAY, TOTAL_CHANGED (no link is opened), PAYMENT_PENDING while a charge's
 *   outcome is unknown, NOT_ALLOWED for a registration without an open offline payment
 */
export async function requestPaymentLink(
  ctx: Ctx,
  accountId: string,
  expectedTotal?: Satang,
  by?: OnBehalf,
): Promise<RequestedLink> {
  const { subscription } = await requireAccount(ctx.db, accountId, canChangeDetails);
  const owed = await findOwedOrder(ctx.db, subscription);
  if (owed) requireTotal(expectedTotal, totalsOf(owed.order));
  const open = owed && (await findOpenLink(ctx.db, owed.order.id));
  if (open && open.expiresAt > ctx.now) return toRequestedLink(ctx, accountId, open);
  await abandonRenewalChallenge(ctx, accountId);
  const link = await transaction(ctx.db, async (tx) => {
    const person = await lockAccount(tx, accountId, canChangeDetails);
    return createLink(tx, ctx.now, person.subscription, expectedTotal, by);
  });
  return toRequestedLink(ctx, accountId, link);
}

/**
 * Abandons the open 3-D Secure challenge of a renewal, so that the order can be paid by link.
 * @throws AppError PAYMENT_PENDING for the challenge of a reactivation or an order now, which stays open
 */
async function abandonRenewalChallenge(ctx: Ctx, accountId: string): Promise<void> {
  const unresolved = await findOpenAttempt(ctx.db, accountId);
  if (!unresolved) return;
  if (unresolved.trigger === 'reactivation' || unresolved.trigger === 'order_now')
    throw new AppError('PAYMENT_PENDING');
  await releaseOpenPayments(ctx, accountId);
}

async function createLink(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  expectedTotal: Satang | undefined,
  by: OnBehalf | undefined,
): Promise<Link> {
  if (isRegistrationExpired(subscription, now)) throw new AppError('NOT_ALLOWED');
  const owed = await findOwedOrder(tx, subscription);
  if (owed) requireTotal(expectedTotal, totalsOf(owed.order));
  const open = owed && (await findOpenLink(tx, owed.order.id));
  if (open && open.expiresAt > now) return open;
  if (await findOpenAttempt(tx, subscription.accountId)) throw new AppError('PAYMENT_PENDING');
  if (!owed || !isPayableByLink(owed)) throw new AppError('NOTHING_TO_PAY');
  const link = await openOwedLink(tx, now, subscription, owed, by);
  await writeAudit(tx, now, {
    actor: requestedBy(subscription.accountId, by).actor,
    subject: subscription.id,
    what: 'payment.link_requested',
    detail: { orderId: owed.order.id },
  });
  await writeReason(tx, now, by);
  return link;
}

/**
 * Whether a link may be opened for the order. This is not possible before the first charge of a card payment.
 */
function isPayableByLink({ order, payment }: OwedOrder): boolean {
  return order.status !== 'charging' || payment.status === 'failed';
}

/**
 * Opens a link for an owed order. The order's payment then waits for the link. The caller must hold the
 * subscription's lock.
 */
export async function openOwedLink(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { order }: OwedOrder,
  by?: OnBehalf,
): Promise<Link> {
  const about = requestedBy(subscription.accountId, by);
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
