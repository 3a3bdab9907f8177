import { dayOf, type Day } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { canMove, canMoveTo, moveRange } from '@/domain/move-order';
import { ordersAhead, plannedDate } from '@/domain/reschedule';
import { canChangeDeliveries } from '@/domain/subscription';
import { remindOfNear } from '../orders/reminders';
import type { Tx } from '../db';
import type { Ctx } from '../platform/context';
import { changeSubscription, type ChangeOptions } from './change-subscription';
import type { SubscriptionView } from './queries';

/**
 * Moves one order to another day. The other orders keep their dates.
 * @param then runs after the change is written, in the same transaction
 * @throws AppError ORDER_NOT_FOUND (also for an order of another account), ORDER_NOT_UPCOMING, MOVE_TOO_LATE,
 *   DATE_OUT_OF_RANGE, NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function moveOrder(
  ctx: Ctx,
  accountId: string,
  { orderId, date, ...options }: ChangeOptions & { orderId: string; date: Day },
  then?: (tx: Tx) => Promise<void>,
): Promise<SubscriptionView> {
  const kind = { what: 'order.moved', rule: canChangeDeliveries, orderId };
  return changeSubscription(ctx, accountId, kind, options, ({ now, subscriber: { orders } }) => {
    const order = orders.find(({ id }) => id === orderId);
    if (!order) throw new AppError('ORDER_NOT_FOUND', { orderId });
    const { status, paymentDate: from } = order;
    if (status === 'upcoming' && from === date) return null;
    const today = dayOf(now);
    enforce(canMove(order, today), { orderId });
    enforce(canMoveTo(moveRange(order, ordersAhead({ orders, today }), today), date));
    const planned = plannedDate(order);
    const movedFrom = planned === date ? null : planned;
    const moved = {
      id: orderId,
      from: status,
      to: status,
      paymentDate: date,
      movedFrom,
      moves: true,
    } as const;
    return {
      detail: { orderId, from, to: date },
      changes: { orders: [moved] },
      then: async (tx) => {
        await remindOfNear(tx, now, [{ id: orderId, paymentDate: date }]);
        await then?.(tx);
      },
    };
  });
}
