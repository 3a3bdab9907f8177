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

describe('the status people see', () => {
  test('an order is upcoming until its payment date begins', () => {
    expect(shownOrderStatus(order('upcoming'), day('2026-12-30'))).toBe('upcoming');
    expect(shownOrderStatus(order('upcoming'), day('2026-12-31'))).toBe('previous');
  });

  test('a skipped order stays skipped when its date has passed', () => {
    expect(shownOrderStatus(order('skipped'), day('2026-12-30'))).toBe('skipped');
    expect(shownOrderStatus(order('skipped'), day('2027-01-15'))).toBe('skipped');
  });

  test('every other order is previous', () => {
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
  ])('on %s, payment on 2026-12-31', (today, expected) => {
    expect(canSkip(order('upcoming'), day(today))).toEqual(expected);
    expect(canUnskip(order('skipped'), day(today))).toEqual(expected);
  });

  test('the cut-off day is the second before the payment date, across a month end too', () => {
    expect(canSkipUntil(paymentDate)).toBe('2026-12-29');
    expect(canSkipUntil(day('2027-03-01'))).toBe('2027-02-27');
  });

  test('asking for what is already so is allowed', () => {
    expect(canSkip(order('skipped'), day('2026-12-30'))).toEqual(allowed);
    expect(canUnskip(order('upcoming'), day('2026-12-30'))).toEqual(allowed);
    expect(canUnskip(order('upcoming'), day('2026-12-31'))).toEqual(refused('ORDER_NOT_UPCOMING'));
  });

  test('a skipped order that has begun can no longer be put back, whatever day the asker takes it to be', () => {
    const begun = { ...order('skipped'), begun: true };
    expect(canUnskip(begun, day('2026-12-01'))).toEqual(refused('ORDER_NOT_UPCOMING'));
    expect(canSkip(begun, day('2026-12-01'))).toEqual(allowed);
  });

  test('an order that is neither upcoming nor skipped is refused', () => {
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

test('the box may change until 00:00 in Bangkok of the payment date', () => {
  expect(canChangeBoxUntil(paymentDate).toISOString()).toBe('2026-12-30T17:00:00.000Z');
});
