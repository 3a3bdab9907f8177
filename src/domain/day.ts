import { DAY_MS, HOUR_MS } from './duration';

declare const dayBrand: unique symbol;
declare const monthBrand: unique symbol;

/** A calendar day in Bangkok, 'YYYY-MM-DD'. Days can be compared with `<` and `>`. */
export type Day = string & { readonly [dayBrand]: true };

/** A calendar month, 'YYYY-MM'. */
export type Month = string & { readonly [monthBrand]: true };

// Bangkok is UTC+7 all year, without daylight saving.
const BANGKOK_OFFSET_MS = 7 * HOUR_MS;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const pad = (value: number, width: number) => String(value).padStart(width, '0');

function assertWhole(value: number) {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
}

function utcMs(day: Day): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

function dayFromUtcMs(ms: number): Day {
  return parseDay(new Date(ms).toISOString().slice(0, -'T00:00:00.000Z'.length));
}

/** Whether the text is an existing day of the Gregorian calendar, written 'YYYY-MM-DD'. */
export function isDay(text: string): text is Day {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(text.slice(0, 7) as Month);
}

/** Parses 'YYYY-MM-DD'. @throws RangeError for a text that is not an existing day */
export function parseDay(text: string): Day {
  if (!isDay(text)) throw new RangeError(`Not a day: ${text}`);
  return text;
}

/** Returns the Bangkok day of an instant. @throws RangeError for an invalid Date */
export function dayOf(instant: Date): Day {
  const shifted = instant.getTime() + BANGKOK_OFFSET_MS;
  return dayFromUtcMs(shifted);
}

/** Returns the start of a day in Bangkok: 00:00, which is 17:00 UTC of the previous day. */
export function startOfDay(day: Day): Date {
  return new Date(utcMs(day) - BANGKOK_OFFSET_MS);
}

/** Returns the instant of a full hour (0–24, Bangkok time) on a day. Hour 24 is the start of the next day. */
export function hourOf(day: Day, hour: number): Date {
  return new Date(startOfDay(day).getTime() + hour * HOUR_MS);
}

/** Returns the day that is `days` days later. A negative number gives an earlier day. */
export function addDays(day: Day, days: number): Day {
  assertWhole(days);
  return dayFromUtcMs(utcMs(day) + days * DAY_MS);
}

/** Returns the number of days between two days: 0 for the same day, negative when `to` is before `from`. */
export function daysBetween(from: Day, to: Day): number {
  return (utcMs(to) - utcMs(from)) / DAY_MS;
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7) as Month;
}

/**
 * Returns the month that is `months` months later.
 * @throws RangeError outside the years 0–9999
 */
export function addMonthsTo(month: Month, months: number): Month {
  assertWhole(months);
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  const year = Math.floor(count / 12);
  if (year < 0 || year > 9999) throw new RangeError(`No such year: ${year}`);
  return `${pad(year, 4)}-${pad(count - year * 12 + 1, 2)}` as Month;
}

/**
 * Returns the number of months between two months: 0 for the same month, negative when `to` is before `from`.
 */
export function monthsBetween(from: Month, to: Month): number {
  const count = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return count(to) - count(from);
}

export function daysInMonth(month: Month): number {
  const year = Number(month.slice(0, 4));
  const number = Number(month.slice(5));
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return number === 2 && isLeap ? 29 : (MONTH_LENGTHS[number - 1] ?? NaN);
}

/** Returns the day with this number (1–31) in a month. A shorter month gives its last day. */
export function dayInMonth(month: Month, dayOfMonth: number): Day {
  return parseDay(`${month}-${pad(Math.min(dayOfMonth, daysInMonth(month)), 2)}`);
}

/**
 * Returns the same day of the month `months` months later. In a shorter month this is its last day (31 Jan +
 * 1 = 28 or 29 Feb).
 */
export function addMonths(day: Day, months: number): Day {
  return dayInMonth(addMonthsTo(monthOf(day), months), Number(day.slice(8)));
}

export function maxDay(a: Day, b: Day): Day {
  return a > b ? a : b;
}
