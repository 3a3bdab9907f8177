import { describe, expect, test } from 'vitest';
import { canChangeFrequencyAfter, changeFrequency } from './change-frequency';
import { parseDay, type Day, type Month } from './day';
import type { OrderStatus } from './order';
import { planOrders } from './planner';
import { ordersAhead, type ScheduledOrder, type ScheduleFacts } from './reschedule';
import type { Epoch } from './schedule';

const day = parseDay;
const order = (index: number, date: string, status: OrderStatus = 'upcoming'): ScheduledOrder => ({
  id: `o${index}`,
  index,
  paymentDate: day(date),
  status,
  begun: status === 'paid',
  freeProduct: false,
  paidOn: status === 'paid' ? day(date) : null,
});

/** Returns facts with three orders on the last days of months, `frequency` months apart, from January on. */
function facts(frequency: number, dates: string[], statuses: OrderStatus[] = []) {
  const epoch: Epoch = { fromIndex: 1, baseMonth: '2027-01' as Month, paymentDay: 31, frequency };
  const ahead = dates.map((date, at) => order(at + 1, date, statuses[at]));
  const orders = [order(0, '2026-12-31', 'paid'), ...ahead];
  return { today: day('2027-01-02'), nextIndex: 4, epochs: [epoch], orders, frequency };
}

const MONTHLY = ['2027-01-31', '2027-02-28', '2027-03-31'];
const TWO_MONTHLY = ['2027-01-31', '2027-03-31', '2027-05-31'];
const THREE_MONTHLY = ['2027-01-31', '2027-04-30', '2027-07-31'];

/**
 * Returns the payment dates after the order on `after`. `#n` marks an order that existed before the change.
 */
function later(given: ScheduleFacts & { frequency: number }, frequency: number, after: string) {
  const change = changeFrequency(given, { frequency, after: day(after) });
  if (!change) return null;
  const rows = [
    ...change.kept.map((row) => ({ ...row, name: ` #${row.id}` })),
    ...change.planned.map((row) => ({ ...row, name: '' })),
  ].sort((a, b) => a.index - b.index);
  return rows.map((row) => `${row.paymentDate}${row.name}${row.skipped ? ' skipped' : ''}`);
}

describe('the order after which a new frequency starts', () => {
  test('may be any order that is still ahead, also a skipped one', () => {
    const ahead = ordersAhead(facts(1, MONTHLY, ['upcoming', 'skipped']));
    for (const date of MONTHLY) expect(canChangeFrequencyAfter(ahead, day(date))).toEqual({ allowed: true });
    for (const date of ['2026-12-31', '2027-02-27', '2027-04-30']) {
      expect(canChangeFrequencyAfter(ahead, day(date))).toEqual({
        allowed: false,
        code: 'DATE_OUT_OF_RANGE',
      });
    }
  });

  test('cannot be an order whose payment date has begun', () => {
    const given = facts(1, MONTHLY);
    expect(ordersAhead({ ...given, today: day('2027-01-31') }).map((row) => row.paymentDate)).toEqual([
      '2027-02-28',
      '2027-03-31',
    ]);
  });
});

describe('orders after a frequency change', () => {
  test.each([
    ['monthly to every two months', 1, MONTHLY, 2, '2027-01-31', ['2027-03-31 #o3', '2027-05-31']],
    ['monthly to every three', 1, MONTHLY, 3, '2027-01-31', ['2027-04-30', '2027-07-31']],
    ['two to one', 2, TWO_MONTHLY, 1, '2027-01-31', ['2027-02-28', '2027-03-31 #o2']],
    ['three to one', 3, THREE_MONTHLY, 1, '2027-01-31', ['2027-02-28', '2027-03-31']],
    ['three to two', 3, THREE_MONTHLY, 2, '2027-04-30', ['2027-06-30']],
    ['after the third', 1, MONTHLY, 3, '2027-03-31', []],
  ])('follow the new spacing: %s', (_name, from, dates, to, after, expected) => {
    expect(later(facts(from, dates), to, after)).toEqual(expected);
  });

  test('include the fourth order, planned after the chosen one', () => {
    const given = facts(1, MONTHLY);
    const change = changeFrequency(given, { frequency: 3, after: day('2027-03-31') })!;
    const epochs = [...given.epochs, ...change.epochs];
    const next = planOrders({
      ...given,
      today: day('2027-01-31'),
      epochs,
      nextIndex: change.nextIndex,
      existing: given.orders,
    });
    expect(next).toEqual([{ index: 4, paymentDate: '2027-06-30', skipped: false }]);
  });

  test('stay as they are when the frequency is the current one', () => {
    expect(later(facts(2, TWO_MONTHLY), 2, '2027-01-31')).toBeNull();
    expect(later(facts(2, TWO_MONTHLY), 2, '2027-05-31')).toBeNull();
    // The frequency is the same but the calendar differs: a change to it is already pending for a later
    // order.
    const pending = { ...facts(1, MONTHLY), frequency: 2 };
    expect(later(pending, 2, '2027-01-31')).toEqual(['2027-03-31 #o3', '2027-05-31']);
  });
});

