import { describe, expect, test } from 'vitest';
import { changePaymentDay, lastPaymentOn } from './change-payment-day';
import { parseDay, type Month } from './day';
import type { OrderStatus } from './order';
import type { ScheduledOrder, ScheduleFacts } from './reschedule';
import { secondOrderEpoch, type Epoch } from './schedule';

const day = parseDay;
const order = (index: number, date: string, status: OrderStatus, begun = false): ScheduledOrder => ({
  id: `o${index}`,
  index,
  paymentDate: day(date),
  status,
  begun: begun || status === 'paid' || status === 'charging',
  freeProduct: false,
  paidOn: status === 'paid' ? day(date) : null,
});

const lastDays: Epoch = { fromIndex: 1, baseMonth: '2026-12' as Month, paymentDay: 31, frequency: 1 };

/** Returns facts with an order paid on 20 November and orders on the last days of December, January and February. */
function facts(today: string, statuses: OrderStatus[] = ['upcoming', 'upcoming', 'upcoming']): ScheduleFacts {
  const dates = ['2026-12-31', '2027-01-31', '2027-02-28'];
  const ahead = dates.map((date, at) => order(at + 1, date, statuses[at] ?? 'upcoming'));
  const orders = [order(0, '2026-11-20', 'paid'), ...ahead];
  return { today: day(today), nextIndex: 4, epochs: [lastDays], orders };
}

/** Returns the schedule after the change: the kept and planned orders ahead, then the closed orders. */
function shown(given: ScheduleFacts, paymentDay: number) {
  const { kept, planned, dropped } = changePaymentDay(given, paymentDay);
  const open = kept.filter(({ closed }) => !closed);
  return {
    ahead: [
      ...open.map((row) => `${row.paymentDate}${row.skipped ? ' skipped' : ''}`),
      ...planned.map((row) => `${row.paymentDate} new`),
    ],
    closed: kept.filter(({ closed }) => closed).map((row) => row.paymentDate),
    dropped,
  };
}

describe('the first order that is not skipped, after a change of the payment day,', () => {
  test('moves to the new day in its own month, and so do all later orders', () => {
    expect(shown(facts('2026-11-25'), 15).ahead).toEqual(['2026-12-15', '2027-01-15', '2027-02-15']);
  });

  test.each([
    ['2026-12-20', 20, 'that is today'],
    ['2026-12-20', 19, 'that is past'],
  ])('on %s with day %i: %s, so all orders move one month on', (today, paymentDay) => {
    const dates = ['01', '02', '03'].map((month) => `2027-${month}-${paymentDay}`);
    expect(shown(facts(today), paymentDay).ahead).toEqual(dates);
  });

  test.each([
    [10, '2027-01-10', '20 days after the last payment is too soon'],
    [11, '2026-12-11', '21 days after is not'],
  ])('with day %i is paid on %s: %s', (paymentDay, first) => {
    expect(shown(facts('2026-11-25'), paymentDay).ahead[0]).toBe(first);
  });

  test('treats a payment in progress as the last payment', () => {
    const given = facts('2026-12-31');
    given.orders[1]!.status = 'charging';
    const orders = [...given.orders, order(4, '2027-03-31', 'upcoming')];
    const after = changePaymentDay({ ...given, orders, nextIndex: 5 }, 15);
    expect(after.kept.map((row) => row.paymentDate)).toEqual(['2027-02-15', '2027-03-15', '2027-04-15']);
    expect(lastPaymentOn({ ...given, orders })).toBe('2026-12-31');
  });

  test('ignores missed and unpaid orders as last payments', () => {
    const orders = [order(0, '2026-11-20', 'paid'), order(1, '2026-12-31', 'missed', true)];
    expect(lastPaymentOn({ today: day('2027-01-02'), orders })).toBe('2026-11-20');
  });

  test('uses the last day of a month without the payment day, and the payment day again later', () => {
    const epoch = { ...lastDays, paymentDay: 5 };
    const orders = ['2026-12-05', '2027-01-05', '2027-02-05'].map((date, at) =>
      order(at + 1, date, 'upcoming'),
    );
    const given = { today: day('2026-11-20'), nextIndex: 4, epochs: [epoch], orders };
    expect(shown(given, 30).ahead).toEqual(['2026-12-30', '2027-01-30', '2027-02-28']);
  });
});

