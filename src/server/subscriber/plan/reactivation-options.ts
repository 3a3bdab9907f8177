import { and, eq, inArray } from 'drizzle-orm';
import { addDays, dayOf, type Day } from '@/domain/day';
import { datesAfter } from '@/domain/reactivation';
import { firstDates } from '@/domain/schedule';
import { REACTIVATE_MAX_DAYS, type Frequency } from '@/domain/subscription';
import { requireSubscriber } from '../../lifecycle/require-subscriber';
import { catalogueOf, type Catalogue } from '../../shop/catalogue/queries';
import type { Ctx } from '../../platform/context';
import type { Db } from '../../db';
import { orders, shipments } from '../../db/schema';
import { loadSubscriber, type Subscriber } from '../../lifecycle/load-facts';
import { quoteOrder } from '@/domain/quote';
import { listCards, type SavedCard } from '../../money/cards/saved-cards';
import { pollForSubscriber } from '../../money/settlement/poll-unknown-charges';
import { findAttemptOfToday, listOpenAttempts } from '../../money/settlement/queries';
import { findPendingPayment, type PendingPayment } from '../../money/payment-links/queries';
import { getSubscription, type ShownSubscription } from './queries';

export interface ReactivationOptions {
  subscription: ShownSubscription;
  today: Day;
  /** `from` and `until` are the first and the last day that the subscriber may choose. */
  from: Day;
  until: Day;
  /** The total in satang that a reactivation today charges; null if today's order is paid already. */
  chargedNow: number | null;
  /**
   * Whether today's order was paid and fully refunded. The subscriber can then reactivate only from tomorrow
   * on, because a day has at most one order.
   */
  refundedToday: boolean;
  /**
   * The first three payment dates of a reactivation today, by frequency. They include today if today is
   * charged.
   */
  datesNow: Record<Frequency, Day[]>;
  /** Whether a paid order was not sent yet. The subscriber would then receive two boxes. */
  boxUnsent: boolean;
  /** The card that would be charged; null without a card, or if the payment method is offline. */
  card: SavedCard | null;
  /** The pending payment of a reactivation or of an unpaid order; null without one. */
  pendingPayment: PendingPayment | null;
  /** The decline reason of today's last reactivation; null if it was not declined or there was none. */
  declined: string | null;
}

/**
 * Returns the data of the reactivation screen for a subscription of any status. Reads pending charges at the gateway
 * first, so that the data is current.
 * @throws AppError NOT_ALLOWED for a registration in progress
 */
export async function getReactivationOptions(ctx: Ctx, accountId: string): Promise<ReactivationOptions> {
  await requireSubscriber(ctx.db, accountId);
  for (const attempt of await listOpenAttempts(ctx.db, accountId)) await pollForSubscriber(ctx, attempt);
  const { subscription } = await requireSubscriber(ctx.db, accountId);
  const today = dayOf(ctx.now);
  const shown = await getSubscription(ctx, accountId);
  const catalogue = await catalogueOf(ctx);
  const [subscriber, saved] = await Promise.all([
    loadSubscriber(ctx.db, subscription),
    listCards(ctx.db, ctx.now, accountId, null),
  ]);
  const { paidToday, totalsNow } = quoteReactivation(subscriber, ctx.now, catalogue);
  const datesOf = (frequency: number): Day[] =>
    (paidToday === 'paid' ? datesAfter : firstDates)(today, subscription.paymentDay, frequency);
  const last = await findAttemptOfToday(ctx.db, accountId, { today, trigger: 'reactivation' });
  return {
    subscription: shown,
    today,
    from: addDays(today, 1),
    until: addDays(today, REACTIVATE_MAX_DAYS),
    chargedNow: totalsNow && totalsNow.total,
    refundedToday: paidToday === 'refunded',
    datesNow: { 1: datesOf(1), 2: datesOf(2), 3: datesOf(3) },
    boxUnsent: await isBoxUnsent(ctx.db, subscription.id),
    card: subscription.paymentMethod === 'card' ? (saved.find((card) => card.isDefault) ?? null) : null,
    pendingPayment: await findPendingPayment(ctx, accountId),
    declined: last?.status === 'declined' ? last.reason : null,
  };
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

export type ReactivationQuote = ReturnType<typeof quoteReactivation>;

/**
 * Returns the prices of a reactivation: the present box at today's prices.
 * @returns `paidToday`: the status of the order that was paid today; null without one. `totalsNow`: the
 *   totals of a reactivation today; null if today's order is paid already, so that nothing is charged
 */
export function quoteReactivation({ orders, box, account }: Subscriber, now: Date, catalogue: Catalogue) {
  const paidToday = findPaidToday(orders, dayOf(now));
  const quote = quoteOrder(catalogue, box, account.postalCode);
  return { paidToday, quote, totalsNow: paidToday === 'paid' ? null : quote.totals };
}

/**
 * Returns the status of an order that was paid today: 'paid', or 'refunded' if its payment date is today too;
 * null without such an order.
 */
function findPaidToday(orders: Subscriber['orders'], today: Day) {
  const ofToday = orders.filter(({ paidOn }) => paidOn === today);
  if (ofToday.some(({ status }) => status === 'paid')) return 'paid' as const;
  const isRefunded = ofToday.some(
    ({ status, paymentDate }) => status === 'refunded' && paymentDate === today,
  );
  return isRefunded ? ('refunded' as const) : null;
}