describe('a date that is on both calendars', () => {
  test('keeps its order and its skip', () => {
    const given = facts(1, MONTHLY, ['upcoming', 'skipped', 'skipped']);
    expect(later(given, 2, '2027-01-31')).toEqual(['2027-03-31 #o3 skipped', '2027-05-31']);
  });

  test('keeps its skip when it is beyond the next three orders', () => {
    const given = facts(3, THREE_MONTHLY, ['upcoming', 'skipped', 'upcoming']);
    const change = changeFrequency(given, { frequency: 1, after: day('2027-01-31') })!;
    expect(change.dropped).toEqual(['o2', 'o3']);
    const [epoch] = change.epochs;
    expect(epoch?.skips).toEqual(['2027-04-30']);
    const planned = (today: Day, dates: string[]) =>
      planOrders({
        today,
        nextIndex: change.nextIndex,
        epochs: [epoch!],
        existing: dates.map((date, at) => order(4 + at, date)),
      });
    expect(planned(day('2027-01-31'), ['2027-02-28', '2027-03-31'])).toEqual([
      { index: 6, paymentDate: '2027-04-30', skipped: true },
    ]);
  });

  test('loses its skip with its order when it is not on the new calendar', () => {
    const given = facts(1, MONTHLY, ['upcoming', 'skipped']);
    const change = changeFrequency(given, { frequency: 2, after: day('2027-01-31') })!;
    expect(change.dropped).toEqual(['o2']);
    expect(change.epochs[0]?.skips).toEqual([]);
  });
});

test('an order that stays on the calendar gets an index that was never used', () => {
  const change = changeFrequency(facts(2, TWO_MONTHLY), { frequency: 1, after: day('2027-01-31') })!;
  expect(change.planned).toEqual([{ index: 4, paymentDate: '2027-02-28', skipped: false }]);
  expect(change.kept).toMatchObject([{ id: 'o2', index: 5 }]);
  expect(change.nextIndex).toBe(6);
});

test('a free product of a dropped order moves to the next order without one', () => {
  const given = facts(1, MONTHLY);
  given.orders[2]!.freeProduct = true;
  given.orders[3]!.freeProduct = true;
  const change = changeFrequency(given, { frequency: 2, after: day('2027-01-31') })!;
  expect(change.freeProducts).toEqual([{ from: 'o2', to: '2027-05-31' }]);
});

test('a pause skips the new orders before its end, and a paused date is not remembered as skipped', () => {
  const given = facts(2, TWO_MONTHLY, ['upcoming', 'skipped', 'upcoming']);
  const orders = given.orders.map((row) => (row.index === 2 ? { ...row, paused: true } : row));
  const until = (end: string) => ({ ...given, orders, pausedUntil: day(end) });
  expect(later(until('2027-04-01'), 1, '2027-01-31')).toEqual([
    '2027-02-28 skipped',
    '2027-03-31 #o2 skipped',
  ]);
  const change = changeFrequency(until('2027-04-01'), { frequency: 1, after: day('2027-01-31') });
  expect([...(change?.kept ?? []), ...(change?.planned ?? [])].map(({ paused }) => paused)).toEqual([
    true,
    true,
  ]);
  expect(change?.epochs[0]?.skips).toEqual([]);
});

describe('a frequency that changes together with the payment day', () => {
  const change = (paymentDay: number, statuses: OrderStatus[] = [], dates = MONTHLY) =>
    changeFrequency(facts(1, dates, statuses), { frequency: 1, after: day('2027-01-31'), paymentDay })!;
  const dates = (of: ReturnType<typeof change>) => [...of.kept, ...of.planned].map((row) => row.paymentDate);

  test('gives the later orders the new day, and leaves the order it starts after', () => {
    const both = changeFrequency(facts(1, MONTHLY), {
      frequency: 2,
      after: day('2027-01-31'),
      paymentDay: 15,
    })!;
    expect(dates(both)).toEqual(['2027-03-15', '2027-05-15']);
    expect(both.epochs[0]).toMatchObject({ frequency: 2, paymentDay: 15 });
    expect(both.dropped).toEqual(['o2', 'o3']);
  });

  test('begins a month later where it would be at most 20 days after that order', () => {
    expect(dates(change(20))).toEqual(['2027-03-20', '2027-04-20']);
    expect(dates(change(21))).toEqual(['2027-02-21', '2027-03-21']);
  });

  test('need not wait for an order that is skipped', () => {
    expect(dates(change(5, ['skipped']))[0]).toBe('2027-02-05');
  });

  test('begins more than 20 days after an order that the subscriber moved to a later month', () => {
    const given = facts(1, ['2027-02-20', '2027-02-28', '2027-03-31']);
    given.orders[1]!.movedFrom = day('2027-01-31');
    const moved = changeFrequency(given, { frequency: 1, after: day('2027-02-20'), paymentDay: 1 })!;
    expect(dates(moved)).toEqual(['2027-04-01', '2027-05-01']);
  });

  test('begins more than 20 days after the last payment where the order it starts after is skipped', () => {
    const given = facts(1, MONTHLY, ['skipped']);
    given.orders[0]!.paidOn = day('2027-01-13');
    const late = changeFrequency(given, { frequency: 1, after: day('2027-01-31'), paymentDay: 1 })!;
    expect(dates(late)).toEqual(['2027-03-01', '2027-04-01']);
  });

  test('takes the new day also where the next date is the same on both calendars', () => {
    const given = facts(1, MONTHLY);
    const after = changeFrequency(given, { frequency: 1, after: day('2027-03-31'), paymentDay: 30 });
    expect(after?.epochs[0]).toMatchObject({ baseMonth: '2027-04', paymentDay: 30 });
  });
});
