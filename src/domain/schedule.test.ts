import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, daysInMonth, monthOf, parseDay, type Day, type Month } from './day';
import { cycleDate, cycleDateFor, firstDates, isOnCalendar, secondOrderEpoch, type Epoch } from './schedule';

const anyDay = fc.integer({ min: 0, max: 36_524 }).map((days) => addDays(parseDay('2020-01-01'), days));
const anyPaymentDay = fc.integer({ min: 1, max: 31 });
const anyFrequency = fc.constantFrom(1, 2, 3);

const second = (firstPaidOn: string, paymentDay: number, frequency: number) =>
  cycleDate(secondOrderEpoch(parseDay(firstPaidOn), paymentDay, frequency, 2), 2);

/**
 * Returns the date of the second order, computed by a scan: the nearest day to the target that is a payment
 * day. If two days are equally near, the later day is used.
 */
function secondByScan(firstPaidOn: Day, paymentDay: number, frequency: number): Day {
  const isPaymentDay = (day: Day) => Number(day.slice(8)) === Math.min(paymentDay, daysInMonth(monthOf(day)));
  const target = addMonths(firstPaidOn, frequency);
  let away = 0;
  while (!isPaymentDay(addDays(target, away)) && !isPaymentDay(addDays(target, -away))) away += 1;
  let found = addDays(target, isPaymentDay(addDays(target, away)) ? away : -away);
  while (!isPaymentDay(found) || daysBetween(firstPaidOn, found) <= 20) found = addDays(found, 1);
  return found;
}

describe('payment dates', () => {
  test('on day 31 return to 31 after February', () => {
    const epoch: Epoch = { fromIndex: 2, baseMonth: '2026-12' as Month, paymentDay: 31, frequency: 1 };
    const dates = [2, 3, 4, 5, 6].map((index) => cycleDate(epoch, index));
    expect(dates).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  });

  test('rise strictly by the frequency, on the payment day or the last day of the month', () => {
    fc.assert(
      fc.property(anyDay, anyPaymentDay, anyFrequency, fc.nat(200), (start, paymentDay, frequency, index) => {
        const epoch = { fromIndex: 5, baseMonth: monthOf(start), paymentDay, frequency };
        const date = cycleDate(epoch, 5 + index);
        const next = cycleDate(epoch, 6 + index);
        expect(monthOf(next)).toBe(monthOf(addMonths(date, frequency)));
        expect(Number(date.slice(8))).toBe(Math.min(paymentDay, daysInMonth(monthOf(date))));
        expect(daysBetween(date, next)).toBeGreaterThanOrEqual(28 * frequency);
        expect(daysBetween(date, next)).toBeLessThanOrEqual(31 * frequency);
      }),
    );
  });

  test('follow the last epoch that covers the order', () => {
    const epochs: Epoch[] = [
      { fromIndex: 2, baseMonth: '2026-12' as Month, paymentDay: 31, frequency: 1 },
      { fromIndex: 6, baseMonth: '2027-06' as Month, paymentDay: 5, frequency: 2 },
      { fromIndex: 4, baseMonth: '2027-03' as Month, paymentDay: 10, frequency: 3 },
    ];
    const dates = [2, 3, 4, 5, 6].map((index) => cycleDateFor(epochs, index));
    expect(dates).toEqual(['2026-12-31', '2027-01-31', '2027-03-10', '2027-06-10', '2027-09-10']);
    expect(() => cycleDateFor(epochs, 1)).toThrow(RangeError);
  });
});

test('a day is on the calendar exactly when some order has it', () => {
  const epoch: Epoch = { fromIndex: 4, baseMonth: '2026-12' as Month, paymentDay: 31, frequency: 2 };
  const dates = new Set(Array.from({ length: 13 }, (_, at) => cycleDate(epoch, 4 + at)));
  for (let at = -400; at < 700; at++) {
    const day = addDays(parseDay('2026-12-31'), at);
    expect([day, isOnCalendar(epoch, day)]).toEqual([day, dates.has(day)]);
  }
});

describe('the second order', () => {
  test.each([
    ['2026-11-20', 31, 1, '2026-12-31', 'nearest to 20 December'],
    ['2026-11-20', 20, 1, '2026-12-20', 'the same day of the month'],
    ['2026-11-20', 5, 2, '2027-01-05', '15 days before beats 16 after'],
    ['2026-11-20', 4, 2, '2027-02-04', '15 days after beats 16 before'],
    ['2026-01-01', 15, 2, '2026-03-15', 'two equally near: the later'],
    ['2026-01-10', 30, 1, '2026-02-28', '20 days after the first payment: the following'],
    ['2026-01-10', 31, 1, '2026-01-31', '21 days after the first payment'],
    ['2026-01-01', 17, 1, '2026-02-17', '16 days after the first payment: the following'],
    ['2028-01-31', 31, 1, '2028-02-29', 'a clamped target'],
    ['2026-12-31', 1, 3, '2027-04-01', 'across the year'],
  ])('paid %s, payment day %i, every %i months: %s (%s)', (paidOn, paymentDay, frequency, expected) => {
    expect(second(paidOn, paymentDay, frequency)).toBe(expected);
  });

  test('agrees with a day-by-day scan', () => {
    fc.assert(
      fc.property(anyDay, anyPaymentDay, anyFrequency, (paidOn, paymentDay, frequency) => {
        expect(second(paidOn, paymentDay, frequency)).toBe(secondByScan(paidOn, paymentDay, frequency));
      }),
      { numRuns: 3_000 },
    );
  });

  test('is never 20 days or fewer after the first payment, and at most a month and a half late', () => {
    fc.assert(
      fc.property(anyDay, anyPaymentDay, anyFrequency, (paidOn, paymentDay, frequency) => {
        const found = secondOrderEpoch(paidOn, paymentDay, frequency, 9);
        expect(found).toMatchObject({ fromIndex: 9, paymentDay, frequency });
        expect(daysBetween(paidOn, cycleDate(found, 9))).toBeGreaterThan(20);
        expect(daysBetween(addMonths(paidOn, frequency), cycleDate(found, 9))).toBeLessThanOrEqual(46);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('the register page shows today, the second date and the third date', () => {
  expect(firstDates(parseDay('2026-11-20'), 31, 1)).toEqual(['2026-11-20', '2026-12-31', '2027-01-31']);
  expect(firstDates(parseDay('2026-11-20'), 15, 3)).toEqual(['2026-11-20', '2027-02-15', '2027-05-15']);
});
