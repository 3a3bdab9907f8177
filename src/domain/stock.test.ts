import { expect, test } from 'vitest';
import { parseDay } from './day';
import { stockForecast } from './stock';

const TODAY = parseDay('2027-01-04');
const on = (day: string, packs: number) => ({ day: parseDay(day), packs });
const forecast = (facts: Partial<Parameters<typeof stockForecast>[0]>) =>
  stockForecast({ here: 10, owed: 0, needs: [], arrivals: [], ...facts }, TODAY);

test('a product runs out on the first day whose boxes cannot all be packed', () => {
  const needs = [on('2027-01-10', 6), on('2027-01-12', 4), on('2027-01-20', 1)];
  expect(forecast({ needs }).runsOutOn).toBe('2027-01-20');
  expect(forecast({ needs, owed: 1 }).runsOutOn).toBe('2027-01-12');
  expect(forecast({ needs: needs.slice(0, 2) }).runsOutOn).toBeNull();
});

test('an arrival is there for the boxes of its day, and one whose day has passed is not counted twice', () => {
  const needs = [on('2027-01-20', 12)];
  expect(forecast({ needs, arrivals: [on('2027-01-20', 2)] }).runsOutOn).toBeNull();
  expect(forecast({ needs, arrivals: [on('2027-01-21', 2)] }).runsOutOn).toBe('2027-01-20');
  expect(forecast({ needs, arrivals: [on('2027-01-04', 2)] }).runsOutOn).toBe('2027-01-20');
});

test('paid boxes that cannot be packed say how many packs are missing', () => {
  expect(forecast({ owed: 13 })).toMatchObject({ missing: 3, runsOutOn: TODAY });
  expect(forecast({ owed: 13, here: null })).toMatchObject({ missing: 0, runsOutOn: null });
});

test('each of thirteen weeks has its needs, and an overdue order belongs to this week', () => {
  const { weeks } = forecast({
    owed: 2,
    needs: [on('2026-12-30', 1), on('2027-01-11', 3), on('2027-04-03', 5)],
  });
  expect(weeks.map(({ packs }) => packs)).toEqual([3, 3, ...Array.from({ length: 10 }, () => 0), 5]);
});
