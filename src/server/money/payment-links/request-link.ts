import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { waitForLink } from '@/domain/lifecycle/methods';
import type { Satang } from '@/domain/money';
import { openStateOf, type OpenState } from '@/domain/pay-now';
import { linkEndsAt } from '@/domain/payment-link';
import { canChangeDetails, isRegistrationExpired } from '@/domain/subscription';
import type { paymentLinkAnswer } from '@/schemas/answers/payments';
import { requireAccount } from '../../lifecycle/require-subscriber';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import type { Tx } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import type { Subscription } from '../../lifecycle/locks';
import { writeReason, requestedBy, type OnBehalf } from '../../lifecycle/requester';
import { bankDetailsOf, findOpenLink, openLink, payUrl, type Link } from '../../lifecycle/payment-links';
import { totalsOf } from '../charging/expected-total';
import { payNow, type Payment, type Standing } from '../charging/pay-now';
import { findOpenAttempt, type Attempt } from '../settlement/queries';
import { findOwedOrder, type OwedOrder } from '../charging/queries';
import { findPendingPayment } from './queries';

export type RequestedLink = z.output<typeof paymentLinkAnswer>;

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
  const { facts } = await payNow(ctx, linkRequest(accountId, expectedTotal, by));
  const link = facts.link ?? (facts.owed && (await findOpenLink(ctx.db, facts.owed.order.id)));
  if (!link) throw new AppError('PAYMENT_PENDING');
  return toRequestedLink(ctx, accountId, link);
}

interface Requesting extends Standing {
  subscription: Subscription;
  owed: OwedOrder | null;
  /** The open link of the owed order; null without one. */
  link: Link | null;
}

function linkRequest(
  accountId: string,
  expectedTotal: Satang | undefined,
  by: OnBehalf | undefined,
): Payment<Requesting> {
  return {
    accountId,
    purpose: 'link',
    expectedTotal,
    read: async (db, { now }) => {
      const { subscription } = await requireAccount(db, accountId, canChangeDetails);
      const owed = await findOwedOrder(db, subscription);
      const found = owed && (await findOpenLink(db, owed.order.id));
      const link = found && found.expiresAt > now ? found : null;
      const attempt = await findOpenAttempt(db, accountId);
      return {
        means: 'later',
        open: link ? 'live' : openStateForLink(attempt),
        attempt,
        totals: owed && totalsOf(owed.order),
        isUncharged: !owed || !isPayableByLink(owed),
        isLate: !link && isRegistrationExpired(subscription, now),
        subscription,
        owed,
        link,
      };
    },
    write: async (tx, now, { facts: { subscription, owed }, step }) => {
      if (!owed || step.do === 'nothing') return { refused: new AppError('NOTHING_TO_PAY') };
      await openOwedLink(tx, now, subscription, owed, by);
      await writeAudit(tx, now, {
        actor: requestedBy(accountId, by).actor,
        subject: subscription.id,
        what: 'payment.link_requested',
        detail: { orderId: owed.order.id },
      });
      await writeReason(tx, now, by);
      return { result: null };
    },
  };
}

/** A link ends the challenge of a renewal. That of a reactivation or an order now stays open. */
const openStateForLink = (attempt: Attempt | null): OpenState =>
  attempt?.trigger === 'reactivation' || attempt?.trigger === 'order_now'
    ? 'unresolved'
    : openStateOf(attempt, { isSame: false });

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
