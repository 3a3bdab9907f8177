import { canChangeFrequencyAfter, changeFrequency as reschedule } from '@/domain/change-frequency';
import type { ReasonGroup } from '@/domain/cancel-offer';
import type { Day } from '@/domain/day';
import { enforce } from '@/domain/errors';
import { ordersAhead } from '@/domain/reschedule';
import { canChangePlan, type Frequency } from '@/domain/subscription';
import type { Tx } from '../db';
import type { Ctx } from '../platform/context';
import { applySchedule, scheduleOf } from '../orders/rescheduling';
import { countAcceptedOffer } from './cancel-offer';
import { changeSubscription, type ChangeOptions } from './change-subscription';
import type { SubscriptionView } from './queries';

/**
 * Changes the number of months between orders.
 * @param input `after`: the upcoming payment date after which the new frequency starts. `offeredFor`: the reason
 *   group of the offer that the subscriber accepts
 * @throws AppError DATE_OUT_OF_RANGE if `after` is not an upcoming payment date; NOT_ALLOWED, NOT_ACTIVE,
 *   PAYMENT_PENDING, STALE
 */
export async function changeFrequency(
  ctx: Ctx,
  accountId: string,
  {
    frequency,
    after,
    offeredFor,
    ...options
  }: ChangeOptions & { frequency: Frequency; after: Day; offeredFor?: ReasonGroup },
): Promise<SubscriptionView> {
  const kind = { what: 'subscription.frequency_changed', rule: canChangePlan };
  return changeSubscription(ctx, accountId, kind, options, (change) => {
    const { subscription } = change;
    const schedule = scheduleOf(change);
    enforce(canChangeFrequencyAfter(ordersAhead(schedule), after));
    const plan = reschedule({ ...schedule, frequency: subscription.frequency }, { frequency, after });
    if (!plan) return null;
    const detail = { from: subscription.frequency, to: frequency, after };
    const applied = applySchedule({ ...change, plan, requested: { frequency } });
    if (!offeredFor) return { detail, ...applied };
    const then = async (tx: Tx) => {
      await applied.then(tx);
      await countAcceptedOffer(tx, change.now, subscription.id, { kind: 'frequency', group: offeredFor });
    };
    return { detail, ...applied, then };
  });
}
