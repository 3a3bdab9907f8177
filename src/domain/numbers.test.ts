import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOf, monthOf, parseDay, type Month } from './day';
import {
  boundsOf,
  GROUP_MIN,
  hideSmallGroups,
  isRollUpDue,
  mondayOf,
  monthsThrough,
  partsOf,
  reachedSteps,
  sumDays,
} from './numbers';

const month = (text: string) => text as Month;
const today = parseDay('2026-11-26');

describe('groups under ten', () => {
  test('are hidden; groups of ten and empty groups are shown', () => {
    expect(hideSmallGroups([9, 10, 0, 40, 1])).toEqual([null, 10, 0, 40, null]);
  });

  test('hide the smallest other group too, if the total would reveal them', () => {
    expect(hideSmallGroups([3, 30, 12, 0])).toEqual([null, 30, null, 0]);
    expect(hideSmallGroups([5, 5, 30])).toEqual([null, null, 30]);
    expect(hideSmallGroups([3])).toEqual([null]);
  });

  test('cannot be computed from the total and the shown groups', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 9 }), (counts) => {
        const shown = hideSmallGroups(counts);
        expect(shown.some((count) => count !== null && count > 0 && count < GROUP_MIN)).toBe(false);
        expect(shown.every((count, at) => count === null || count === counts[at])).toBe(true);
        const hidden = counts.filter((_, at) => shown[at] === null);
        const isTotalSmall = counts.reduce((sum, count) => sum + count, 0) < GROUP_MIN;
        const together = hidden.reduce((sum, count) => sum + count, 0);
        expect(hidden.length === 0 || together >= GROUP_MIN || isTotalSmall).toBe(true);
      }),
    );
  });
});

describe('a month', () => {
  test('begins and ends at midnight in Bangkok', () => {
    const { from, end } = boundsOf(month('2026-12'));
    expect([from.toISOString(), end.toISOString()]).toEqual([
      '2026-11-30T17:00:00.000Z',
      '2026-12-31T17:00:00.000Z',
    ]);
    expect(monthOf(dayOf(new Date(end.getTime() - 1)))).toBe('2026-12');
  });

  test('is computed every hour, later after a long roll-up, and a last time 14 days after its end', () => {
    const at = new Date('2026-11-26T10:00:00Z');
    const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
    expect(isRollUpDue(month('2026-11'), null, at)).toBe(true);
    expect(isRollUpDue(month('2026-11'), { at, tookMs: 500 }, after(59))).toBe(false);
    expect(isRollUpDue(month('2026-11'), { at, tookMs: 500 }, after(60))).toBe(true);
    expect(isRollUpDue(month('2026-11'), { at, tookMs: 120_000 }, after(119))).toBe(false);
    expect(isRollUpDue(month('2026-11'), { at, tookMs: 120_000 }, after(120))).toBe(true);
    const open = { at: new Date('2026-12-14T16:59:59Z'), tookMs: 1 };
    expect(isRollUpDue(month('2026-11'), open, new Date('2027-03-01T00:00:00Z'))).toBe(true);
    const closed = { at: new Date('2026-12-14T17:00:00Z'), tookMs: 1 };
    expect(isRollUpDue(month('2026-11'), closed, new Date('2027-03-01T00:00:00Z'))).toBe(false);
  });

  test('is one of the months from the first to the last, also across a year', () => {
    expect(monthsThrough(month('2026-11'), month('2027-02'))).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
    ]);
    expect(monthsThrough(month('2026-11'), month('2026-10'))).toEqual([]);
  });
});

test('a week begins on Monday, also before the year of the reference', () => {
  expect(
    ['2026-11-23', '2026-11-26', '2026-11-29', '2023-12-31'].map((day) => mondayOf(parseDay(day))),
  ).toEqual([...['2026-11-23', '2026-11-23', '2026-11-23', '2023-12-25']]);
});

test('the sums of weeks and of months are the sum of their days', () => {
  const days = Array.from({ length: 90 }, (_, ahead) => ({
    day: addDays(today, ahead),
    count: 2,
    amount: ahead,
  }));
  for (const keyOf of [mondayOf, monthOf]) {
    const sums = sumDays<ReturnType<typeof keyOf>>(days, keyOf);
    expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(180);
    expect(sums.reduce((sum, { amount }) => sum + amount, 0)).toBe(4005);
    expect(sums.map(({ key }) => key)).toEqual(sums.map(({ key }) => key).toSorted());
  }
});

test('a registration that reached a step reached the earlier ones', () => {
  expect(reachedSteps({ details: 1, delivery: 2, payment: 3, paid: 4 })).toEqual([10, 9, 7, 4]);
  expect(reachedSteps({})).toEqual([0, 0, 0, 0]);
});

describe('a part of a list', () => {
  test('stands for the stored parts that it consists of', () => {
    expect(partsOf('lost', 'pregnant', today)).toEqual(['pregnant']);
    expect(partsOf('registered', 'th:payment', today)).toEqual(['th:payment', 'th:paid']);
    expect(partsOf('registered', 'all:paid', today)).toEqual(['en:paid', 'th:paid']);
    expect(partsOf('planned', '2026-11-23', today)).toEqual([
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ]);
    expect(partsOf('planned', '2027-02', today)?.length).toBe(23);
    expect(partsOf('subscribed', '2026-01', today)).toEqual(['2026-01']);
    expect(partsOf('new', null, today)).toBeNull();
  });

  test('is refused if the list has no such part', () => {
    expect(partsOf('lost', 'bored', today)).toBe('invalid');
    expect(partsOf('registered', 'de:paid', today)).toBe('invalid');
    expect(partsOf('registered', 'en', today)).toBe('invalid');
    expect(partsOf('planned', '2026-11-16', today)).toBe('invalid');
    expect(partsOf('subscribed', null, today)).toBe('invalid');
    expect(partsOf('subscribed', "2026-01'", today)).toBe('invalid');
    expect(partsOf('received', 'omise', today)).toBe('invalid');
  });
});
