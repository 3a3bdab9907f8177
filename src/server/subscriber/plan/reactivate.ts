import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { dayOf, daysBetween } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { MEANS_OF_METHOD, openStateOf } from '@/domain/pay-now';
import { isAsShown } from '@/domain/payment';
import { mayReactivate } from '@/domain/reactivation';
import { firstDates, REMINDER_DAYS } from '@/domain/schedule';
import { canReactivateOn } from '@/domain/subscription';
import { sheetPath } from '@/locales/sheet-path';
import type { reactivateAnswer } from '@/schemas/answers/subscription';
import type { reactivateInput } from '@/schemas/subscription';
import { countCardAttempt } from '../../money/cards/card-limits';
import { findDefaultCard } from '../../money/cards/saved-cards';
import { catalogueOf, type Catalogue } from '../../shop/catalogue/queries';
import type { ChargeView } from '../../money/charging/charge-now';
import { totalsOf } from '../../money/charging/expected-total';
import {
  payNow,
  requireNoDecline,
  type Payment,
  type Standing,
  type Written,
} from '../../money/charging/pay-now';
import type { Db, Tx } from '../../db';
import { orders, scheduleEpochs } from '../../db/schema';
import { loadLocked, type Locked } from '../../lifecycle/load-facts';
import { requireAccount } from '../../lifecycle/require-subscriber';
import { findPendingPayment } from '../../money/payment-links/queries';
import type { OrderView } from '../../shop/orders/queries';
import { remindOfOrders } from '../../shop/orders/reminders';
import type { Ctx } from '../../platform/context';
import { findOpenAttempt, type Attempt } from '../../money/settlement/queries';
import {
  reactivateByLink,
  reactivateFromPaidOrder,
  reactivateOnDay,
  writeReactivationOrder,
} from '../../money/settlement/reactivation';
import { getSubscriptionView } from './queries';
import { quoteReactivation, type ReactivationQuote } from './reactivation-options';

export type ReactivationRequest = z.output<typeof reactivateInput>;

export type Reactivated = z.output<typeof reactivateAnswer>;

/**
 * The path of the page to which the bank redirects the subscriber after 3-D Secure. The page polls the
 * charge.
 */
const RETURN_PATH = sheetPath('restart');

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
  const { charge } = await payNow(ctx, reactivation(accountId, request, await catalogueOf(ctx)));
  return toResponse(ctx, accountId, request, requireNoDecline(charge));
}

interface Returning extends Standing {
  quoted: ReactivationQuote;
  /** The default card; null for a payment by link or bank account. */
  cardId: string | null;
}

function reactivation(
  accountId: string,
  request: ReactivationRequest,
  catalogue: Catalogue,
): Payment<Returning & { locked: Locked }> {
  return {
    accountId,
    purpose: 'return',
    expectedTotal: request.expectedTotal,
    read: async (db, { now, locked: held }) => {
      const { subscription } = held
        ? { subscription: held }
        : await requireAccount(db, accountId, mayReactivate);
      if (request.when !== 'now') enforce(canReactivateOn(request.when, dayOf(now)));
      const locked = await loadLocked(db, accountId, subscription, mayReactivate);
      return { ...(await readReturn(db, now, request, { ...locked, catalogue })), locked };
    },
    obtain: async (ctx, { cardId }) => {
      if (!cardId) throw new AppError('CARD_NOT_FOUND');
      await countCardAttempt(ctx, accountId);
      return { cardId };
    },
    write: (tx, now, { facts }) => writeReturn(tx, now, request, { ...facts, catalogue }),
  };
}

/** @throws AppError REFUNDED_TODAY if today's order was refunded, CARD_NOT_FOUND without a card to charge */
async function readReturn(
  db: Db | Tx,
  now: Date,
  request: ReactivationRequest,
  { subscription, subscriber, catalogue }: Locked & { catalogue: Catalogue },
): Promise<Returning> {
  const isNow = request.when === 'now';
  const { paymentMethod } = subscription;
  const byCard = paymentMethod === 'card';
  const card = await findDefaultCard(db, subscription.accountId);
  const attempt = await findOpenAttempt(db, subscription.accountId);
  const asked =
    isNow && card && attempt?.cardId === card.id ? await findSameReturn(db, attempt, request) : null;
  const open = openStateOf(attempt, { isSame: asked !== null });
  const quoted = quoteReactivation(subscriber, now, catalogue);
  if (open !== 'same' && isNow && quoted.paidToday === 'refunded') throw new AppError('REFUNDED_TODAY');
  if (byCard && !card) throw new AppError('CARD_NOT_FOUND');
  const isChargedNow = isNow && quoted.totalsNow !== null;
  return {
    means: isChargedNow ? MEANS_OF_METHOD[paymentMethod] : 'later',
    open,
    attempt,
    totals: asked ? totalsOf(asked) : isNow ? quoted.totalsNow : quoted.quote.totals,
    quoted,
    cardId: byCard && card ? card.id : null,
  };
}

/**
 * Returns the order of an open reactivation with the same frequency and total; null for another request.
 */
async function findSameReturn(
  db: Db | Tx,
  attempt: Attempt,
  { frequency, expectedTotal }: ReactivationRequest,
): Promise<typeof orders.$inferSelect | null> {
  if (attempt.trigger !== 'reactivation' || !isAsShown(expectedTotal, attempt.amount).allowed) return null;
  const [asked] = await db
    .select({ order: orders, frequency: scheduleEpochs.frequency })
    .from(orders)
    .innerJoin(
      scheduleEpochs,
      and(
        eq(scheduleEpochs.subscriptionId, orders.subscriptionId),
        eq(scheduleEpochs.fromIndex, orders.cycleIndex),
      ),
    )
    .where(and(eq(orders.id, attempt.orderId), eq(orders.status, 'charging')))
    .orderBy(desc(scheduleEpochs.seq))
    .limit(1);
  return asked?.frequency === frequency ? asked.order : null;
}

/** Writes the reactivation. */
async function writeReturn(
  tx: Tx,
  now: Date,
  { when, frequency }: ReactivationRequest,
  { locked, quoted, cardId, catalogue }: Returning & { locked: Locked; catalogue: Catalogue },
): Promise<Written> {
  const today = dayOf(now);
  const method = locked.subscription.paymentMethod;
  const order = { today, frequency, quote: quoted.quote, catalogue };
  if (when !== 'now') await reactivateOnDay(tx, now, locked, { day: when, frequency, catalogue });
  else if (quoted.paidToday) await reactivateFromPaidOrder(tx, now, locked, { paidOn: today, frequency });
  else if (method === 'offline') await reactivateByLink(tx, now, locked, order);
  else {
    const orderId = await writeReactivationOrder(tx, now, locked, { ...order, method });
    const charge = { orderId, trigger: 'reactivation', returnPath: RETURN_PATH } as const;
    return { charge: cardId ? { ...charge, cardId } : charge };
  }
  return { result: null };
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
