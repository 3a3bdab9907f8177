import type { BoxItem } from './box';
import { addMonthsTo, monthOf, type Day, type Month } from './day';
import { roundHalfUpDiv, type Satang } from './money';
import { FORESEEN_MONTHS, type PlanEffect } from './price-foresight';

/** The most boxes that a rehearsal lists. The others are counted. */
export const REHEARSED_BOXES = 100;

/** What a price change will do, if no subscriber changes anything. Amounts are in satang. */
export interface Rehearsal {
  /** The active subscriptions, and how many of them pay more, less and the same for their box with delivery. */
  subscriptions: number;
  higher: number;
  lower: number;
  same: number;
  /** The change of all totals in an average month, once every order has the new prices. */
  monthly: Satang;
  /** Orders from the first day on that keep their planned prices, and the date of the last one. */
  kept: { orders: number; last: Day | null };
  /** `starts`: the subscriptions whose first changed order is in the month. */
  months: { month: Month; starts: number; orders: number; difference: Satang }[];
  /** The days on which price notices leave. `noticesAnyway`: how many would leave without the change. */
  notices: { day: Day; count: number }[];
  noticesAnyway: number;
  /** Distinct boxes and fees, the most frequent first. `moreBoxes`: how many are not listed. */
  boxes: RehearsedBox[];
  moreBoxes: number;
}

/** A box with delivery, before and after the change. Prices without delivery are the rest of the totals. */
export interface RehearsedBox {
  items: BoxItem[];
  oldFee: Satang;
  newFee: Satang;
  oldTotal: Satang;
  newTotal: Satang;
  subscriptions: number;
}

/** The rehearsal of equal subscriptions. */
export interface RehearsedGroup {
  count: number;
  frequency: number;
  box: Omit<RehearsedBox, 'subscriptions'>;
  effect: PlanEffect;
  notices: readonly Day[];
  noticesAnyway: number;
}

export interface Tally {
  /** The sum of all differences in six months: every frequency divides six. */
  halfYear: Satang;
  kept: { orders: number; last: Day | null };
  months: Map<Month, { starts: number; orders: number; difference: Satang }>;
  notices: Map<Day, number>;
  noticesAnyway: number;
  boxes: Map<string, RehearsedBox>;
}

export const emptyTally = (): Tally => ({
  halfYear: 0,
  kept: { orders: 0, last: null },
  noticesAnyway: 0,
  months: new Map(),
  notices: new Map(),
  boxes: new Map(),
});

/** Adds a group of equal subscriptions to a tally. */
export function addGroup(tally: Tally, group: RehearsedGroup): void {
  const { count, frequency, box, effect, notices } = group;
  tally.halfYear += count * (6 / frequency) * (box.newTotal - box.oldTotal);
  tally.kept.orders += count * effect.kept.count;
  const { last } = effect.kept;
  if (last !== null && (tally.kept.last === null || last > tally.kept.last)) tally.kept.last = last;
  for (const [month, { orders, difference }] of effect.months) {
    const sum = monthIn(tally, month);
    sum.orders += count * orders;
    sum.difference += count * difference;
  }
  if (effect.firstMonth !== null) monthIn(tally, effect.firstMonth).starts += count;
  for (const day of notices) tally.notices.set(day, (tally.notices.get(day) ?? 0) + count);
  tally.noticesAnyway += count * group.noticesAnyway;
  const content = box.items.map(({ productCode, quantity }) => `${productCode}:${quantity}`).sort();
  const key = [...content, box.oldFee, box.newFee].join(' ');
  const known = tally.boxes.get(key);
  if (known) known.subscriptions += count;
  else tally.boxes.set(key, { ...box, subscriptions: count });
}

function monthIn({ months }: Tally, month: Month) {
  const known = months.get(month) ?? { starts: 0, orders: 0, difference: 0 };
  months.set(month, known);
  return known;
}

/** Returns the result of a rehearsal. @param from the first day with the new prices */
export function rehearsalOf(tally: Tally, from: Day): Rehearsal {
  const boxes = [...tally.boxes.values()].sort((a, b) => b.subscriptions - a.subscriptions);
  const countOf = (isWanted: (box: RehearsedBox) => boolean) =>
    boxes.filter(isWanted).reduce((sum, { subscriptions }) => sum + subscriptions, 0);
  const months = Array.from({ length: FORESEEN_MONTHS }, (_, at) => addMonthsTo(monthOf(from), at));
  return {
    subscriptions: countOf(() => true),
    higher: countOf(({ oldTotal, newTotal }) => newTotal > oldTotal),
    lower: countOf(({ oldTotal, newTotal }) => newTotal < oldTotal),
    same: countOf(({ oldTotal, newTotal }) => newTotal === oldTotal),
    monthly: roundHalfUpDiv(tally.halfYear, 6),
    kept: tally.kept,
    months: months.map((month) => ({ month, ...monthIn(tally, month) })),
    notices: [...tally.notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, count]) => ({ day, count })),
    noticesAnyway: tally.noticesAnyway,
    boxes: boxes.slice(0, REHEARSED_BOXES),
    moreBoxes: Math.max(0, boxes.length - REHEARSED_BOXES),
  };
}
