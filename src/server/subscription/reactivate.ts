import { and, desc, eq } from 'drizzle-orm';
import { dayOf, daysBetween, type Day } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { isAsShown } from '@/domain/payment';
import { mayReactivate } from '@/domain/reactivation';
import { firstDates, REMINDER_DAYS } from '@/domain/schedule';
import { canReactivateOn, type Frequency } from '@/domain/subscription';
import { requireAccount } from '../lifecycle/require-subscriber';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import type { Db, Tx } from '../db';
import { chargeAttempts, orders, scheduleEpochs } from '../db/schema';
import { loadSubscriber, lockSubscriber } from '../lifecycle/load-facts';
import type { OrderView } from '../orders/queries';
import { remindOfOrders } from '../orders/reminders';
import { countCardAttempt, releaseCardAttempt } from '../cards/card-limits';
import { findDefaultCard } from '../cards/saved-cards';
import { chargeNow, claimNow, type ChargeView } from '../charging/charge-now';
import { writeAttempt, type WrittenAttempt } from '../charging/write-attempts';
import { requireTotal } from '../charging/expected-total';
import { findOpenAttempt } from '../settlement/queries';
import { releaseOpenPayments } from '../settlement/release-open-payments';
import { findPendingPayment, type PendingPayment } from '../links/queries';
import type { QrsRead } from '../charging/unread-qrs';
import {
  reactivateFromPaidOrder,
  reactivateOnDay,
  reactivateByLink,
  writeReactivationOrder,
} from '../settlement/reactivation';
import { getSubscriptionView, type ShownSubscription } from './queries';
import { quoteReactivation, type ReactivationQuote } from './reactivation-options';

export interface ReactivationRequest {
  when: 'now' | Day;
  frequency: Frequency;
  /**
   * The total in satang that the screen showed: of today's order for 'now', otherwise of each later order.
   * Undefined accepts any total.
   */
  expectedTotal?: Satang;
}

export interface Reactivated {
  subscription: ShownSubscription;
  dates: Day[];
  charge: ChargeView | null;
  pendingPayment: PendingPayment | null;
}

/**
 * The path of the page to which the bank redirects the subscriber after 3-D Secure. The page polls the
 * charge.
 */
const RETURN_PATH = '/account/subscription/reactivate';

/**
 * Reactivates a cancelled or inactive subscription.
 * - On a later day: the subscription becomes active immediately, and its first order is on that day.
 * - Now: charges the present box at today's prices, or nothing if today's order is paid already. Until the
 *   payment, the status does not change (card) or is `awaiting_payment` (payment link).
 *
 * While a 3-D Secure challenge is open, an identical request returns the page of the challenge.
 * @param request `when`: 'now', or a day from tomorrow to 90 days ahead
 * @throws AppError NOT_REACTIVATABLE, TOTAL_CHANGED (nothing changed), REFUNDED_TODAY (now),
 *   DATE_OUT_OF_RANGE, CARD_NOT_FOUND, CARD_DECLINED (with reason; nothing changed), PAYMENT_PENDING while an
 *   outcome is unknown, CHECKOUT_FAILED if certainly nothing was charged, THROTTLED
 */
export async function reactivate(
  ctx: Ctx,
  accountId: string,
  request: ReactivationRequest,
): Promise<Reactivated> {
  const { subscription } = await requireAccount(ctx.db, accountId, mayReactivate);
  if (request.when !== 'now') enforce(canReactivateOn(request.when, dayOf(ctx.now)));
  const page = await findOpenPage(ctx.db, accountId, request);
  if (page) return toResponse(ctx, accountId, request, { outcome: 'action_required', authorizeUri: page });
  const catalogue = await catalogueOf(ctx);
  requireQuoted(request, quoteReactivation(await loadSubscriber(ctx.db, subscription), ctx.now, catalogue));
  await releaseOpenPayments(ctx, accountId);
  const isCharge = request.when === 'now' && subscription.paymentMethod === 'card';
  if (isCharge) await countCardAttempt(ctx, accountId);
  const written = await claimNow(ctx, (tx, qrsRead) =>
    beginReactivation(tx, ctx.now, accountId, { ...request, catalogue, qrsRead }),
  );
  if (isCharge && !written) await releaseCardAttempt(ctx, accountId);
  const charge = written && (await chargeNow(ctx, written));
  if (charge?.outcome === 'declined') throw new AppError('CARD_DECLINED', { reason: charge.reason });
  return toResponse(ctx, accountId, request, charge);
}

