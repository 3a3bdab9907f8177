import { describe, expect, test } from 'vitest';
import { scheduledOrder } from '@/testing/scheduled-order';
import { parseDay, type Month } from './day';
import type { OrderStatus } from './order';
import { boxesToResume, canPauseUntil, nextPaymentDate, pauseOrders } from './pause';
import type { ScheduledOrder, ScheduleFacts } from './reschedule';

const day = parseDay;
const refused = { allowed: false, code: 'DATE_OUT_OF_RANGE' };

describe('a pause', () => {
  test('can end from tomorrow to six months ahead', () => {
    const today = day('2026-08-31');
    for (const until of ['2026-09-01', '2026-11-30', '2027-02-28'])
      expect(canPauseUntil(day(until), today)).toEqual({ allowed: true });
  });

  test('cannot end today, on a past day or more than six months ahead', () => {
    const today = day('2026-08-31');
    for (const until of ['2026-08-31', '2026-08-30', '2027-03-01', '2028-01-01'])
      expect(canPauseUntil(day(until), today)).toEqual(refused);
  });
});

describe('the boxes with which deliveries can resume', () => {
  const year = (...boxes: [string, 'upcoming' | 'skipped' | 'paused' | 'planned'][]) =>
    boxes.map(([date, state]) => ({ paymentDate: day(date), state }));
  const monthly = year(
    ['2027-01-31', 'upcoming'],
    ['2027-02-28', 'upcoming'],
    ['2027-03-31', 'upcoming'],
    ['2027-04-30', 'planned'],
  );

  test('are those after the first one that a pause can still skip, at most six months ahead', () => {
    expect(boxesToResume([...monthly, ...year(['2027-07-31', 'planned'])], day('2027-01-10'))).toEqual([
      { day: '2027-02-28', skips: 1 },
      { day: '2027-03-31', skips: 2 },
      { day: '2027-04-30', skips: 3 },
    ]);
  });

  test('do not count a box that is too late to skip, or that was skipped before', () => {
    expect(boxesToResume(monthly, day('2027-01-30')).map(({ day: date }) => date)).toEqual([
      '2027-03-31',
      '2027-04-30',
    ]);
    const skipped = year(['2027-01-31', 'upcoming'], ['2027-02-28', 'skipped'], ['2027-03-31', 'upcoming']);
    expect(boxesToResume(skipped, day('2027-01-10'))).toEqual([{ day: '2027-03-31', skips: 1 }]);
  });

  test('include those that the present pause skips', () => {
    const paused = year(['2027-01-31', 'paused'], ['2027-02-28', 'paused'], ['2027-03-31', 'upcoming']);
    expect(boxesToResume(paused, day('2027-01-10')).map(({ skips }) => skips)).toEqual([1, 2]);
  });
});

const order = (
  index: number,
  date: string,
  status: OrderStatus,
  more: Partial<ScheduledOrder> = {},
): ScheduledOrder => scheduledOrder(index, date, { id: `o${index}`, status, ...more });

/** Returns facts with three orders on the last days of January, February and March. */
function facts(
  today: string,
  [first, second, third]: [OrderStatus, OrderStatus, OrderStatus] = ['upcoming', 'upcoming', 'upcoming'],
  paused: number[] = [],
): ScheduleFacts {
  const epochs = [{ fromIndex: 1, baseMonth: '2027-01' as Month, paymentDay: 31, frequency: 1 }];
  const orders = [
    order(0, '2026-12-31', 'paid', { begun: true, paidOn: day('2026-12-31') }),
    order(1, '2027-01-31', first, { paused: paused.includes(1) }),
    order(2, '2027-02-28', second, { paused: paused.includes(2) }),
    order(3, '2027-03-31', third, { paused: paused.includes(3) }),
  ];
  return { today: day(today), nextIndex: 4, epochs, orders };
}

/** Returns the changed orders, such as `o1 paused`. */
const changed = (given: ScheduleFacts, until: string | null) =>
  pauseOrders(given, until === null ? null : day(until)).map(
    ({ id, to, paused }) => `${id} ${paused ? 'paused' : to}`,
  );

describe('the orders of a pause', () => {
  test('are the upcoming orders before its end', () => {
    expect(changed(facts('2027-01-05'), '2027-02-28')).toEqual(['o1 paused']);
    expect(changed(facts('2027-01-05'), '2027-03-01')).toEqual(['o1 paused', 'o2 paused']);
    expect(changed(facts('2027-01-05'), '2027-01-31')).toEqual([]);
  });

  test('include an order on the last day of its cut-off, and not on the next day', () => {
    expect(changed(facts('2027-01-29'), '2027-02-10')).toEqual(['o1 paused']);
    expect(changed(facts('2027-01-30'), '2027-02-10')).toEqual([]);
  });

  test('do not include an order whose payment date has begun', () => {
    expect(changed(facts('2027-01-31'), '2027-02-10')).toEqual([]);
    const begun = facts('2027-01-29');
    const orders = begun.orders.map((row) => (row.index === 1 ? { ...row, begun: true } : row));
    expect(changed({ ...begun, orders }, '2027-02-10')).toEqual([]);
  });

  test('do not include an order that the subscriber skipped', () => {
    expect(changed(facts('2027-01-05', ['skipped', 'upcoming', 'upcoming']), '2027-03-01')).toEqual([
      'o2 paused',
    ]);
  });

  test('become upcoming if the pause ends earlier or is resumed', () => {
    const paused = facts('2027-01-05', ['skipped', 'skipped', 'upcoming'], [1, 2]);
    expect(changed(paused, '2027-02-01')).toEqual(['o2 upcoming']);
    expect(changed(paused, null)).toEqual(['o1 upcoming', 'o2 upcoming']);
    expect(changed(paused, '2027-04-01')).toEqual(['o3 paused']);
  });

  test('stay skipped after their cut-off, and if the subscriber skipped them', () => {
    expect(changed(facts('2027-01-29', ['skipped', 'skipped', 'upcoming'], [1]), null)).toEqual([
      'o1 upcoming',
    ]);
    expect(changed(facts('2027-01-30', ['skipped', 'skipped', 'upcoming'], [1, 2]), null)).toEqual([
      'o1 skipped',
      'o2 upcoming',
    ]);
  });
});

test('the next payment date can be after the three planned orders', () => {
  expect(nextPaymentDate(facts('2027-01-05', ['skipped', 'upcoming', 'upcoming']))).toBe('2027-02-28');
  const given = facts('2027-01-05', ['skipped', 'skipped', 'skipped'], [1, 2, 3]);
  expect(nextPaymentDate({ ...given, pausedUntil: day('2027-04-01') })).toBe('2027-04-30');
  expect(nextPaymentDate({ ...given, pausedUntil: day('2027-05-15') })).toBe('2027-05-31');
  const epochs = given.epochs.map((epoch) => ({ ...epoch, skips: [day('2027-05-31')] }));
  expect(nextPaymentDate({ ...given, epochs, pausedUntil: day('2027-05-15') })).toBe('2027-06-30');
});
