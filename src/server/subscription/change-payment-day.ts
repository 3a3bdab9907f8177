import { changePaymentDay as reschedule } from '@/domain/change-payment-day';
import { canChangePlan } from '@/domain/subscription';
import type { Ctx } from '../platform/context';
import { applySchedule, scheduleOf } from '../orders/rescheduling';
import { changeSubscription, type ChangeOptions } from './change-subscription';
import type { SubscriptionView } from './queries';

/**
 * Changes the day of the month on which orders are paid, starting with the next order that is not skipped.
 * @param input `paymentDay`: 1 to 31
 * @throws AppError NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function changePaymentDay(
  ctx: Ctx,
  accountId: string,
  { paymentDay, ...options }: ChangeOptions & { paymentDay: number },
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.payment_day_changed', rule: canChangePlan };
  return changeSubscription(ctx, accountId, kind, options, (change) => {
    const { subscription } = change;
    if (subscription.paymentDay === paymentDay) return null;
    const plan = reschedule(scheduleOf(change), paymentDay);
    const detail = { from: subscription.paymentDay, to: paymentDay };
    return { detail, ...applySchedule({ ...change, plan, requested: { paymentDay } }) };
  });
}
