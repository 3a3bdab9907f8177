import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { addDays, addMonthsTo, dayOf, daysBetween, daysInMonth, isDay, type Day, type Month } from './day';
import { cycleDate } from './schedule';

/**
 * The month lengths of a calendar that this test computes itself. 0: February, whose length depends on the
 * year.
 */
const LENGTHS = [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const YEARS_WITHOUT_LEAP_DAY = [2100, 2200, 2300];
const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);

function walkCalendar() {
  const days: string[] = [];
  const months: { name: string; length: number }[] = [];
  for (let year = 2000, untilLeap = 0; year < 2400; year++, untilLeap = (untilLeap + 3) % 4) {
    const february = untilLeap === 0 && !YEARS_WITHOUT_LEAP_DAY.includes(year) ? 29 : 28;
    for (let month = 1; month <= 12; month++) {
      const length = month === 2 ? february : (LENGTHS[month - 1] ?? 0);
      months.push({ name: `${year}-${two(month)}`, length });
      for (let day = 1; day <= length; day++) days.push(`${year}-${two(month)}-${two(day)}`);
    }
  }
  return { days, months };
}

const calendar = walkCalendar();
const ANCHORS = Array.from({ length: 31 }, (_, at) => at + 1);
const FREQUENCIES = [1, 2, 3];

/**
 * Yields the expected date of each anchor day in each month, once per frequency that reaches the month:
 * 446,400 dates.
 */
function* expectedDates() {
  for (const anchor of ANCHORS) {
    for (const frequency of FREQUENCIES) {
      for (let phase = 0; phase < frequency; phase++) {
        for (let at = phase; at < calendar.months.length; at += frequency) {
          const { name, length } = calendar.months[at]!;
          yield {
            anchor,
            frequency,
            phase,
            index: (at - phase) / frequency,
            date: `${name}-${two(anchor < length ? anchor : length)}`,
          };
        }
      }
    }
  }
}

const BOUNDARY = [
  ['2026-11-20T16:59:59.999Z', '2026-11-20'],
  ['2026-11-20T17:00:00.000Z', '2026-11-21'],
  ['2027-12-31T16:59:59.999Z', '2027-12-31'],
  ['2027-12-31T17:00:00.000Z', '2028-01-01'],
  ['2028-02-28T17:00:00.000Z', '2028-02-29'],
] as const;

/**
 * Computes the product's dates in a separate process and prints one digest over all dates and the boundary instants.
 */
const PROGRAM = `
  import { createHash } from 'node:crypto';
  import { addDays, addMonths, dayOf, hourOf, startOfDay } from '${new URL('day.ts', import.meta.url).href}';
  import { cycleDate } from '${new URL('schedule.ts', import.meta.url).href}';
  const hash = createHash('sha256');
  for (let anchor = 1; anchor <= 31; anchor++)
    for (const frequency of [1, 2, 3])
      for (let phase = 0; phase < frequency; phase++) {
        const epoch = { fromIndex: 7, baseMonth: '2000-0' + (phase + 1), paymentDay: anchor, frequency };
        for (let index = 0; phase + index * frequency < 4800; index++) hash.update(cycleDate(epoch, 7 + index));
      }
  const boundary = ${JSON.stringify(BOUNDARY.map(([instant]) => instant))}.map((text) => dayOf(new Date(text)));
  const starts = [startOfDay('2026-03-08'), hourOf('2026-11-01', 9)].map((instant) => instant.toISOString());
  const steps = [addDays('2011-12-29', 1), addDays('2026-03-08', 1), addMonths('2026-01-31', 1)];
  const offset = new Date(1700000000000).getTimezoneOffset();
  console.log(JSON.stringify({ digest: hash.digest('hex'), boundary, starts, steps, offset }));
`;

async function runIn(zone: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM],
    { env: { TZ: zone, NODE_ENV: 'test' } },
  );
  return JSON.parse(stdout);
}

describe('400 years against an independent calendar', () => {
  test('the oracle is Gregorian: 146,097 days are a whole number of weeks', () => {
    expect(calendar.days).toHaveLength(146_097);
    expect(calendar.months).toHaveLength(4_800);
    expect(calendar.days.length % 7).toBe(0);
    expect(calendar.days).toContain('2000-02-29');
    expect(calendar.days).not.toContain('2100-02-29');
  });

  test('every payment date of 31 payment days at 3 frequencies is correct', () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const { anchor, frequency, phase, index, date } of expectedDates()) {
      const epoch = { fromIndex: 2, baseMonth: `2000-0${phase + 1}` as Month, paymentDay: anchor, frequency };
      if (cycleDate(epoch, index + 2) !== date) wrong.push({ anchor, frequency, phase, index, date });
      count += 1;
    }
    expect(wrong).toEqual([]);
    expect(count).toBe(446_400);
  });

  test('the next day and the days between two dates are correct for every day', () => {
    const first = calendar.days[0] as Day;
    const wrong = calendar.days.filter((day, at) => {
      const next = calendar.days[at + 1] ?? '2400-01-01';
      return (
        addDays(day as Day, 1) !== next ||
        addDays(next as Day, -1) !== day ||
        daysBetween(first, day as Day) !== at
      );
    });
    expect(wrong).toEqual([]);
  });

  test('isDay accepts exactly the existing days, and every month has the correct length', () => {
    const existing = new Set(calendar.days);
    const wrong = calendar.months.filter(({ name, length }, at) => {
      const candidates = Array.from({ length: 33 }, (_, day) => `${name}-${two(day)}`);
      const isMonthWrong =
        daysInMonth(name as Month) !== length || addMonthsTo('2000-01' as Month, at) !== name;
      return isMonthWrong || candidates.some((text) => isDay(text) !== existing.has(text));
    });
    expect(wrong).toEqual([]);
  });

  test('the result does not depend on the time zone of the process', async () => {
    const hash = createHash('sha256');
    for (const { date } of expectedDates()) hash.update(date);
    const expected = {
      digest: hash.digest('hex'),
      boundary: BOUNDARY.map(([, day]) => day),
      starts: ['2026-03-07T17:00:00.000Z', '2026-11-01T02:00:00.000Z'],
      steps: ['2011-12-30', '2026-03-09', '2026-02-28'],
    };
    const zones = { UTC: 0, 'Asia/Bangkok': -420, 'America/Los_Angeles': 480, 'Pacific/Apia': -780 };
    const results = await Promise.all(Object.keys(zones).map(runIn));
    expect(results).toEqual(
      Object.values(zones).map((offset) => ({ ...expected, offset: offset === 0 ? 0 : offset })),
    );
  }, 60_000);
});

test.each(BOUNDARY)('dayOf maps the instant %s to the Bangkok day %s', (instant, day) => {
  expect(dayOf(new Date(instant))).toBe(day);
});
