import { addDays, daysBetween, maxDay, type Day } from './day';

/** The days of planned orders that the stock is compared with. */
export const STOCK_DAYS = 90;
/** With more planned orders, the sums of packs are those of the hourly roll-up. */
export const EXACT_ORDERS_MAX = 5000;
const WEEK = 7;

/** Packs of one product on a day. */
export interface PacksOn {
  day: Day;
  packs: number;
}

export interface StockForecast {
  /** What each week from today needs. */
  weeks: { from: Day; packs: number }[];
  /** What boxes need that are paid and have not left. */
  missing: number;
  /** The first day on which a box cannot be packed; null if all can. */
  runsOutOn: Day | null;
}

/**
 * Compares the packs of a product with what boxes need. An arrival is there for the boxes of its day; an arrival whose
 * day has passed is expected today no longer.
 * @param here the packs on hand; null if they were never counted
 * @param owed the packs of boxes that are paid and have not left
 */
export function stockForecast(
  {
    here,
    owed,
    needs,
    arrivals,
  }: { here: number | null; owed: number; needs: readonly PacksOn[]; arrivals: readonly PacksOn[] },
  today: Day,
): StockForecast {
  const weeks = Array.from({ length: Math.ceil(STOCK_DAYS / WEEK) }, (_, at) => ({
    from: addDays(today, at * WEEK),
    packs: at === 0 ? owed : 0,
  }));
  for (const { day, packs } of needs) {
    const week = weeks[Math.floor(daysBetween(today, maxDay(day, today)) / WEEK)];
    if (week) week.packs += packs;
  }
  if (here === null) return { weeks, missing: 0, runsOutOn: null };
  const changes = [
    { day: today, packs: here - owed },
    ...arrivals.filter(({ day }) => day > today),
    ...needs.map(({ day, packs }) => ({ day: maxDay(day, today), packs: -packs })),
  ].toSorted((a, b) => a.day.localeCompare(b.day) || b.packs - a.packs);
  let left = 0;
  const first = changes.find(({ packs }) => (left += packs) < 0);
  return { weeks, missing: Math.max(0, owed - here), runsOutOn: first?.day ?? null };
}
