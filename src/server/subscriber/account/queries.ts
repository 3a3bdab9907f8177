import { and, asc, eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { coarseReason } from '@/domain/decline';
import { shownPayment } from '@/domain/payment';
import { firstDates } from '@/domain/schedule';
import {
  erasureDueAt,
  isRegistrationExpired,
  isRegistering,
  registrationExpiresAt,
} from '@/domain/subscription';
import { loadCatalogue } from '../../shop/catalogue/queries';
import type { Ctx } from '../../platform/context';
import { accounts, boxItems, orders, paymentLinks, payments, subscriptions } from '../../db/schema';
import { findLastPaidOrder, listUpcomingOrders } from '../../shop/orders/queries';
import { quoteOrder } from '@/domain/quote';
import { listCards } from '../../money/cards/saved-cards';
import { pollForSubscriber } from '../../money/settlement/poll-unknown-charges';
import { totalsOf } from '../../money/charging/expected-total';
import { findOpenLink, payUrl } from '../../lifecycle/payment-links';
import { findOpenAttempt } from '../../money/settlement/queries';
import { findCode } from '../../shop/rewards/codes';
import { getMeWithDelivery } from './me';

/**
 * Returns the data of the account's start page: account, subscription, pending payment, upcoming orders, last paid
 * order and cards. Runs four queries, including the query for the session.
 * @param secret the session secret in the cookie; null without a cookie
 * @throws AppError NOT_LOGGED_IN
 */
export async function getHome(ctx: Ctx, secret: string | null) {
  return homeOf(ctx, await getMeWithDelivery(ctx, secret));
}

/** Returns the data of the start page of an account whose own data were read. Runs three queries. */
export async function homeOf(ctx: Ctx, me: Awaited<ReturnType<typeof getMeWithDelivery>>) {
  const [{ orders: upcoming, today }, lastPaid] = await Promise.all([
    listUpcomingOrders(ctx, me.account.id),
    findLastPaidOrder(ctx, me.account.id),
  ]);
  const nextPaymentDate = upcoming.find((order) => !order.skipped)?.paymentDate ?? null;
  const cards = await listCards(ctx.db, ctx.now, me.account.id, nextPaymentDate);
  return { ...me, upcoming, lastPaid, cards, today };
}

function deliveryOf(account: typeof accounts.$inferSelect) {
  return {
    address: account.address ?? '',
    subdistrict: account.subdistrict,
    district: account.district,
    province: account.province ?? '',
    postalCode: account.postalCode ?? '',
  };
}

/**
 * Returns an unfinished or just finished registration. While the outcome of its payment is unknown, first reads the
 * charge at the gateway and settles it.
 * @throws AppError NOT_FOUND for an account without a subscription
 */
export async function settleAndGetRegistration(ctx: Ctx, accountId: string) {
  const open = await findOpenAttempt(ctx.db, accountId);
  if (open) await pollForSubscriber(ctx, open);
  // Reads the payment before the subscription, so that a paid order never appears unregistered.
  const payment = await firstPayment(ctx, accountId);
  const [row] = await ctx.db
    .select({ account: accounts, subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(eq(subscriptions.accountId, accountId));
  if (!row) throw new AppError('NOT_FOUND');
  const { account, subscription } = row;
  const items = await ctx.db
    .select({ productCode: boxItems.productCode, quantity: boxItems.quantity })
    .from(boxItems)
    .where(eq(boxItems.subscriptionId, subscription.id))
    .orderBy(asc(boxItems.productCode));
  const found =
    subscription.code === null ? null : await findCode(ctx.db, subscription.code, accountId, ctx.now);
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const { totals } = quoteOrder(catalogue, items, account.postalCode, found?.discount ?? null);
  return {
    registrationId: subscription.id,
    status: subscription.status,
    /** The first instant at which the registration can no longer be changed or paid (ISO 8601, UTC). */
    expiresAt: registrationExpiresAt(subscription.registeredOn).toISOString(),
    /**
     * The instant at which an expired registration is deleted (ISO 8601, UTC). Until then a bank transfer can be
     * matched. Null before the registration has expired, or without a payment link.
     */
    transferAwaitedUntil:
      payment?.linkShown && isRegistrationExpired(subscription, ctx.now)
        ? erasureDueAt(subscription.registeredOn, { linkShown: true }).toISOString()
        : null,
    step: stepOf(subscription, account.postalCode),
    plan: {
      frequency: subscription.frequency,
      paymentDay: subscription.paymentDay,
      items,
    },
    details: {
      firstName: account.firstName,
      lastName: account.lastName,
      phone: account.phone,
      ageGroup: account.ageGroup,
      email: account.email,
    },
    emailVerified: account.emailVerifiedAt !== null,
    delivery: account.postalCode ? deliveryOf(account) : null,
    code: payment?.asked ? payment.asked.code : (found?.code ?? null),
    totals: payment?.asked ? payment.asked.totals : totals,
    dates: firstDates(payment?.paidOn ?? dayOf(ctx.now), subscription.paymentDay, subscription.frequency),
    payment: payment && {
      status: payment.status,
      reason: payment.reason,
      authorizeUri: payment.authorizeUri,
      orderId: payment.orderId,
      orderNumber: payment.orderNumber,
      method: payment.method,
      paymentUrl: payment.link && payUrl(payment.link.token),
      expiresAt: payment.link && payment.link.expiresAt.toISOString(),
    },
  };
}

function stepOf(
  subscription: typeof subscriptions.$inferSelect,
  postalCode: string | null,
): 'delivery' | 'payment' | 'done' {
  if (!isRegistering(subscription)) return 'done';
  return postalCode === null ? 'delivery' : 'payment';
}

async function firstPayment(ctx: Ctx, accountId: string) {
  const [row] = await ctx.db
    .select({ order: orders, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.accountId, accountId), eq(orders.kind, 'first')));
  if (!row) return null;
  const { order, payment } = row;
  const [open, link, links] = await Promise.all([
    findOpenAttempt(ctx.db, accountId),
    findOpenLink(ctx.db, order.id),
    ctx.db.select({ id: paymentLinks.id }).from(paymentLinks).where(eq(paymentLinks.orderId, order.id)),
  ]);
  const shown = shownPayment({
    orderStatus: order.status,
    paymentStatus: payment.status,
    reason: payment.reason,
    isUnderWay: open !== null,
    paymentDate: order.paymentDate,
    today: dayOf(ctx.now),
  });
  const waits = open?.status === 'action_required';
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    method: payment.method,
    link,
    linkShown: links.length > 0,
    status: waits ? ('action_required' as const) : (shown?.status ?? ('pending' as const)),
    reason: shown?.reason == null ? null : coarseReason(shown.reason),
    authorizeUri: waits ? open.authorizeUri : null,
    paidOn: order.paidOn,
    // The amount that was paid, or requested by a link or 3-D Secure. The code's discount may have changed since.
    asked: order.paidOn === null && !link && !open ? null : { code: order.code, totals: totalsOf(order) },
  };
}
