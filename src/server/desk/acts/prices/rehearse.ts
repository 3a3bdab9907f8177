import { addMonthsTo, dayOf, startOfDay, type Day } from '@/domain/day';
import { deliveryFee } from '@/domain/delivery';
import type { OrderPrices } from '@/domain/lifecycle/changes';
import type { PriceChange } from '@/domain/price-change';
import {
  compareForesights,
  foreseeOrders,
  lastForeseenDay,
  type PricesOverTime,
} from '@/domain/price-foresight';
import { pricesKey, regularTotal } from '@/domain/price-notice';
import {
  addGroup,
  emptyTally,
  rehearsalOf,
  type RehearsedGroup,
  type Rehearsal,
} from '@/domain/price-rehearsal';
import { epochFor } from '@/domain/schedule';
import type { Catalogue } from '../../../shop/catalogue/queries';
import { frozenPrices, quoteOrder } from '@/domain/quote';
import type { PlanFactsGroup } from './plan-facts';
import { withChange } from './price-state';

/** The prices of a box with delivery: those of each catalogue in turn, and those after the change. */
interface Priced {
  key: string;
  steps: PriceStep[];
  before: OrderPrices;
  after: OrderPrices;
}

interface PriceStep {
  from: Date;
  prices: OrderPrices;
}

export interface Rehearsing {
  change: PriceChange;
  /** The catalogue at `now` and at the beginning of each planned change, which are all before `change`. */
  catalogues: readonly { from: Date; catalogue: Catalogue }[];
  now: Date;
  noticeDays: number;
}

/** Returns the catalogue that the change replaces. */
function lastOf({ catalogues }: Rehearsing): Catalogue {
  const last = catalogues.at(-1);
  if (!last) throw new Error('a rehearsal needs the present catalogue');
  return last.catalogue;
}

/** Sums up what a price change does to subscriptions. */
export interface Rehearser {
  add: (facts: PlanFactsGroup) => void;
  result: () => Rehearsal;
}

/**
 * Returns a rehearser of a price change. Subscriptions with equal boxes, fees, prices and dates are computed once, by
 * the planner and the price rule that billing uses.
 */
export function openRehearser(rehearsing: Rehearsing): Rehearser {
  const { change, now } = rehearsing;
  const price = pricer(rehearsing);
  const groups = new Map<string, RehearsedGroup>();
  return {
    add: (facts) => {
      const priced = price(facts);
      const key = groupKey(facts, priced, dayOf(now));
      const known = groups.get(key);
      if (known) known.count += facts.count;
      else groups.set(key, rehearseGroup(facts, priced, rehearsing));
    },
    result: () => {
      const tally = emptyTally();
      for (const group of groups.values()) addGroup(tally, group);
      return rehearsalOf(tally, change.from ?? dayOf(now));
    },
  };
}

/** Returns for each postcode the first one with the same fees at every time. */
export function postalCodesByFee(rehearsing: Rehearsing, codes: readonly string[]): Record<string, string> {
  const catalogue = lastOf(rehearsing);
  const changed = withChange(catalogue, rehearsing.change);
  const tariffs = [...rehearsing.catalogues.map((step) => step.catalogue), changed].map(
    ({ tariff }) => tariff,
  );
  const first = new Map<string, string>();
  const entries = codes.map((code) => {
    const isKnown = catalogue.provinces.has(code);
    const fees = tariffs.map((tariff) => deliveryFee(code, tariff, false, isKnown)).join('>');
    if (!first.has(fees)) first.set(fees, code);
    return [code, first.get(fees) ?? code] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns a function that quotes each distinct box and fee once. */
function pricer(rehearsing: Rehearsing) {
  const changed = withChange(lastOf(rehearsing), rehearsing.change);
  const known = new Map<string, Priced>();
  return ({ box, postalCode }: PlanFactsGroup): Priced => {
    const content = box.map(({ productCode, quantity }) => `${productCode}:${quantity}`);
    const key = [...content, postalCode].join(' ');
    const found = known.get(key);
    if (found) return found;
    const quote = (at: Catalogue) => frozenPrices(quoteOrder(at, box, postalCode), at);
    const steps = rehearsing.catalogues.map(({ from, catalogue }) => ({ from, prices: quote(catalogue) }));
    const priced = { key, steps, before: quote(lastOf(rehearsing)), after: quote(changed) };
    known.set(key, priced);
    return priced;
  };
}

/** Returns a text that is equal for subscriptions to which the change does the same. */
function groupKey(facts: PlanFactsGroup, { key }: Priced, today: Day): string {
  const { held, notice, pausedUntil } = facts;
  const orders = facts.existing.map(({ paymentDate, status, isOrderedNow }) =>
    [paymentDate, status, isOrderedNow].join(' '),
  );
  const price = held && `${pricesKey(held)}=${held.boxPrice}`;
  const told = notice && [notice.prices, notice.firstDate, held && held.paymentDate < notice.firstDate];
  return JSON.stringify([key, price, told, pausedUntil, orders, scheduleKey(facts, today)]);
}

/** Returns a text that is equal for schedules with the same dates from the next order on. */
function scheduleKey({ epochs, nextIndex }: PlanFactsGroup, today: Day): string {
  const epoch = epochFor(epochs, nextIndex);
  // A schedule that changes again later is not shifted to a common beginning.
  if (epochs.at(-1) !== epoch) return JSON.stringify([epochs, nextIndex]);
  const { frequency, paymentDay, skips = [] } = epoch;
  const month = addMonthsTo(epoch.baseMonth, frequency * (nextIndex - epoch.fromIndex));
  return `${month} ${paymentDay} ${frequency} ${skips.filter((day) => day > today).join(' ')}`;
}

function rehearseGroup(facts: PlanFactsGroup, priced: Priced, rehearsing: Rehearsing): RehearsedGroup {
  const { change, now, noticeDays } = rehearsing;
  const from = change.from ?? dayOf(now);
  const effectAt = change.from === null ? now : startOfDay(change.from);
  const { steps, before, after } = priced;
  const at = { now, noticeDays, lastDay: lastForeseenDay(from) };
  const without = inSteps(steps);
  const changing = {
    at: (time: Date) => (time >= effectAt ? after : without.at(time)),
    settledFrom: effectAt,
  };
  const changed = foreseeOrders(facts, changing, at);
  const unchanged = foreseeOrders(facts, without, at);
  const existing = facts.existing.filter(({ status }) => status === 'upcoming');
  return {
    count: facts.count,
    frequency: epochFor(facts.epochs, facts.nextIndex).frequency,
    box: {
      items: facts.box,
      oldFee: before.deliveryFee,
      newFee: after.deliveryFee,
      oldTotal: regularTotal(before),
      newTotal: regularTotal(after),
    },
    effect: compareForesights(
      existing.map(({ paymentDate }) => paymentDate),
      { with: changed.planned, without: unchanged.planned },
      from,
    ),
    notices: changed.notices,
    noticesAnyway: unchanged.notices.length,
  };
}

/** Returns the prices of a box over time, if only planned changes take effect. */
function inSteps(steps: readonly PriceStep[]): PricesOverTime {
  const [first] = steps;
  if (!first) throw new Error('a box has no prices');
  return {
    at: (time) => (steps.findLast(({ from }) => from <= time) ?? first).prices,
    settledFrom: (steps.at(-1) ?? first).from,
  };
}
