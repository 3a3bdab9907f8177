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

/** The number of days before the payment date on which the reminder is sent, at the charge hour. */
export const REMINDER_DAYS = 5;

/** Two payments are always more than this many days apart. */
export const MIN_GAP_DAYS = 20;

/**
 * The rule for the payment dates from order `fromIndex` on: `paymentDay` of `baseMonth`, and of every
 * `frequency`-th month after `baseMonth`. A change of day or frequency and a reactivation add an epoch.
 * `skips`: dates that were skipped and have no order yet. An order planned on such a date starts as skipped.
 */
export type Epoch = {
  fromIndex: number;
  baseMonth: Month;
  paymentDay: number;
  frequency: number;
  skips?: readonly Day[];
};

/**
 * Returns the payment date of one order. The date is computed from the base month and the index, so that day
 * 31 is used again after February.
 */
export function cycleDate(epoch: Epoch, index: number): Day {
  const month = addMonthsTo(epoch.baseMonth, epoch.frequency * (index - epoch.fromIndex));
  return dayInMonth(month, epoch.paymentDay);
}

/**
 * Returns the epoch of an order: the last added epoch that covers its index.
 * @throws RangeError when no epoch covers the index
 */
export function epochFor(epochs: readonly Epoch[], index: number): Epoch {
  const epoch = epochs.findLast((candidate) => candidate.fromIndex <= index);
  if (!epoch) throw new RangeError(`No epoch covers order ${index}`);
  return epoch;
}

/** Returns the payment date of one order in a schedule of several epochs. */
export function cycleDateFor(epochs: readonly Epoch[], index: number): Day {
  return cycleDate(epochFor(epochs, index), index);
}

/** Whether an order of this epoch has this payment date. */
export function isOnCalendar(epoch: Epoch, day: Day): boolean {
  const months = monthsBetween(epoch.baseMonth, monthOf(day));
  return months >= 0 && months % epoch.frequency === 0 && day === dayInMonth(monthOf(day), epoch.paymentDay);
}

/**
 * Returns the epoch of the orders after a first payment or a reactivation. The epoch starts on the payment
 * day nearest to the paid day + `frequency` months. If two are equally near, the later day is used. If the
 * day is too soon after the paid day, the epoch starts one month later.
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

/** Returns the first three payment dates of a registration that is paid today. */
export function firstDates(today: Day, paymentDay: number, frequency: number): [Day, Day, Day] {
  const epoch = secondOrderEpoch(today, paymentDay, frequency, 2);
  return [today, cycleDate(epoch, 2), cycleDate(epoch, 3)];
}
