import { z } from 'zod';
import { dayOf } from '@/domain/day';
import { planThrough } from '@/domain/planner';
import { lastDayAhead, listYearAhead, type OrderAhead } from '@/domain/year-ahead';
import type { Catalogue } from '../catalogue/queries';
import { columnShape } from '../../db/row-shapes';
import { subscriptions } from '../../db/schema';
import { PLANNING_COLUMNS, planningRow } from './planning';
import { pricesFor } from './price-notices';

/** The shape of a row with `YEAR_AHEAD_COLUMNS`. */
export const yearAheadRow = planningRow.extend({
  accountId: columnShape(subscriptions.accountId),
  status: columnShape(subscriptions.status),
  nextIndex: columnShape(subscriptions.nextIndex),
  pausedUntil: columnShape(subscriptions.pausedUntil),
});

/** SQL of the facts of the next twelve months of a subscription `s` and its account `a`. */
export const YEAR_AHEAD_COLUMNS = `${PLANNING_COLUMNS}, s.account_id as "accountId", s.status,
  s.next_index as "nextIndex", s.paused_until as "pausedUntil"`;

/**
 * Returns the orders of the next twelve months: those of the subscription, and those that the planner will add
 * if nothing changes. Empty if the subscription is not active.
 */
export function planYearAhead(
  facts: z.output<typeof yearAheadRow>,
  now: Date,
  catalogue: Catalogue,
): OrderAhead[] {
  if (facts.status !== 'active') return [];
  const today = dayOf(now);
  const nextIndex = Math.max(facts.nextIndex, facts.lastIndex + 1);
  const dates = planThrough({ ...facts, today, nextIndex }, lastDayAhead(today));
  const { prices } = pricesFor(facts, now, dates, facts, catalogue);
  const planned = dates.map(({ skipped, ...date }, at) => {
    const price = prices[at];
    if (!price) throw new Error(`no price for ${date.paymentDate}`);
    return { ...date, status: skipped ? ('skipped' as const) : ('upcoming' as const), total: price.total };
  });
  return listYearAhead({ today, existing: facts.existing, planned });
}
