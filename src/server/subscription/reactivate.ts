import { and, desc, eq, inArray } from 'drizzle-orm';
import { addDays, dayOf, daysBetween, type Day } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { REMINDER_DAYS } from '@/domain/message';
import { mayReactivate, datesAfter } from '@/domain/reactivation';
import { firstDates } from '@/domain/schedule';
import { canReactivateOn, REACTIVATE_MAX_DAYS, type Frequency } from '@/domain/subscription';
import { lockPerson, requirePerson, requireSubscriber } from '../account/person';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../context';
import type { Db, Tx } from '../db/client';
import { chargeAttempts, orders, scheduleEpochs, shipments } from '../db/schema';
import { loadBox, quoteOrder } from '../orders/planning';
import { listUpcomingOrders } from '../orders/queries';
import { remindOfOrder } from '../orders/reminders';
import { countCardTry, releaseCardTry } from '../payments/card-limits';
import { findDefaultCard, listCards, type ShownCard } from '../payments/cards';
import { chargeNow, claimNow } from '../payments/charge-now';
import { writeAttempt, type WrittenAttempt } from '../payments/charges';
import { checkForPerson } from '../payments/checks';
import { findOpenAttempt, freePayments, listOpenAttempts } from '../payments/open-attempts';
import type { ChargeView } from '../payments/outcome';
import { findPendingPayment, type PendingPayment } from '../payments/pending';
import type { QrsRead } from '../payments/unread-qrs';
import { reactivateFrom, reactivateOn, returnByLink, writeReactivationOrder } from './reactivating';
import { showSubscription, type ShownSubscription } from './shown';

export interface Reactivation {
  subscription: ShownSubscription;
  today: Day;
  /** The first and last day that may be chosen. */
  from: Day;
  until: Day;
  /** What "now" would charge, in satang; null when an order of today is paid already and nothing is charged. */
  chargedNow: number | null;
  /** An order of today was paid and refunded in full, and there is one a day at most: "now" is refused until tomorrow. */
  refundedToday: boolean;
  /** The three dates of "now" for each frequency, today's included when charged. */
  datesNow: Record<Frequency, Day[]>;
  /** A paid box has not been sent yet, so two boxes would come. */
  boxUnsent: boolean;
  /** The card that would be charged; null without one, or where payments are made offline. */
  card: ShownCard | null;
  /** A reactivation that is under way, or the payment that is still owed. */
  pendingPayment: PendingPayment | null;
  /** Why the last return of today was declined, such as at the bank's page; null where none was. */
  declined: string | null;
}

export interface Wish {
  when: 'now' | Day;
  frequency: Frequency;
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
 * @throws AppError NOT_REACTIVATABLE, REFUNDED_TODAY (now), DATE_OUT_OF_RANGE, CARD_NOT_FOUND, CARD_DECLINED (with reason;
 * all is as it was), PAYMENT_PENDING while an outcome is unknown, CHECKOUT_FAILED when certainly nothing was charged,
 * THROTTLED
 */
export async function reactivate(ctx: Ctx, accountId: string, wish: Wish): Promise<Reactivated> {
  const { subscription } = await requirePerson(ctx.db, accountId, mayReactivate);
  if (wish.when !== 'now') enforce(canReactivateOn(wish.when, dayOf(ctx.now)));
  const page = await findOpenPage(ctx.db, accountId, wish);
  if (page) return answer(ctx, accountId, wish, { outcome: 'action_required', authorizeUri: page });
  await freePayments(ctx, accountId);
  const catalogue = await catalogueOf(ctx);
  const isCharge = wish.when === 'now' && subscription.paymentMethod === 'card';
  if (isCharge) await countCardTry(ctx, accountId);
  const written = await claimNow(ctx, (tx, qrsRead) =>
    beginReactivation(tx, ctx.now, accountId, { ...wish, catalogue, qrsRead }),
  );
  if (isCharge && !written) await releaseCardTry(ctx, accountId);
  const charge = written && (await chargeNow(ctx, written));
  if (charge?.outcome === 'declined') throw new AppError('CARD_DECLINED', { reason: charge.reason });
  if (wish.when !== 'now') await remindAtOnce(ctx, accountId);
  return answer(ctx, accountId, wish, charge);
}

/** The bank's page of a reactivation that is under way, if it is for this very wish: now, this frequency, the default card. */
async function findOpenPage(db: Db, accountId: string, { when, frequency }: Wish): Promise<string | null> {
  if (when !== 'now') return null;
  const card = await findDefaultCard(db, accountId);
  if (!card) return null;
  const [page] = await db
    .select({ uri: chargeAttempts.authorizeUri, frequency: scheduleEpochs.frequency })
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
  return page?.frequency === frequency ? page.uri : null;
}

/** @returns the attempt to send; null when nothing is charged now and the subscription is active already. */
async function beginReactivation(
  tx: Tx,
  now: Date,
  accountId: string,
  { when, frequency, catalogue, qrsRead }: Wish & { catalogue: Catalogue; qrsRead: QrsRead },
): Promise<WrittenAttempt | null> {
  const { account, subscription } = await lockPerson(tx, accountId, mayReactivate);
  if (await findOpenAttempt(tx, accountId)) throw new AppError('PAYMENT_PENDING');
  const byCard = subscription.paymentMethod === 'card';
  const card = await findDefaultCard(tx, accountId);
  if (byCard && !card) throw new AppError('CARD_NOT_FOUND');
  if (when !== 'now') {
    await reactivateOn(tx, now, subscription, { day: when, frequency, catalogue });
    return null;
  }
  const today = dayOf(now);
  const paidToday = await findPaidToday(tx, subscription.id, today);
  if (paidToday === 'refunded') throw new AppError('REFUNDED_TODAY');
  if (paidToday) {
    await reactivateFrom(tx, now, subscription, { paidOn: today, frequency });
    return null;
  }
  const quote = quoteOrder(catalogue, await loadBox(tx, subscription.id), account.postalCode);
  const order = { today, frequency, quote, catalogue };
  if (!byCard || !card) {
    await returnByLink(tx, now, subscription, order);
    return null;
  }
  const orderId = await writeReactivationOrder(tx, now, subscription, { ...order, method: 'card' });
  return writeAttempt(tx, now, {
    orderId,
    trigger: 'reactivation',
    cardId: card.id,
    returnPath: RETURN_PATH,
    qrsRead,
  });
}

/** What an order paid today has become: paid, or refunded, which leaves no room for another one today; else null. */
async function findPaidToday(db: Db | Tx, subscriptionId: string, today: Day) {
  const rows = await db
    .select({ status: orders.status, paymentDate: orders.paymentDate })
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        eq(orders.paidOn, today),
        inArray(orders.status, ['paid', 'refunded']),
      ),
    );
  if (rows.some((order) => order.status === 'paid')) return 'paid' as const;
  return rows.some((order) => order.paymentDate === today) ? ('refunded' as const) : null;
}

