import { changePaymentDay as reschedule } from '@/domain/change-payment-day';
import { canChangePlan } from '@/domain/subscription';
import type { Ctx } from '../platform/context';
import { loadSchedule, writeReschedule } from '../orders/rescheduling';
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
  return changeSubscription(ctx, accountId, kind, wish, async (change) => {
    const { tx, now, subscription } = change;
    if (subscription.paymentDay === paymentDay) return null;
    const schedule = await loadSchedule(tx, now, subscription);
    const plan = reschedule(schedule, paymentDay);
    await writeReschedule(tx, { ...change, schedule, plan, wish: { paymentDay } });
    return { from: subscription.paymentDay, to: paymentDay };
  });
}
