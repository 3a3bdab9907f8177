import { dayOf, type Day } from '@/domain/day';
import type { ErrorCode } from '@/domain/error-kinds';
import { canOrderNow } from '@/domain/order-now';
import { nextOrder } from '@/domain/own-box';
import { listCards, type SavedCard } from '../../money/cards/saved-cards';
import { loadSubscriber } from '../../lifecycle/load-facts';
import { requireSubscriber } from '../../lifecycle/require-subscriber';
import { findPendingPayment, type PendingPayment } from '../../money/payment-links/queries';
import type { Ctx } from '../../platform/context';
import { pollForSubscriber } from '../../money/settlement/poll-unknown-charges';
import { findAttemptOfToday, listOpenAttempts } from '../../money/settlement/queries';
import { getSubscriptionView, type SubscriptionView } from './queries';

export interface OrderNowOptions extends SubscriptionView {
  today: Day;
  /** The order that would be sent now, with its planned date and its total in satang; null if it can't be. */
  order: { orderId: string; paymentDate: Day; total: number } | null;
  /** The code of the reason why no order can be sent now; null if one can. */
  refusal: ErrorCode | null;
  /** The card that would be charged; null without a card, or if the payment method is offline. */
  card: SavedCard | null;
  /** Whether today's order was ordered now and is paid, so that the page can confirm it. */
  isPaid: boolean;
  pendingPayment: PendingPayment | null;
  /** The decline reason of today's last order now; null if it was not declined or there was none. */
  declined: string | null;
}

/**
 * Returns the data of the order-now screen. Reads pending charges at the gateway first, because the bank
 * redirects to this screen after a 3-D Secure challenge.
 * @throws AppError NOT_ALLOWED for a registration in progress
 */
export async function getOrderNowOptions(ctx: Ctx, accountId: string): Promise<OrderNowOptions> {
  for (const attempt of await listOpenAttempts(ctx.db, accountId)) await pollForSubscriber(ctx, attempt);
  const { subscription } = await requireSubscriber(ctx.db, accountId);
  const today = dayOf(ctx.now);
  const [view, { orders }, saved, pendingPayment, last] = await Promise.all([
    getSubscriptionView(ctx, accountId),
    loadSubscriber(ctx.db, subscription),
    listCards(ctx.db, ctx.now, accountId, null),
    findPendingPayment(ctx, accountId),
    findAttemptOfToday(ctx.db, accountId, { today, trigger: 'order_now', source: 'card' }),
  ]);
  const verdict = canOrderNow({ orders, today });
  const order = (verdict.allowed && nextOrder({ orders, today })) || null;
  const isClosed = last?.status === 'declined' || last?.status === 'expired';
  return {
    ...view,
    today,
    order: order && { orderId: order.id, paymentDate: order.paymentDate, total: order.total },
    refusal: verdict.allowed ? null : verdict.code,
    card: subscription.paymentMethod === 'card' ? (saved.find(({ isDefault }) => isDefault) ?? null) : null,
    isPaid: orders.some(({ orderedFrom, paidOn }) => orderedFrom !== null && paidOn === today),
    pendingPayment,
    declined: isClosed ? last.reason : null,
  };
}
