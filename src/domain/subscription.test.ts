import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import {
  canActAsSubscriber,
  canCancel,
  canChange,
  canChangeDeliveries,
  canChangeDetails,
  canChangePlan,
  canReactivate,
  canReactivateOn,
  erasureDueAt,
  hasEndedUnpaid,
  hasSubscribed,
  isRegistrationExpired,
  isRegistering,
  registrationExpiresAt,
  mayPayFirst,
  SUBSCRIPTION_STATUSES,
} from './subscription';

const allowedIn = (rule: typeof canCancel) => SUBSCRIPTION_STATUSES.filter((status) => rule(status).allowed);

test('every subscription except a cancelled one can be cancelled', () => {
  expect(allowedIn(canCancel)).toEqual(['awaiting_payment', 'active', 'inactive']);
  expect(canCancel('cancelled')).toEqual({ allowed: false, code: 'ALREADY_CANCELLED' });
});

test('only a cancelled or inactive subscription can be reactivated', () => {
  expect(allowedIn(canReactivate)).toEqual(['inactive', 'cancelled']);
  expect(canReactivate('active')).toEqual({ allowed: false, code: 'NOT_REACTIVATABLE' });
});

test('only an active subscription can change', () => {
  expect(allowedIn(canChange)).toEqual(['active']);
  expect(canChange('cancelled')).toEqual({ allowed: false, code: 'NOT_ACTIVE' });
});

describe('allowed changes', () => {
  const answers = (rule: typeof canChangePlan, awaitsOfflinePayment: boolean) =>
    SUBSCRIPTION_STATUSES.map((status) => {
      const verdict = rule({ status, awaitsOfflinePayment });
      return verdict.allowed ? 'allowed' : verdict.code;
    });

  test('subscriber actions are refused before the first payment and while an offline payment is pending', () => {
    expect(answers(canActAsSubscriber, false)).toEqual(['NOT_ALLOWED', ...Array<string>(4).fill('allowed')]);
    expect(answers(canActAsSubscriber, true)).toEqual([
      'NOT_ALLOWED',
      ...Array<string>(4).fill('PAYMENT_PENDING'),
    ]);
  });

  test('a reactivated subscription that awaits a payment has a pending payment and is no registration in progress', () => {
    const activatedAt = new Date('2026-11-20T03:00:00.000Z');
    for (const awaitsOfflinePayment of [true, false]) {
      const facts = { status: 'awaiting_payment' as const, awaitsOfflinePayment, activatedAt };
      expect(isRegistering(facts)).toBe(false);
      expect(canActAsSubscriber(facts)).toEqual({ allowed: false, code: 'PAYMENT_PENDING' });
      expect(canChangeDetails(facts).allowed).toBe(true);
    }
    expect(isRegistering({ status: 'awaiting_payment' })).toBe(true);
    expect(isRegistering({ status: 'cancelled', activatedAt: null })).toBe(false);
  });

  test('box, frequency and payment day change only for an active subscription', () => {
    expect(answers(canChangePlan, false)).toEqual([
      'NOT_ALLOWED',
      'allowed',
      'NOT_ACTIVE',
      'NOT_ACTIVE',
      'NOT_ALLOWED',
    ]);
    expect(answers(canChangePlan, true).slice(0, 2)).toEqual(['NOT_ALLOWED', 'PAYMENT_PENDING']);
  });

  test('a pause is also refused while a charge is open or unknown', () => {
    expect(answers(canChangeDeliveries, false)).toEqual(answers(canChangePlan, false));
    expect(answers(canChangeDeliveries, true)).toEqual(answers(canChangePlan, true));
    const charged = { status: 'active' as const, awaitsOfflinePayment: false, hasUnresolvedCharge: true };
    expect(canChangeDeliveries(charged)).toEqual({ allowed: false, code: 'PAYMENT_PENDING' });
    expect(canChangePlan(charged)).toEqual({ allowed: true });
  });

  test('the plan does not change while an order that was ordered now is not paid', () => {
    const facts = { awaitsOfflinePayment: false, isOrderingNow: true };
    const pending = { allowed: false, code: 'PAYMENT_PENDING' };
    expect(canChangePlan({ ...facts, status: 'active' })).toEqual(pending);
    expect(canChangeDeliveries({ ...facts, status: 'active' })).toEqual(pending);
    expect(canChangePlan({ ...facts, status: 'cancelled' })).toEqual({ allowed: false, code: 'NOT_ACTIVE' });
  });

  test('details change always, and for a registration in progress only while its offline payment is pending', () => {
    expect(answers(canChangeDetails, false)).toEqual(['NOT_ALLOWED', ...Array<string>(4).fill('allowed')]);
    expect(answers(canChangeDetails, true)).toEqual(Array<string>(5).fill('allowed'));
  });
});

describe('reactivation on a chosen day', () => {
  test.each([
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2027-02-18', true],
    ['2027-02-19', false],
    ['2026-11-19', false],
  ])('from 2026-11-20, on %s: %s', (day, expected) => {
    expect(canReactivateOn(parseDay(day), parseDay('2026-11-20')).allowed).toBe(expected);
  });
});

test('a registration expires at 24:00 of the seventh day', () => {
  const end = registrationExpiresAt(parseDay('2026-11-20'));
  expect(end.toISOString()).toBe('2026-11-27T17:00:00.000Z');
});

test('an expired registration is deleted at once, or three days later if a link was shown', () => {
  const registering = { status: 'awaiting_payment', registeredOn: parseDay('2026-11-20') } as const;
  const end = registrationExpiresAt(registering.registeredOn);
  expect(erasureDueAt(registering.registeredOn, { linkShown: false })).toEqual(end);
  expect(erasureDueAt(registering.registeredOn, { linkShown: true })).toEqual(
    new Date('2026-11-30T17:00:00.000Z'),
  );
  expect(isRegistrationExpired(registering, new Date(end.getTime() - 1))).toBe(false);
  expect(isRegistrationExpired(registering, end)).toBe(true);
  expect(isRegistrationExpired({ ...registering, activatedAt: end }, end)).toBe(false);
  const cancelled = { ...registering, status: 'cancelled' } as const;
  expect(isRegistrationExpired(cancelled, end)).toBe(false);
  expect(hasEndedUnpaid(cancelled, new Date(end.getTime() - 1))).toBe(false);
  expect(hasEndedUnpaid(cancelled, end)).toBe(true);
  expect(hasEndedUnpaid({ ...cancelled, activatedAt: end }, end)).toBe(false);
});

test('only a subscription that awaits its first payment has not subscribed', () => {
  const paidOnce = new Date('2026-11-20T03:00:00.000Z');
  expect(hasSubscribed({ status: 'awaiting_payment', activatedAt: null })).toEqual({
    allowed: false,
    code: 'NOT_ALLOWED',
  });
  expect(hasSubscribed({ status: 'awaiting_payment', activatedAt: paidOnce }).allowed).toBe(true);
  expect(hasSubscribed({ status: 'cancelled', activatedAt: null }).allowed).toBe(true);
});

test('a first payment can start until the registration expires, and never after the first one', () => {
  const registering = { status: 'awaiting_payment', registeredOn: parseDay('2026-11-20') } as const;
  const end = registrationExpiresAt(registering.registeredOn);
  expect(mayPayFirst(registering, new Date(end.getTime() - 1))).toBe(true);
  expect(mayPayFirst(registering, end)).toBe(false);
  expect(mayPayFirst({ ...registering, activatedAt: end }, new Date(0))).toBe(false);
  expect(mayPayFirst({ ...registering, status: 'cancelled' }, new Date(0))).toBe(false);
});
