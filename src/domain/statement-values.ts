import { addDays, dayOf, isDay, startOfDay, type Day } from './day';
import { DAY_MS } from './duration';
import { satangOf, type Satang } from './money';
import { normaliseIdentifier } from './text';

/** The day and the time of a statement line in Bangkok; `time` as `09:00` or `09:00:00`, null if the line has none. */
export interface Moment {
  paidOn: Day;
  time: string | null;
}

/** What Excel writes so that a number stays a text: `="312.50"`. */
const AS_TEXT = /^="?([^"]*)"?$/;
const OUTGOING = /^[-(]|-$/;

/**
 * Returns the incoming amount of a statement line: in satang; `none` for an empty, zero or outgoing amount; null if it
 * can't be read. Reads thousands commas, a sign, baht before or after the number, and further decimals if they are zero.
 */
export function incomingAmount(text: string): Satang | 'none' | null {
  const plain = normaliseIdentifier(text)
    .replace(AS_TEXT, '$1')
    .replace(/^(THB|฿)\s*|\s*(THB|฿|บาท)$/gi, '')
    .trim();
  if (plain === '' || OUTGOING.test(plain)) return 'none';
  const amount = satangOf(plain.replace(/^\+\s*/, '').replace(/(\.\d\d)0+$/, '$1'));
  return amount === 0 ? 'none' : amount;
}

/** The months by their Thai and English names, long and short, without dots and in small letters. */
const MONTHS = new Map(
  ['th', 'en'].flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) => {
      const name = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
      return [...Array(12).keys()].map((at): [string, number] => [
        plainName(name.format(Date.UTC(2026, at, 15))),
        at + 1,
      ]);
    }),
  ),
);
/** English exports write four letters for this month, too. */
MONTHS.set('sept', 9);

function plainName(text: string): string {
  return text.replaceAll('.', '').toLowerCase();
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
/** Thai banks write day, month, year. */
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/;
const MONTH_NAMED = /^(\d{1,2})[- /]?([^\d\s,/-]+(?:\.[^\d\s,/-]+)*\.?)[- /,]*(\d{4}|\d{2})(?!\d)/;
/** The days that Excel counts from 30 December 1899; the numbers are those of 2009 to 2064. */
const SERIAL = /^([45]\d{4}|60000)(\.\d+)?$/;
const SERIAL_ZERO = '1899-12-30' as Day;

const BUDDHIST_ERA_FROM = 2400;
const BUDDHIST_ERA = 543;
/** A year of two digits from this one on is of the Buddhist era: 69 is 2569, 26 is 2026. */
const SHORT_BUDDHIST_FROM = 60;

function yearOf(text: string): number {
  const written = Number(text);
  if (text.length === 2)
    return written >= SHORT_BUDDHIST_FROM ? 2500 + written - BUDDHIST_ERA : 2000 + written;
  return written >= BUDDHIST_ERA_FROM ? written - BUDDHIST_ERA : written;
}

/** Returns the day at the beginning of a text, and the rest of the text; null if there is none. */
function readDay(text: string): { day: Day; rest: string } | null {
  const numbers = (found: RegExpExecArray, [year, month, day]: [number, number, number]) => ({
    rest: text.slice(found[0].length),
    parts: [yearOf(found[year] ?? ''), MONTHS.get(plainName(found[month] ?? '')) ?? Number(found[month])],
    date: Number(found[day]),
  });
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  const dayFirst = DAY_FIRST.exec(text) ?? MONTH_NAMED.exec(text);
  const read = yearFirst ? numbers(yearFirst, [1, 2, 3]) : dayFirst && numbers(dayFirst, [3, 2, 1]);
  if (!read) return null;
  const [year = 0, month = 0] = read.parts;
  const day = [year, String(month).padStart(2, '0'), String(read.date).padStart(2, '0')].join('-');
  return isDay(day) ? { day, rest: read.rest } : null;
}

/** A time as Excel keeps it: a part of a day. */
const FRACTION = /^0?\.\d+$/;
const timeOfSerial = (serial: number) =>
  new Date(Math.round((serial % 1) * (DAY_MS / 1000)) * 1000).toISOString().slice(11, 19);
const TIME = /^[T, ]*(\d{1,2}):(\d{2})(:\d{2})?(?:\.\d+)?\s*([ap]\.?m\.?|น\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Returns the time `09:05` or `09:05:07`, and its zone; null if the text is none. */
function readTime(text: string): { time: string; zone: string | undefined } | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, hour = '', minute = '', second = '', half = '', zone] = found;
  const isAfternoon = /^p/i.test(half);
  const hours = /^[ap]/i.test(half) ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  const isTime = hours < 24 && Number(minute) < 60 && Number(second.slice(1)) < 60;
  return isTime ? { time: `${String(hours).padStart(2, '0')}:${minute}${second}`, zone } : null;
}

/**
 * Returns the day and time of a statement line in Bangkok; null if the day is malformed. Reads days of both eras with
 * four or two digits of the year, months by number or by their Thai or English name, the serial numbers of Excel, and
 * times with a zone. Omits the time 00:00 without a zone, because exports without times write 00:00 in every line.
 * @param timeText the text of the time column; used if the day has no time of its own
 */
export function momentOf(dateText: string, timeText: string): Moment | null {
  const text = normaliseIdentifier(dateText).replace(AS_TEXT, '$1').trim();
  const serial = SERIAL.exec(text);
  if (serial) return momentOfSerial(Number(serial[0]), timeText);
  const read = readDay(text);
  if (!read) return null;
  const own = readTime(read.rest);
  if (read.rest.trim() !== '' && !own) return null;
  const at = own ?? readTimeColumn(timeText);
  if (!at) return { paidOn: read.day, time: null };
  if (at.zone !== undefined) return toBangkok(read.day, at.time, at.zone);
  return { paidOn: read.day, time: /^00:00(:00)?$/.test(at.time) ? null : at.time };
}

function momentOfSerial(serial: number, timeText: string): Moment {
  const own = timeOfSerial(serial);
  const time = own === '00:00:00' ? (readTimeColumn(timeText)?.time ?? null) : own;
  return { paidOn: addDays(SERIAL_ZERO, Math.floor(serial)), time };
}

function readTimeColumn(timeText: string): ReturnType<typeof readTime> {
  const text = normaliseIdentifier(timeText).replace(AS_TEXT, '$1').trim();
  return FRACTION.test(text) ? { time: timeOfSerial(Number(text)), zone: undefined } : readTime(text);
}

function toBangkok(day: Day, time: string, zone: string): Moment | null {
  const instant = new Date(`${day}T${time}${zone.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(instant.getTime())) return null;
  const paidOn = dayOf(instant);
  const sinceMidnight = new Date(instant.getTime() - startOfDay(paidOn).getTime());
  return { paidOn, time: sinceMidnight.toISOString().slice(11, 11 + time.length) };
}
