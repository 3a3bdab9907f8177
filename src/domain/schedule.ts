import {
  addMonths,
  addMonthsTo,
  dayInMonth,
  daysBetween,
  monthOf,
  monthsBetween,
  type Day,
  type Month,
} from './day';

/** An order never follows the payment before it by this many days or fewer. */
export const MIN_GAP_DAYS = 20;

/**
 * From order `fromIndex` on, the dates are `paymentDay` of `baseMonth` and of every `frequency`-th month after it.
 * Epochs are only ever added: a change of day or frequency and a reactivation write a new one. `skips`: dates of this
 * epoch that were skipped and then lay beyond the next three, because a shorter frequency came between; an order that
 * is planned on one of them is skipped from the start.
 */
export type Epoch = {
  fromIndex: number;
  baseMonth: Month;
  paymentDay: number;
  frequency: number;
  skips?: readonly Day[];
};

/** The payment date of one order. Computed from anchor and index, so that a 31 survives February. */
export function cycleDate(epoch: Epoch, index: number): Day {
  const month = addMonthsTo(epoch.baseMonth, epoch.frequency * (index - epoch.fromIndex));
  return dayInMonth(month, epoch.paymentDay);
}

/** Of several epochs, in the order of writing, the one that counts for an order: the last that reaches down to it. */
export function epochFor(epochs: readonly Epoch[], index: number): Epoch {
  const epoch = epochs.findLast((candidate) => candidate.fromIndex <= index);
  if (!epoch) throw new RangeError(`No epoch covers order ${index}`);
  return epoch;
}

/** The payment date of one order over several epochs. */
export function cycleDateFor(epochs: readonly Epoch[], index: number): Day {
  return cycleDate(epochFor(epochs, index), index);
}

/** Whether some order of this epoch has this date. */
export function isOnCalendar(epoch: Epoch, day: Day): boolean {
  const months = monthsBetween(epoch.baseMonth, monthOf(day));
  return months >= 0 && months % epoch.frequency === 0 && day === dayInMonth(monthOf(day), epoch.paymentDay);
}

/**
 * The epoch that starts with the order after a first payment (or a reactivation): the payment-day date nearest to
 * the paid day + frequency months, the later of two equally near, and the following one if that comes too soon.
 */
export function secondOrderEpoch(
  firstPaidOn: Day,
  paymentDay: number,
  frequency: number,
  index: number,
): Epoch {
  const target = addMonths(firstPaidOn, frequency);
  const candidates = [-1, 0, 1, 2].map((months) =>
    dayInMonth(addMonthsTo(monthOf(target), months), paymentDay),
  );
  const distance = (day: Day) => Math.abs(daysBetween(target, day));
  const nearest = Math.min(...candidates.map(distance));
  const nearestAt = candidates.findLastIndex((day) => distance(day) === nearest);
  const second = candidates.find(
    (day, at) => at >= nearestAt && daysBetween(firstPaidOn, day) > MIN_GAP_DAYS,
  );
  if (!second) throw new RangeError(`No payment date follows ${firstPaidOn}`);
  return { fromIndex: index, baseMonth: monthOf(second), paymentDay, frequency };
}

/** The first three payment dates of someone who registers and pays today. */
export function firstDates(today: Day, paymentDay: number, frequency: number): [Day, Day, Day] {
  const epoch = secondOrderEpoch(today, paymentDay, frequency, 2);
  return [today, cycleDate(epoch, 2), cycleDate(epoch, 3)];
}
