import { and, asc, eq, gt } from 'drizzle-orm';
import { firstMissedDate } from '@/domain/card';
import { dayOf, type Day } from '@/domain/day';
import { requireSubscriber } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import type { Db } from '../../db';
import { orders } from '../../db/schema';
import { listCards, type SavedCard } from './saved-cards';

/** Returns the future payment dates of an account without skipped dates, earliest first. */
async function listPaymentDates(db: Db, accountId: string, today: Day): Promise<Day[]> {
  const ahead = await db
    .select({ paymentDate: orders.paymentDate })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.status, 'upcoming'), gt(orders.paymentDate, today)))
    .orderBy(asc(orders.paymentDate));
  return ahead.map((order) => order.paymentDate);
}

/** Returns the saved cards of an account, with their status on the next payment date. */
export async function listSavedCards(ctx: Ctx, accountId: string): Promise<SavedCard[]> {
  const [next] = await listPaymentDates(ctx.db, accountId, dayOf(ctx.now));
  return listCards(ctx.db, ctx.now, accountId, next ?? null);
}

/** Returns the saved cards of a subscriber. @throws AppError NOT_ALLOWED for a registration in progress */
export async function listSubscriberCards(ctx: Ctx, accountId: string): Promise<{ cards: SavedCard[] }> {
  await requireSubscriber(ctx.db, accountId);
  return { cards: await listSavedCards(ctx, accountId) };
}

/**
 * Returns the saved cards with `missedPayment`: the first payment date after the card's expiry. Null for a card that is
 * not charged, because it is not the default card or the subscription does not pay by card.
 * @throws AppError NOT_ALLOWED for a registration in progress
 */
export async function checkCardExpiry(
  ctx: Ctx,
  accountId: string,
): Promise<{ cards: (SavedCard & { missedPayment: Day | null })[] }> {
  const { subscription } = await requireSubscriber(ctx.db, accountId);
  const dates = await listPaymentDates(ctx.db, accountId, dayOf(ctx.now));
  const shown = await listCards(ctx.db, ctx.now, accountId, dates[0] ?? null);
  const isCharged = (card: SavedCard) => card.isDefault && subscription.paymentMethod === 'card';
  return {
    cards: shown.map((card) => ({
      ...card,
      missedPayment: isCharged(card) ? firstMissedDate(card, dates) : null,
    })),
  };
}
