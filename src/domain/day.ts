import { DAY_MS, HOUR_MS } from './duration';

declare const dayBrand: unique symbol;
declare const monthBrand: unique symbol;

/** A calendar day in Bangkok, 'YYYY-MM-DD'. Days compare correctly as text. */
export type Day = string & { readonly [dayBrand]: true };

/** A calendar month, 'YYYY-MM'. */
export type Month = string & { readonly [monthBrand]: true };

// Bangkok is UTC+7 all year: no daylight saving, so one constant is the whole zone.
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

/** Reads 'YYYY-MM-DD'. Throws RangeError for anything that is not an existing day. */
export function parseDay(text: string): Day {
  if (!isDay(text)) throw new RangeError(`Not a day: ${text}`);
  return text;
}

/** The Bangkok day an instant falls on. Throws RangeError for an invalid Date. */
export function dayOf(instant: Date): Day {
  const shifted = instant.getTime() + BANGKOK_OFFSET_MS;
  return dayFromUtcMs(shifted);
}

/** 00:00 in Bangkok of that day, which is 17:00 UTC of the day before. */
export function startOfDay(day: Day): Date {
  return new Date(utcMs(day) - BANGKOK_OFFSET_MS);
}

/** The full hour (0–24) in Bangkok of that day; 24 is the start of the next one. */
export function hourOf(day: Day, hour: number): Date {
  return new Date(startOfDay(day).getTime() + hour * HOUR_MS);
}

/** The day so many days later, or earlier when negative. */
export function addDays(day: Day, days: number): Day {
  assertWhole(days);
  return dayFromUtcMs(utcMs(day) + days * DAY_MS);
}

/** Days from one day to another: 0 for the same day, negative when `to` lies before `from`. */
export function daysBetween(from: Day, to: Day): number {
  return (utcMs(to) - utcMs(from)) / DAY_MS;
}

/** The month a day lies in. */
export function monthOf(day: Day): Month {
  return day.slice(0, 7) as Month;
}

/** The month so many months later. Throws RangeError outside the years 0–9999. */
export function addMonthsTo(month: Month, months: number): Month {
  assertWhole(months);
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  const year = Math.floor(count / 12);
  if (year < 0 || year > 9999) throw new RangeError(`No such year: ${year}`);
  return `${pad(year, 4)}-${pad(count - year * 12 + 1, 2)}` as Month;
}

/** Months from one month to another: 0 for the same one, negative when `to` lies before `from`. */
export function monthsBetween(from: Month, to: Month): number {
  const count = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return count(to) - count(from);
}

/** How many days a month has. */
export function daysInMonth(month: Month): number {
  const year = Number(month.slice(0, 4));
  const number = Number(month.slice(5));
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return number === 2 && isLeap ? 29 : (MONTH_LENGTHS[number - 1] ?? NaN);
}

/** That day of the month, or the month's last day where it has none. `dayOfMonth` is 1–31. */
export function dayInMonth(month: Month, dayOfMonth: number): Day {
  return parseDay(`${month}-${pad(Math.min(dayOfMonth, daysInMonth(month)), 2)}`);
}

/** The same day so many months later, clamped to the month's end (31 Jan + 1 = 28 or 29 Feb). */
export function addMonths(day: Day, months: number): Day {
  return dayInMonth(addMonthsTo(monthOf(day), months), Number(day.slice(8)));
}

/** The later of two days. */
export function maxDay(a: Day, b: Day): Day {
  return a > b ? a : b;
}
