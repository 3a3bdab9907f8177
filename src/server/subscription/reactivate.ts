import { and, desc, eq } from 'drizzle-orm';
import { dayOf, daysBetween, type Day } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { REMINDER_DAYS } from '@/domain/message';
import type { Satang } from '@/domain/money';
import { isAsShown } from '@/domain/payment';
import { mayReactivate } from '@/domain/reactivation';
import { firstDates } from '@/domain/schedule';
import { canReactivateOn, type Frequency } from '@/domain/subscription';
import { requirePerson } from '../lifecycle/require-subscriber';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import type { Db, Tx } from '../db';
import { chargeAttempts, orders, scheduleEpochs } from '../db/schema';
import { loadSubscriber, lockSubscriber } from '../lifecycle/load-facts';
import type { OrderView } from '../orders/queries';
import { remindOfOrders } from '../orders/reminders';
import { countCardTry, releaseCardTry } from '../cards/card-limits';
import { findDefaultCard } from '../cards/saved-cards';
import { chargeNow, claimNow } from '../charging/charge-now';
import { writeAttempt, type WrittenAttempt } from '../charging/write-attempts';
import { requireTotal } from '../charging/expected-total';
import { findOpenAttempt, releaseOpenPayments } from '../settlement/open-attempts';
import type { ChargeView } from '../charging/charge-view';
import { findPendingPayment, type PendingPayment } from '../links/pending';
import type { QrsRead } from '../charging/unread-qrs';
import { quoteReactivation, type ReactivationQuote } from './quote-reactivation';
import {
  reactivateFrom,
  reactivateOn,
  returnByLink,
  writeReactivationOrder,
} from '../settlement/reactivation';
import { viewSubscription, type ShownSubscription } from './shown';

export interface Wish {
  when: 'now' | Day;
  frequency: Frequency;
  /** The total that was shown, of today's order or of each later one, in satang; undefined accepts any. */
  expectedTotal?: Satang;
}

export interface Reactivated {
  subscription: ShownSubscription;
  dates: Day[];
  charge: ChargeView | null;
  pendingPayment: PendingPayment | null;
}

/** Where the bank sends the person back to; asking there asks the gateway too. */
const RETURN_PATH = '/account/subscription/reactivate';

/**
 * Takes up a cancelled or inactive subscription again: now, charged at once for today's box at today's prices, or on a
 * day, active at once. By card the subscription stays what it was until it is paid, offline it awaits the payment of a
 * link; with an order paid today, "now" charges nothing. Asked again while the bank's page is open, it answers that page.
 * @param wish `when`: 'now', or a day from tomorrow to 90 days ahead.
 * @throws AppError NOT_REACTIVATABLE, TOTAL_CHANGED (nothing changed), REFUNDED_TODAY (now), DATE_OUT_OF_RANGE,
 * CARD_NOT_FOUND, CARD_DECLINED (with reason; all is as it was), PAYMENT_PENDING while an outcome is unknown,
 * CHECKOUT_FAILED when certainly nothing was charged, THROTTLED
 */
export async function reactivate(ctx: Ctx, accountId: string, wish: Wish): Promise<Reactivated> {
  const { subscription } = await requirePerson(ctx.db, accountId, mayReactivate);
  if (wish.when !== 'now') enforce(canReactivateOn(wish.when, dayOf(ctx.now)));
  const page = await findOpenPage(ctx.db, accountId, wish);
  if (page) return answer(ctx, accountId, wish, { outcome: 'action_required', authorizeUri: page });
  const catalogue = await catalogueOf(ctx);
  requireQuoted(wish, quoteReactivation(await loadSubscriber(ctx.db, subscription), ctx.now, catalogue));
  await releaseOpenPayments(ctx, accountId);
  const isCharge = wish.when === 'now' && subscription.paymentMethod === 'card';
  if (isCharge) await countCardTry(ctx, accountId);
  const written = await claimNow(ctx, (tx, qrsRead) =>
    beginReactivation(tx, ctx.now, accountId, { ...wish, catalogue, qrsRead }),
  );
  if (isCharge && !written) await releaseCardTry(ctx, accountId);
  const charge = written && (await chargeNow(ctx, written));
  if (charge?.outcome === 'declined') throw new AppError('CARD_DECLINED', { reason: charge.reason });
  return answer(ctx, accountId, wish, charge);
}

/** Refuses a reactivation that is not possible today, or not for the total that was shown. */
function requireQuoted(
  { when, expectedTotal }: Wish,
  { paidToday, quote, totalsNow }: ReactivationQuote,
): void {
  if (when === 'now' && paidToday === 'refunded') throw new AppError('REFUNDED_TODAY');
  requireTotal(expectedTotal, when === 'now' ? totalsNow : quote.totals);
}

/**
 * Finds the open bank page of a reactivation for this very request: now, this frequency, the default card, and the total
 * that was shown.
 */
async function findOpenPage(
  db: Db,
  accountId: string,
  { when, frequency, expectedTotal }: Wish,
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

/** @returns the attempt to send; null when nothing is charged now and the subscription is active already. */
async function beginReactivation(
  tx: Tx,
  now: Date,
  accountId: string,
  { catalogue, qrsRead, ...wish }: Wish & { catalogue: Catalogue; qrsRead: QrsRead },
): Promise<WrittenAttempt | null> {
  const locked = await lockSubscriber(tx, accountId, mayReactivate);
  const { subscription, subscriber } = locked;
  if (await findOpenAttempt(tx, accountId)) throw new AppError('PAYMENT_PENDING');
  const byCard = subscription.paymentMethod === 'card';
  const card = await findDefaultCard(tx, accountId);
  if (byCard && !card) throw new AppError('CARD_NOT_FOUND');
  const quoted = quoteReactivation(subscriber, now, catalogue);
  requireQuoted(wish, quoted);
  const { when, frequency } = wish;
  if (when !== 'now') {
    await reactivateOn(tx, now, locked, { day: when, frequency, catalogue });
    return null;
  }
  const today = dayOf(now);
  if (quoted.paidToday) {
    await reactivateFrom(tx, now, locked, { paidOn: today, frequency });
    return null;
  }
  const order = { today, frequency, quote: quoted.quote, catalogue };
  if (!byCard || !card) {
    await returnByLink(tx, now, locked, order);
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

/** An order less than five days ahead gets its reminder now; the billing run sends what this process forgets. */
async function remindAtOnce(ctx: Ctx, ahead: readonly OrderView[]): Promise<void> {
  const today = dayOf(ctx.now);
  for (const order of ahead)
    if (daysBetween(today, order.paymentDate) < REMINDER_DAYS) await remindOfOrders(ctx, [order.orderId]);
}

async function answer(
  ctx: Ctx,
  accountId: string,
  wish: Wish,
  charge: ChargeView | null,
): Promise<Reactivated> {
  const today = dayOf(ctx.now);
  const [{ subscription, upcomingOrders: ahead }, pendingPayment] = await Promise.all([
    viewSubscription(ctx, accountId),
    findPendingPayment(ctx, accountId),
  ]);
  if (wish.when !== 'now') await remindAtOnce(ctx, ahead);
  const begins = charge !== null || (wish.when === 'now' && ahead.length === 0);
  const dates = begins
    ? firstDates(today, subscription.paymentDay, wish.frequency)
    : ahead.map((order) => order.paymentDate);
  return { subscription, dates, charge, pendingPayment };
}
