import { and, desc, eq, inArray } from 'drizzle-orm';
import { addDays, dayOf, type Day } from '@/domain/day';
import { datesAfter } from '@/domain/reactivation';
import { firstDates } from '@/domain/schedule';
import { REACTIVATE_MAX_DAYS, type Frequency } from '@/domain/subscription';
import { requireSubscriber } from '../lifecycle/require-subscriber';
import { catalogueOf } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import type { Db } from '../db';
import { chargeAttempts, orders, shipments } from '../db/schema';
import { loadSubscriber } from '../lifecycle/load-facts';
import { listCards, type ShownCard } from '../cards/saved-cards';
import { checkForPerson } from '../settlement/poll-attempts';
import { listOpenAttempts } from '../settlement/open-attempts';
import { findPendingPayment, type PendingPayment } from '../links/pending';
import { quoteReactivation } from './quote-reactivation';
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

/**
 * Everything the screen of a reactivation shows, whatever the subscription's status. While a payment's outcome is open,
 * asking here also reads its charge at the gateway, if the charge is known.
 * @throws AppError NOT_ALLOWED for a registration in progress
 */
export async function getReactivation(ctx: Ctx, accountId: string): Promise<Reactivation> {
  await requireSubscriber(ctx.db, accountId);
  for (const attempt of await listOpenAttempts(ctx.db, accountId)) await checkForPerson(ctx, attempt);
  const { subscription } = await requireSubscriber(ctx.db, accountId);
  const today = dayOf(ctx.now);
  const shown = await showSubscription(ctx, accountId);
  const catalogue = await catalogueOf(ctx);
  const [subscriber, saved] = await Promise.all([
    loadSubscriber(ctx.db, subscription),
    listCards(ctx.db, ctx.now, accountId, null),
  ]);
  const { paidToday, totalsNow } = quoteReactivation(subscriber, ctx.now, catalogue);
  const datesOf = (frequency: number): Day[] =>
    (paidToday === 'paid' ? datesAfter : firstDates)(today, subscription.paymentDay, frequency);
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
