import { addMonthsTo, dayInMonth, dayOf, monthOf, startOfDay, type Day, type Month } from './day';
import type { OrderPrices } from './lifecycle/changes';
import type { Satang } from './money';
import { planOrders, planThrough, type PlannedDate, type PlannerFacts } from './planner';
import {
  planPrices,
  regularTotal,
  type HeldPrices,
  type PlanPricesFacts,
  type PriceNotice,
  type PriceRaise,
} from './price-notice';
import { sendableFrom } from './quiet-hours';

/** The months whose orders a rehearsal compares: every third-monthly order has the new price within them. */
export const FORESEEN_MONTHS = 15;

/** The prices of a box over time. `settledFrom`: the instant from which they do not change any more. */
export interface PricesOverTime {
  at: (now: Date) => OrderPrices;
  settledFrom: Date;
}

export interface PlanFacts extends Omit<PlannerFacts, 'today'> {
  held: HeldPrices | null;
  notice: PriceNotice | null;
}

/** An order that the planner will add, with its total without a code. */
export interface ForeseenOrder {
  paymentDate: Day;
  total: Satang;
  isSkipped: boolean;
}

/** The orders that will be planned, and the days on which price notices leave. */
export interface Foresight {
  planned: ForeseenOrder[];
  notices: Day[];
}

/** Returns the last day of the months that a rehearsal compares. @param from the first day with the new prices */
export function lastForeseenDay(from: Day): Day {
  return dayInMonth(addMonthsTo(monthOf(from), FORESEEN_MONTHS - 1), 31);
}

/**
 * Returns the orders that billing will plan up to a day, with their prices and price notices, if nothing but time
 * changes: it runs the planner and the price rule at each payment date, as billing does.
 */
export function foreseeOrders(
  facts: PlanFacts,
  prices: PricesOverTime,
  { now: start, noticeDays, lastDay }: { now: Date; noticeDays: number; lastDay: Day },
): Foresight {
  const planned: ForeseenOrder[] = [];
  const notices: Day[] = [];
  let state = facts;
  let now: Date | null = start;
  while (now !== null) {
    const todays = prices.at(now);
    const today = dayOf(now);
    const rule: Rule = { todays, now, noticeDays };
    const rest: PlannedDate[] | null = now >= prices.settledFrom ? settledRest(state, rule, lastDay) : null;
    const dates = rest ?? planOrders({ ...state, today });
    const { prices: given, raise } = planPrices(dates, { ...rule, held: state.held, notice: state.notice });
    planned.push(...dates.map((date, at) => orderOf(date, given[at] ?? todays)));
    if (raise) notices.push(dayOf(sendableFrom(now)));
    state = afterPlanning(state, dates, given, raise);
    now = rest ? null : nextBeginning(state, today, lastDay);
  }
  return { planned: planned.filter(({ paymentDate }) => paymentDate <= lastDay), notices };
}

type Rule = Pick<PlanPricesFacts, 'todays' | 'now' | 'noticeDays'>;

const orderOf = ({ paymentDate, skipped }: PlannedDate, price: OrderPrices): ForeseenOrder => ({
  paymentDate,
  total: regularTotal(price),
  isSkipped: skipped,
});

/** Returns the remaining orders, if all of them have the prices of today without a notice; else null. */
function settledRest(state: PlanFacts, rule: Rule, lastDay: Day): PlannedDate[] | null {
  const rest = planThrough({ ...state, today: dayOf(rule.now) }, lastDay);
  const { prices, raise } = planPrices(rest, { ...rule, held: state.held, notice: state.notice });
  return raise === null && prices.every((price) => price === rule.todays) ? rest : null;
}

function afterPlanning(
  state: PlanFacts,
  dates: readonly PlannedDate[],
  prices: readonly OrderPrices[],
  raise: PriceRaise | null,
): PlanFacts {
  const [last, price] = [dates.at(-1), prices.at(-1)];
  if (!last || !price) return state;
  return {
    ...state,
    nextIndex: last.index + 1,
    existing: [
      ...state.existing,
      ...dates.map(({ index, paymentDate, skipped }) => ({
        index,
        paymentDate,
        status: skipped ? ('skipped' as const) : ('upcoming' as const),
      })),
    ],
    held: { ...price, paymentDate: last.paymentDate },
    notice: raise ?? state.notice,
  };
}

/** Returns the start of the next payment date after today; null if the orders up to `lastDay` are planned. */
function nextBeginning({ existing }: PlanFacts, today: Day, lastDay: Day): Date | null {
  const ahead = existing.filter(
    ({ status, paymentDate }) => (status === 'upcoming' || status === 'skipped') && paymentDate > today,
  );
  const [first] = ahead.map(({ paymentDate }) => paymentDate).sort();
  const isDone = existing.some(({ paymentDate }) => paymentDate > lastDay);
  return first === undefined || isDone ? null : startOfDay(first);
}

/** What a price change does to the orders of one subscription. */
export interface PlanEffect {
  /** The existing and future orders from the first day on that keep their total before the first changed one. */
  kept: { count: number; last: Day | null };
  /** The month of the first order with a changed total; null without one. */
  firstMonth: Month | null;
  /** The changed orders by month, with the sum of the differences. */
  months: Map<Month, { orders: number; difference: Satang }>;
}

/**
 * Compares the orders with and without a price change.
 * @param existing the payment dates of the orders that are planned already
 * @param from the first day with the new prices
 */
export function compareForesights(
  existing: readonly Day[],
  { with: changed, without }: { with: readonly ForeseenOrder[]; without: readonly ForeseenOrder[] },
  from: Day,
): PlanEffect {
  const sent = changed.flatMap(({ paymentDate, total, isSkipped }, at) =>
    isSkipped ? [] : [{ paymentDate, difference: total - (without[at]?.total ?? total) }],
  );
  const differing = sent.filter(({ difference }) => difference !== 0);
  const first = differing[0]?.paymentDate ?? null;
  const months: PlanEffect['months'] = new Map();
  for (const { paymentDate, difference } of differing) {
    const sum = months.get(monthOf(paymentDate)) ?? { orders: 0, difference: 0 };
    const next = { orders: sum.orders + 1, difference: sum.difference + difference };
    months.set(monthOf(paymentDate), next);
  }
  const dates = [...existing, ...sent.map(({ paymentDate }) => paymentDate)];
  const kept = first === null ? [] : dates.filter((day) => day >= from && day < first).sort();
  return {
    kept: { count: kept.length, last: kept.at(-1) ?? null },
    firstMonth: first && monthOf(first),
    months,
  };
}