/**
 * Throws if the request cannot be fulfilled at the quoted prices.
 * @throws AppError REFUNDED_TODAY if today's order was refunded, TOTAL_CHANGED for another total than the
 *   shown total
 */
function requireQuoted(
  { when, expectedTotal }: ReactivationRequest,
  { paidToday, quote, totalsNow }: ReactivationQuote,
): void {
  if (when === 'now' && paidToday === 'refunded') throw new AppError('REFUNDED_TODAY');
  requireTotal(expectedTotal, when === 'now' ? totalsNow : quote.totals);
}

/**
 * Returns the URL of the open 3-D Secure challenge of an identical request; null without one. A request is
 * identical if it is for 'now', with the same frequency, default card and total.
 */
async function findOpenPage(
  db: Db,
  accountId: string,
  { when, frequency, expectedTotal }: ReactivationRequest,
): Promise<string | null> {
  if (when !== 'now') return null;
  const card = await findDefaultCard(db, accountId);
  if (!card) return null;
  const [page] = await db
    .select({
      uri: chargeAttempts.authorizeUri,
      frequency: scheduleEpochs.frequency,
      amount: chargeAttempts.amount,
    })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .innerJoin(
      scheduleEpochs,
      and(
        eq(scheduleEpochs.subscriptionId, orders.subscriptionId),
        eq(scheduleEpochs.fromIndex, orders.cycleIndex),
      ),
    )
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        eq(chargeAttempts.status, 'action_required'),
        eq(chargeAttempts.trigger, 'reactivation'),
        eq(chargeAttempts.cardId, card.id),
        eq(orders.status, 'charging'),
      ),
    )
    .orderBy(desc(scheduleEpochs.seq))
    .limit(1);
  if (page?.frequency !== frequency) return null;
  return isAsShown(expectedTotal, page.amount).allowed ? page.uri : null;
}

/** Writes the reactivation. @returns the charge attempt to send; null if nothing is charged now */
async function beginReactivation(
  tx: Tx,
  now: Date,
  accountId: string,
  { catalogue, qrsRead, ...request }: ReactivationRequest & { catalogue: Catalogue; qrsRead: QrsRead },
): Promise<WrittenAttempt | null> {
  const locked = await lockSubscriber(tx, accountId, mayReactivate);
  const { subscription, subscriber } = locked;
  if (await findOpenAttempt(tx, accountId)) throw new AppError('PAYMENT_PENDING');
  const byCard = subscription.paymentMethod === 'card';
  const card = await findDefaultCard(tx, accountId);
  if (byCard && !card) throw new AppError('CARD_NOT_FOUND');
  const quoted = quoteReactivation(subscriber, now, catalogue);
  requireQuoted(request, quoted);
  const { when, frequency } = request;
  if (when !== 'now') {
    await reactivateOnDay(tx, now, locked, { day: when, frequency, catalogue });
    return null;
  }
  const today = dayOf(now);
  if (quoted.paidToday) {
    await reactivateFromPaidOrder(tx, now, locked, { paidOn: today, frequency });
    return null;
  }
  const order = { today, frequency, quote: quoted.quote, catalogue };
  if (!byCard || !card) {
    await reactivateByLink(tx, now, locked, order);
    return null;
  }
  const orderId = await writeReactivationOrder(tx, now, locked, { ...order, method: 'card' });
  return writeAttempt(tx, now, {
    orderId,
    trigger: 'reactivation',
    cardId: card.id,
    returnPath: RETURN_PATH,
    qrsRead,
  });
}

/**
 * Queues the reminder of every order less than five days ahead. If this process stops, the billing run queues
 * them.
 */
async function remindNearOrders(ctx: Ctx, ahead: readonly OrderView[]): Promise<void> {
  const today = dayOf(ctx.now);
  for (const order of ahead)
    if (daysBetween(today, order.paymentDate) < REMINDER_DAYS) await remindOfOrders(ctx, [order.orderId]);
}

async function toResponse(
  ctx: Ctx,
  accountId: string,
  { when, frequency }: ReactivationRequest,
  charge: ChargeView | null,
): Promise<Reactivated> {
  const today = dayOf(ctx.now);
  const [{ subscription, upcomingOrders: ahead }, pendingPayment] = await Promise.all([
    getSubscriptionView(ctx, accountId),
    findPendingPayment(ctx, accountId),
  ]);
  if (when !== 'now') await remindNearOrders(ctx, ahead);
  const begins = charge !== null || (when === 'now' && ahead.length === 0);
  const dates = begins
    ? firstDates(today, subscription.paymentDay, frequency)
    : ahead.map((order) => order.paymentDate);
  return { subscription, dates, charge, pendingPayment };
}