describe('skipped orders, after a change of the payment day,', () => {
  test('move to the new day in their own months when they come before the first other order', () => {
    const given = facts('2026-12-20', ['skipped', 'upcoming', 'skipped']);
    expect(shown(given, 25)).toEqual({
      ahead: ['2026-12-25 skipped', '2027-01-25', '2027-02-25 skipped'],
      closed: [],
      dropped: [],
    });
  });

  test('are closed when their new date is today or past, and a new order is planned', () => {
    for (const paymentDay of [19, 20]) {
      expect(shown(facts('2026-12-20', ['skipped']), paymentDay)).toEqual({
        ahead: [`2027-01-${paymentDay}`, `2027-02-${paymentDay}`, `2027-03-${paymentDay} new`],
        closed: [`2026-12-${paymentDay}`],
        dropped: [],
      });
    }
  });

  test('stay in their month when the other orders move one month on', () => {
    const given = { ...facts('2027-01-15', ['paid', 'skipped', 'upcoming']) };
    given.orders[1]!.paidOn = day('2027-01-13');
    const orders = [...given.orders, order(4, '2027-03-31', 'upcoming')];
    expect(shown({ ...given, orders, nextIndex: 5 }, 1)).toEqual({
      ahead: ['2027-03-01', '2027-04-01', '2027-05-01 new'],
      closed: ['2027-01-01'],
      dropped: [],
    });
  });

  test('are followed by the first paid order when all three are skipped', () => {
    expect(shown(facts('2026-12-20', ['skipped', 'skipped', 'skipped']), 15)).toEqual({
      ahead: ['2027-01-15 skipped', '2027-02-15 skipped', '2027-03-15 new'],
      closed: ['2026-12-15'],
      dropped: [],
    });
  });

  test('are dropped when another order already has that date, and their free product moves on', () => {
    const epoch = secondOrderEpoch(day('2027-01-01'), 31, 1, 1);
    const orders = [
      order(0, '2027-01-01', 'paid'),
      { ...order(1, '2027-01-31', 'skipped'), freeProduct: true },
      order(2, '2027-02-28', 'upcoming'),
      order(3, '2027-03-31', 'upcoming'),
    ];
    const given = { today: day('2027-01-02'), nextIndex: 4, epochs: [epoch], orders };
    expect(shown(given, 1)).toEqual({
      ahead: ['2027-02-01', '2027-03-01', '2027-04-01 new'],
      closed: [],
      dropped: ['o1'],
    });
    expect(changePaymentDay(given, 1).freeProducts).toEqual([{ from: 'o1', to: '2027-02-01' }]);
  });
});

describe('the spacing, after a change of the payment day,', () => {
  test('of two months stays two months, also beyond the next three orders', () => {
    const epoch = { ...lastDays, frequency: 2 };
    const orders = ['2026-12-31', '2027-02-28', '2027-04-30'].map((date, at) =>
      order(at + 1, date, 'upcoming'),
    );
    const given = { today: day('2026-11-20'), nextIndex: 4, epochs: [epoch], orders };
    expect(shown(given, 8).ahead).toEqual(['2026-12-08', '2027-02-08', '2027-04-08']);
    expect(changePaymentDay(given, 8).epochs).toEqual([
      { fromIndex: 1, baseMonth: '2026-12', paymentDay: 8, frequency: 2, skips: [] },
    ]);
  });

  test('that changes at a chosen order still changes there', () => {
    const later = { fromIndex: 3, baseMonth: '2027-04' as Month, paymentDay: 31, frequency: 3 };
    const orders = ['2026-12-31', '2027-01-31', '2027-04-30'].map((date, at) =>
      order(at + 1, date, 'upcoming'),
    );
    const given = { today: day('2026-11-20'), nextIndex: 4, epochs: [lastDays, later], orders };
    expect(changePaymentDay(given, 8).epochs).toEqual([
      { fromIndex: 1, baseMonth: '2026-12', paymentDay: 8, frequency: 1 },
      { fromIndex: 3, baseMonth: '2027-04', paymentDay: 8, frequency: 3, skips: [] },
    ]);
  });
});

test('a pause skips the moved orders before its end, restores those after it and leaves those of the subscriber', () => {
  const given = facts('2026-11-25', ['skipped', 'skipped', 'upcoming']);
  const orders = given.orders.map((row) => (row.index === 2 ? { ...row, paused: true } : row));
  const states = (pausedUntil: string, paymentDay: number) =>
    changePaymentDay({ ...given, orders, pausedUntil: day(pausedUntil) }, paymentDay).kept.map(
      ({ paymentDate, skipped, paused }) =>
        `${paymentDate}${skipped ? ' skipped' : ''}${paused ? ' paused' : ''}`,
    );
  expect(states('2027-01-26', 25)).toEqual(['2026-12-25 skipped', '2027-01-25 skipped paused', '2027-02-25']);
  expect(states('2027-01-25', 25)).toEqual(['2026-12-25 skipped', '2027-01-25', '2027-02-25']);
  expect(states('2027-02-26', 25)[2]).toBe('2027-02-25 skipped paused');
});
