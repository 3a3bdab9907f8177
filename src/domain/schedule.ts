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

/** Days before the payment date on which the reminder is sent, at the hour of charges. */
export const REMINDER_DAYS = 5;

/** An order is always more than this many days after the payment before it. */
export const MIN_GAP_DAYS = 20;

/**
 * From order `fromIndex` on, the payment dates are `paymentDay` of `baseMonth` and of every `frequency`-th month after
 * it. Epochs are only added: by a change of day or frequency and by a reactivation. `skips`: dates of this epoch that
 * were skipped and are now beyond the next three orders because of a shorter frequency in between; an order planned on
 * one of them starts as skipped.
 */
export type Epoch = {
  fromIndex: number;
  baseMonth: Month;
  paymentDay: number;
  frequency: number;
  skips?: readonly Day[];
};

/**
 * Returns the payment date of one order. It is computed from anchor and index, so that day 31 returns after February.
 */
export function cycleDate(epoch: Epoch, index: number): Day {
  const month = addMonthsTo(epoch.baseMonth, epoch.frequency * (index - epoch.fromIndex));
  return dayInMonth(month, epoch.paymentDay);
}

/** Returns the epoch of an order: the last one written that covers its index. */
export function epochFor(epochs: readonly Epoch[], index: number): Epoch {
  const epoch = epochs.findLast((candidate) => candidate.fromIndex <= index);
  if (!epoch) throw new RangeError(`No epoch covers order ${index}`);
  return epoch;
}

/** Returns the payment date of one order over several epochs. */
export function cycleDateFor(epochs: readonly Epoch[], index: number): Day {
  return cycleDate(epochFor(epochs, index), index);
}

/** Whether some order of this epoch has this date. */
export function isOnCalendar(epoch: Epoch, day: Day): boolean {
  const months = monthsBetween(epoch.baseMonth, monthOf(day));
  return months >= 0 && months % epoch.frequency === 0 && day === dayInMonth(monthOf(day), epoch.paymentDay);
}

/**
 * Returns the epoch of the orders after a first payment or a reactivation. It starts on the payment day nearest to the
 * paid day + frequency months, the later of two equally near, and one month later if that is too soon.
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

/** Returns the first three payment dates for a registration paid today. */
export function firstDates(today: Day, paymentDay: number, frequency: number): [Day, Day, Day] {
  const epoch = secondOrderEpoch(today, paymentDay, frequency, 2);
  return [today, cycleDate(epoch, 2), cycleDate(epoch, 3)];
}
