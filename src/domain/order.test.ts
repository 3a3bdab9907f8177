import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import {
  canChangeBoxUntil,
  canSkip,
  canSkipUntil,
  canUnskip,
  ORDER_STATUSES,
  shownOrderStatus,
  type OrderStatus,
} from './order';

const paymentDate = parseDay('2026-12-31');
const order = (status: OrderStatus) => ({ status, paymentDate });
const day = parseDay;
const allowed = { allowed: true };
const refused = (code: string) => ({ allowed: false, code });

describe('the status shown to subscribers', () => {
  test('is upcoming until the payment date of the order begins', () => {
    expect(shownOrderStatus(order('upcoming'), day('2026-12-30'))).toBe('upcoming');
    expect(shownOrderStatus(order('upcoming'), day('2026-12-31'))).toBe('previous');
  });

  test('stays skipped after the payment date of a skipped order', () => {
    expect(shownOrderStatus(order('skipped'), day('2026-12-30'))).toBe('skipped');
    expect(shownOrderStatus(order('skipped'), day('2027-01-15'))).toBe('skipped');
  });

  test('is previous for every other order', () => {
    const others = ORDER_STATUSES.filter((status) => status !== 'upcoming' && status !== 'skipped');
    for (const status of others) expect(shownOrderStatus(order(status), day('2026-12-31'))).toBe('previous');
  });
});

describe('skipping', () => {
  test.each([
    ['2026-12-01', allowed],
    ['2026-12-29', allowed],
    ['2026-12-30', refused('SKIP_TOO_LATE')],
    ['2026-12-31', refused('ORDER_NOT_UPCOMING')],
    ['2027-01-01', refused('ORDER_NOT_UPCOMING')],
  ])('on %s an order with payment date 2026-12-31', (today, expected) => {
    expect(canSkip(order('upcoming'), day(today))).toEqual(expected);
    expect(canUnskip(order('skipped'), day(today))).toEqual(expected);
  });

  test('is possible until the second day before the payment date, also across a month end', () => {
    expect(canSkipUntil(paymentDate)).toBe('2026-12-29');
    expect(canSkipUntil(day('2027-03-01'))).toBe('2027-02-27');
  });

  test('succeeds without a change when the order already has the requested status', () => {
    expect(canSkip(order('skipped'), day('2026-12-30'))).toEqual(allowed);
    expect(canUnskip(order('upcoming'), day('2026-12-30'))).toEqual(allowed);
    expect(canUnskip(order('upcoming'), day('2026-12-31'))).toEqual(refused('ORDER_NOT_UPCOMING'));
  });

  test('cannot be undone for a skipped order that has begun, whatever day the caller assumes', () => {
    const begun = { ...order('skipped'), begun: true };
    expect(canUnskip(begun, day('2026-12-01'))).toEqual(refused('ORDER_NOT_UPCOMING'));
    expect(canSkip(begun, day('2026-12-01'))).toEqual(allowed);
  });

  test('is refused for an order that is neither upcoming nor skipped', () => {
    for (const status of [
      'charging',
      'awaiting_payment',
      'paid',
      'unpaid',
      'void',
      'missed',
      'refunded',
    ] as const) {
      expect(canSkip(order(status), day('2026-12-01'))).toEqual(refused('ORDER_NOT_UPCOMING'));
      expect(canUnskip(order(status), day('2026-12-01'))).toEqual(refused('ORDER_NOT_UPCOMING'));
    }
  });
});

test('the box can change until 00:00 in Bangkok of the payment date', () => {
  expect(canChangeBoxUntil(paymentDate).toISOString()).toBe('2026-12-30T17:00:00.000Z');
});
