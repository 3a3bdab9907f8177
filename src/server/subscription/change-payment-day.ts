import { changePaymentDay as reschedule } from '@/domain/change-payment-day';
import { canChangePlan } from '@/domain/subscription';
import type { Ctx } from '../platform/context';
import { applySchedule, scheduleOf } from '../orders/rescheduling';
import { changeSubscription, type ChangeWish } from './changing';
import type { SubscriptionView } from './shown';

/**
 * Another day of the month (1–31) to pay on, from the next order that is not skipped.
 * @throws AppError NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function changePaymentDay(
  ctx: Ctx,
  accountId: string,
  { paymentDay, ...wish }: ChangeWish & { paymentDay: number },
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.payment_day_changed', rule: canChangePlan };
  return changeSubscription(ctx, accountId, kind, wish, (change) => {
    const { subscription } = change;
    if (subscription.paymentDay === paymentDay) return null;
    const plan = reschedule(scheduleOf(change), paymentDay);
    const detail = { from: subscription.paymentDay, to: paymentDay };
    return { detail, ...applySchedule({ ...change, plan, wish: { paymentDay } }) };
  });
}
