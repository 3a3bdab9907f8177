import { describe, expect, test } from 'vitest';
import { scheduledOrder } from '@/testing/scheduled-order';
import { changeFrequency } from './change-frequency';
import { changePaymentDay } from './change-payment-day';
import { parseDay, type Day, type Month } from './day';
import { canMove, canMoveTo, moveRange } from './move-order';
import type { OrderStatus } from './order';
import { ordersAhead, type ScheduledOrder, type ScheduleFacts } from './reschedule';

const day = parseDay;
const order = (index: number, date: string, movedFrom: Day | null = null): ScheduledOrder =>
  scheduledOrder(index, date, { id: `o${index}`, movedFrom });

test.each([
  ['upcoming', '2027-01-29', 'allowed'],
  ['upcoming', '2027-01-30', 'MOVE_TOO_LATE'],
  ['upcoming', '2027-01-31', 'ORDER_NOT_UPCOMING'],
  ['skipped', '2027-01-05', 'ORDER_NOT_UPCOMING'],
  ['charging', '2027-01-05', 'ORDER_NOT_UPCOMING'],
  ['paid', '2027-01-05', 'ORDER_NOT_UPCOMING'],
  ['void', '2027-01-05', 'ORDER_NOT_UPCOMING'],
] as const)('on %s order, on %s, a move is: %s', (status: OrderStatus, today, expected) => {
  const verdict = canMove({ status, paymentDate: day('2027-01-31') }, day(today));
  expect(verdict.allowed ? 'allowed' : verdict.code).toBe(expected);
});

test('an order whose payment date has begun cannot be moved', () => {
  const begun = { status: 'upcoming' as const, paymentDate: day('2027-01-31'), begun: true };
  expect(canMove(begun, day('2027-01-05'))).toEqual({ allowed: false, code: 'ORDER_NOT_UPCOMING' });
});

describe('the new date of an order', () => {
  const ahead = [order(1, '2027-01-31'), order(2, '2027-02-28'), order(3, '2027-03-31')];
  const [first, second, third] = ahead as [ScheduledOrder, ScheduledOrder, ScheduledOrder];
  const today = day('2027-01-05');

  test('is at most 20 days from its planned date', () => {
    expect(moveRange(first, ahead, today)).toEqual({ from: '2027-01-11', until: '2027-02-20' });
    expect(moveRange(third, ahead, today)).toEqual({ from: '2027-03-11', until: '2027-04-20' });
    const moved = order(2, '2027-03-10', day('2027-02-28'));
    expect(moveRange(moved, [first, moved, third], today)).toEqual({
      from: '2027-02-08',
      until: '2027-03-20',
    });
  });

  test('is tomorrow or later', () => {
    expect(moveRange(first, ahead, day('2027-01-29'))).toEqual({ from: '2027-01-30', until: '2027-02-20' });
  });

  test('is strictly between the dates of the orders before and after it', () => {
    const late = order(1, '2027-02-15', day('2027-01-31'));
    const early = order(3, '2027-03-11', day('2027-03-31'));
    expect(moveRange(second, [late, second, early], today)).toEqual({
      from: '2027-02-16',
      until: '2027-03-10',
    });
  });

  test('outside this range is refused', () => {
    const range = moveRange(first, ahead, today);
    for (const date of ['2027-01-11', '2027-02-20']) expect(canMoveTo(range, day(date)).allowed).toBe(true);
    for (const date of ['2027-01-10', '2027-02-21', '2027-01-05'])
      expect(canMoveTo(range, day(date))).toEqual({ allowed: false, code: 'DATE_OUT_OF_RANGE' });
  });
});

describe('a moved order', () => {
  const epoch = { fromIndex: 1, baseMonth: '2027-01' as Month, paymentDay: 31, frequency: 1 };
  const facts = (orders: ScheduledOrder[], today = '2027-01-05'): ScheduleFacts & { frequency: number } => ({
    today: day(today),
    nextIndex: 4,
    epochs: [epoch],
    orders,
    frequency: 1,
  });
  const dates = (plan: ReturnType<typeof changePaymentDay> | null) =>
    [...(plan?.kept ?? []), ...(plan?.planned ?? [])].map(({ paymentDate }) => paymentDate);

  test('is planned anew by a change of the payment day', () => {
    const moved = [order(1, '2027-02-10', day('2027-01-31')), order(2, '2027-02-28'), order(3, '2027-03-31')];
    expect(dates(changePaymentDay(facts(moved), 20))).toEqual(['2027-01-20', '2027-02-20', '2027-03-20']);
    expect(dates(changePaymentDay(facts(moved, '2027-02-05'), 20))).toEqual([
      '2027-02-20',
      '2027-03-20',
      '2027-04-20',
    ]);
    expect(dates(changePaymentDay(facts(moved, '2027-02-05'), 3))).toEqual([
      '2027-03-03',
      '2027-04-03',
      '2027-05-03',
    ]);
  });

  test('is planned anew by a change of the frequency, unless the change starts after it', () => {
    const moved = [
      order(1, '2027-02-10', day('2027-01-31')),
      order(2, '2027-02-28'),
      order(3, '2027-03-20', day('2027-03-31')),
    ];
    const plan = changeFrequency(facts(moved), { frequency: 2, after: day('2027-02-10') });
    expect(dates(plan)).toEqual(['2027-03-31', '2027-05-31']);
    expect(plan?.kept.map(({ id }) => id)).toEqual(['o3']);
    expect(plan?.dropped).toEqual(['o2']);
    expect(ordersAhead(facts(moved)).map(({ paymentDate }) => paymentDate)).toEqual([
      '2027-02-10',
      '2027-02-28',
      '2027-03-20',
    ]);
  });
});
