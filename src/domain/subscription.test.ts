import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import {
  canCancel,
  canChange,
  canReactivate,
  canReactivateOn,
  lapsesAt,
  SUBSCRIPTION_STATUSES,
} from './subscription';

const allowedIn = (rule: typeof canCancel) => SUBSCRIPTION_STATUSES.filter((status) => rule(status).allowed);

test('anything but a cancelled subscription can be cancelled', () => {
  expect(allowedIn(canCancel)).toEqual(['awaiting_payment', 'active', 'inactive']);
  expect(canCancel('cancelled')).toEqual({ allowed: false, code: 'ALREADY_CANCELLED' });
});

test('only a cancelled or inactive one can be reactivated', () => {
  expect(allowedIn(canReactivate)).toEqual(['inactive', 'cancelled']);
  expect(canReactivate('active')).toEqual({ allowed: false, code: 'NOT_REACTIVATABLE' });
});

test('only an active one can change', () => {
  expect(allowedIn(canChange)).toEqual(['active']);
  expect(canChange('cancelled')).toEqual({ allowed: false, code: 'NOT_ACTIVE' });
});

describe('reactivation on a day', () => {
  test.each([
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2027-02-18', true],
    ['2027-02-19', false],
    ['2026-11-19', false],
  ])('from 2026-11-20, %s: %s', (day, expected) => {
    expect(canReactivateOn(parseDay(day), parseDay('2026-11-20')).allowed).toBe(expected);
  });
});

test('a registration lapses at 24:00 of the seventh day after it was answered', () => {
  const end = lapsesAt(parseDay('2026-11-20'));
  expect(end.toISOString()).toBe('2026-11-27T17:00:00.000Z');
});
