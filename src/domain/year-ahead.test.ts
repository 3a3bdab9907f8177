import { expect, test } from 'vitest';
import { parseDay } from './day';
import { compareYears, listYearAhead, sumOfYear, type OrderAhead } from './year-ahead';

const today = parseDay('2026-11-20');
const existing = (
  day: string,
  status: 'upcoming' | 'skipped' | 'paid' | 'charging' | 'void',
  paused = false,
) => ({
  paymentDate: parseDay(day),
  status,
  paused,
  total: 100,
});
const planned = (day: string, status: 'upcoming' | 'skipped' = 'upcoming') => ({
  paymentDate: parseDay(day),
  status,
  total: 120,
});
const list = (orders: Pick<Parameters<typeof listYearAhead>[0], 'existing' | 'planned'>) =>
  listYearAhead({ today, ...orders }).map(
    ({ paymentDate, state, total }) => `${paymentDate} ${state} ${total}`,
  );

test('lists orders by date, and says which of them the planner has yet to add', () => {
  const known = [existing('2027-01-31', 'skipped'), existing('2026-12-31', 'upcoming')];
  const later = [
    planned('2027-02-28', 'skipped'),
    { ...planned('2027-03-31', 'skipped'), paused: true as const },
  ];
  expect(list({ existing: known, planned: [...later, planned('2027-04-30')] })).toEqual([
    '2026-12-31 upcoming 100',
    '2027-01-31 skipped 100',
    '2027-02-28 skipped 120',
    '2027-03-31 paused 120',
    '2027-04-30 planned 120',
  ]);
});

test('ends on the same day of next year, and leaves out today and what was charged or replaced', () => {
  const others = [
    existing('2026-11-20', 'upcoming'),
    existing('2026-12-01', 'void'),
    existing('2026-12-02', 'paid'),
  ];
  const later = [planned('2027-11-20'), planned('2027-11-21')];
  expect(list({ existing: others, planned: later })).toEqual(['2027-11-20 planned 120']);
});

const box = (day: string, state: OrderAhead['state'] = 'planned', total = 100): OrderAhead => ({
  paymentDate: parseDay(day),
  state,
  total,
});

test('a change marks the boxes that go, come or cost something else, by date', () => {
  const before = [box('2027-01-31'), box('2027-02-28'), box('2027-03-31'), box('2027-04-30', 'skipped')];
  const after = [box('2027-01-31'), box('2027-03-15'), box('2027-03-31', 'planned', 120), box('2027-04-30')];
  expect(compareYears(before, after).map(({ paymentDate, mark }) => `${paymentDate} ${mark}`)).toEqual([
    '2027-01-31 stays',
    '2027-02-28 goes',
    '2027-03-15 comes',
    '2027-03-31 costs',
    '2027-04-30 comes',
  ]);
});

test('a box that a pause or a skip takes goes, and one that was skipped before stays as it is', () => {
  const before = [box('2027-01-31', 'upcoming'), box('2027-02-28', 'skipped'), box('2027-03-31', 'upcoming')];
  const after = [box('2027-01-31', 'paused'), box('2027-02-28', 'paused'), box('2027-03-31', 'skipped')];
  expect(compareYears(before, after).map(({ state, mark }) => `${state} ${mark}`)).toEqual([
    'paused goes',
    'paused stays',
    'skipped goes',
  ]);
});

test('a skipped box goes if the change plans none for its date', () => {
  const skipped = box('2026-12-21', 'skipped');
  expect(compareYears([skipped], [])).toEqual([{ ...skipped, mark: 'goes' }]);
  expect(compareYears([], [skipped])).toEqual([{ ...skipped, mark: 'stays' }]);
});

test('the sum of a year has only the boxes that are paid', () => {
  const year = [
    box('2027-01-31', 'upcoming'),
    box('2027-02-28', 'skipped'),
    box('2027-03-31', 'planned', 120),
  ];
  expect(sumOfYear([...year, box('2027-04-30', 'paused')])).toEqual({ count: 2, amount: 220 });
});
