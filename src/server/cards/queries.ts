import { and, asc, eq, gt } from 'drizzle-orm';
import { firstMissedDate } from '@/domain/card';
import { dayOf, type Day } from '@/domain/day';
import { requireSubscriber } from '../lifecycle/require-subscriber';
import type { Ctx } from '../platform/context';
import type { Db } from '../db';
import { orders } from '../db/schema';
import { listCards, type ShownCard } from './saved-cards';

/** The payment dates to come of an account that are not skipped, soonest first. */
async function listPaymentDates(db: Db, accountId: string, today: Day): Promise<Day[]> {
  const ahead = await db
    .select({ paymentDate: orders.paymentDate })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.status, 'upcoming'), gt(orders.paymentDate, today)))
    .orderBy(asc(orders.paymentDate));
  return ahead.map((order) => order.paymentDate);
}

/** The saved cards as they are shown, judged by the next payment date. */
export async function listShownCards(ctx: Ctx, accountId: string): Promise<ShownCard[]> {
  const [next] = await listPaymentDates(ctx.db, accountId, dayOf(ctx.now));
  return listCards(ctx.db, ctx.now, accountId, next ?? null);
}

/** The saved cards. @throws AppError NOT_ALLOWED for a registration in progress */
export async function showCards(ctx: Ctx, accountId: string): Promise<{ cards: ShownCard[] }> {
  await requireSubscriber(ctx.db, accountId);
  return { cards: await listShownCards(ctx, accountId) };
}

/**
 * The same with the first payment date that each will miss: only the default card is charged, and only where payments
 * are made by card.
 * @throws AppError NOT_ALLOWED for a registration in progress
 */
export async function checkCardExpiry(
  ctx: Ctx,
  accountId: string,
): Promise<{ cards: (ShownCard & { missedPayment: Day | null })[] }> {
  const { subscription } = await requireSubscriber(ctx.db, accountId);
  const dates = await listPaymentDates(ctx.db, accountId, dayOf(ctx.now));
  const shown = await listCards(ctx.db, ctx.now, accountId, dates[0] ?? null);
  const isCharged = (card: ShownCard) => card.isDefault && subscription.paymentMethod === 'card';
  return {
    cards: shown.map((card) => ({
      ...card,
      missedPayment: isCharged(card) ? firstMissedDate(card, dates) : null,
    })),
  };
}
