import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addMonthsTo,
  dayInMonth,
  dayOf,
  daysBetween,
  daysInMonth,
  hourOf,
  isDay,
  maxDay,
  monthOf,
  monthsBetween,
  parseDay,
  startOfDay,
  type Month,
} from './day';

const day = parseDay;
const month = (text: string) => text as Month;

describe('parsing a day', () => {
  test.each(['2026-11-20', '2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isDay(text)).toBe(true);
    expect(parseDay(text)).toBe(text);
  });

  test.each([
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-01',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '๒๐๒๖-01-01',
    '',
  ])('rejects %j', (text) => {
    expect(isDay(text)).toBe(false);
    expect(() => parseDay(text)).toThrow(RangeError);
  });
});

describe('instants and days', () => {
  test('a Bangkok day starts at 17:00 UTC of the previous day and ends one millisecond before the next', () => {
    expect(startOfDay(day('2026-11-21')).toISOString()).toBe('2026-11-20T17:00:00.000Z');
    expect(dayOf(startOfDay(day('2026-11-21')))).toBe('2026-11-21');
    expect(dayOf(new Date(startOfDay(day('2026-11-21')).getTime() - 1))).toBe('2026-11-20');
  });

  test('09:00 in Bangkok is 02:00 UTC, and 24:00 is the start of the next day', () => {
    expect(hourOf(day('2026-11-20'), 9).toISOString()).toBe('2026-11-20T02:00:00.000Z');
    expect(hourOf(day('2026-11-20'), 24)).toEqual(startOfDay(day('2026-11-21')));
  });

  test('an invalid instant and a year after 9999 are rejected', () => {
    expect(() => dayOf(new Date(NaN))).toThrow(RangeError);
    expect(() => dayOf(new Date(8.64e15))).toThrow(RangeError);
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addDays(day('2026-01-01'), 0.5)).toThrow(RangeError);
    expect(() => addMonthsTo(month('9999-12'), 1)).toThrow(RangeError);
    expect(() => addMonthsTo(month('2026-12'), NaN)).toThrow(RangeError);
    expect(() => dayInMonth(month('2026-12'), 0)).toThrow(RangeError);
  });
});

describe('day arithmetic', () => {
  test('adds days across months, years and leap days', () => {
    expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01');
    expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29');
    expect(addDays(day('2027-03-01'), -1)).toBe('2027-02-28');
    expect(daysBetween(day('2026-11-20'), day('2026-12-31'))).toBe(41);
    expect(daysBetween(day('2026-12-31'), day('2026-11-20'))).toBe(-41);
    expect(daysBetween(day('2026-11-20'), day('2026-11-20'))).toBe(0);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(addMonths(day(from), months)).toBe(to);
  });

  test('uses the last day of a month without the payment day', () => {
    expect(dayInMonth(month('2026-02'), 31)).toBe('2026-02-28');
    expect(dayInMonth(month('2026-04'), 30)).toBe('2026-04-30');
    expect(dayInMonth(month('2026-04'), 1)).toBe('2026-04-01');
    expect(daysInMonth(month('2026-04'))).toBe(30);
    expect(monthOf(day('2026-04-30'))).toBe('2026-04');
  });

  test('maxDay returns the later of two days', () => {
    expect(maxDay(day('2026-09-30'), day('2026-10-01'))).toBe('2026-10-01');
  });
});

test('months between two months, forwards and back, over years', () => {
  expect(monthsBetween(month('2026-11'), month('2026-11'))).toBe(0);
  expect(monthsBetween(month('2026-11'), month('2027-02'))).toBe(3);
  expect(monthsBetween(month('2028-01'), month('2026-12'))).toBe(-13);
});
