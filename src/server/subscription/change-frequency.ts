import { canChangeFrequencyAfter, changeFrequency as reschedule } from '@/domain/change-frequency';
import type { Day } from '@/domain/day';
import { enforce } from '@/domain/errors';
import { ordersAhead } from '@/domain/reschedule';
import { canChangePlan, type Frequency } from '@/domain/subscription';
import type { Ctx } from '../platform/context';
import { loadSchedule, writeReschedule } from '../orders/rescheduling';
import { changeSubscription, type ChangeWish } from './changing';
import type { SubscriptionView } from './shown';

/**
 * Another number of months between orders, starting after one of the upcoming payment dates.
 * @throws AppError DATE_OUT_OF_RANGE for any other date; NOT_ALLOWED, NOT_ACTIVE, PAYMENT_PENDING, STALE
 */
export async function changeFrequency(
  ctx: Ctx,
  accountId: string,
  { frequency, after, ...wish }: ChangeWish & { frequency: Frequency; after: Day },
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.frequency_changed', rule: canChangePlan };
  return changeSubscription(ctx, accountId, kind, wish, async (change) => {
    const { tx, now, subscription } = change;
    const schedule = await loadSchedule(tx, now, subscription);
    enforce(canChangeFrequencyAfter(ordersAhead(schedule), after));
    const plan = reschedule({ ...schedule, frequency: subscription.frequency }, { frequency, after });
    if (!plan) return null;
    await writeReschedule(tx, { ...change, schedule, plan, wish: { frequency } });
    return { from: subscription.frequency, to: frequency, after };
  });
}