/** An order less than five days ahead gets its reminder now; the billing run sends what this process forgets. */
async function remindAtOnce(ctx: Ctx, accountId: string): Promise<void> {
  const { orders: ahead, today } = await listUpcomingOrders(ctx, accountId);
  for (const order of ahead)
    if (daysBetween(today, order.paymentDate) < REMINDER_DAYS) await remindOfOrder(ctx, order.orderId);
}

async function answer(
  ctx: Ctx,
  accountId: string,
  wish: Wish,
  charge: ChargeView | null,
): Promise<Reactivated> {
  const [subscription, { orders: ahead, today }, pendingPayment] = await Promise.all([
    showSubscription(ctx, accountId),
    listUpcomingOrders(ctx, accountId),
    findPendingPayment(ctx, accountId),
  ]);
  const begins = charge !== null || (wish.when === 'now' && ahead.length === 0);
  const dates = begins
    ? firstDates(today, subscription.paymentDay, wish.frequency)
    : ahead.map((order) => order.paymentDate);
  return { subscription, dates, charge, pendingPayment };
}

/**
 * Everything the screen of a reactivation shows, whatever the subscription's status. While a payment's outcome is open,
 * asking here also reads its charge at the gateway, if the charge is known.
 * @throws AppError NOT_ALLOWED for a registration in progress
 */
export async function getReactivation(ctx: Ctx, accountId: string): Promise<Reactivation> {
  await requireSubscriber(ctx.db, accountId);
  for (const attempt of await listOpenAttempts(ctx.db, accountId)) await checkForPerson(ctx, attempt);
  const { account, subscription } = await requireSubscriber(ctx.db, accountId);
  const today = dayOf(ctx.now);
  const shown = await showSubscription(ctx, accountId);
  const [paidToday, saved] = await Promise.all([
    findPaidToday(ctx.db, subscription.id, today),
    listCards(ctx.db, ctx.now, accountId, null),
  ]);
  const { totals } = quoteOrder(await catalogueOf(ctx), shown.items, account.postalCode);
  const datesOf = (frequency: number): Day[] =>
    (paidToday === 'paid' ? datesAfter : firstDates)(today, subscription.paymentDay, frequency);
  return {
    subscription: shown,
    today,
    from: addDays(today, 1),
    until: addDays(today, REACTIVATE_MAX_DAYS),
    chargedNow: paidToday === 'paid' ? null : totals.total,
    refundedToday: paidToday === 'refunded',
    datesNow: { 1: datesOf(1), 2: datesOf(2), 3: datesOf(3) },
    boxUnsent: await isBoxUnsent(ctx.db, subscription.id),
    card: subscription.paymentMethod === 'card' ? (saved.find((card) => card.isDefault) ?? null) : null,
    pendingPayment: await findPendingPayment(ctx, accountId),
    declined: await findDeclined(ctx.db, accountId, today),
  };
}

/** The reason of the newest charge, if that was for a return today and the bank declined it. */
async function findDeclined(db: Db, accountId: string, today: Day): Promise<string | null> {
  const [last] = await db
    .select({
      status: chargeAttempts.status,
      trigger: chargeAttempts.trigger,
      reason: chargeAttempts.reason,
      createdAt: chargeAttempts.createdAt,
    })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.accountId, accountId))
    .orderBy(desc(chargeAttempts.createdAt), desc(chargeAttempts.attemptNo))
    .limit(1);
  const isReturn = last?.trigger === 'reactivation' && last.status === 'declined';
  return isReturn && dayOf(last.createdAt) === today ? last.reason : null;
}

async function isBoxUnsent(db: Db, subscriptionId: string): Promise<boolean> {
  const [unsent] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(shipments, eq(shipments.orderId, orders.id))
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        eq(orders.status, 'paid'),
        inArray(shipments.status, ['preparing', 'packed']),
      ),
    )
    .limit(1);
  return unsent !== undefined;
}
