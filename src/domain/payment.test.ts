import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import type { OrderStatus } from './order';
import { ATTEMPT_STATUSES, chargeableFrom, isOpenAttempt, shownPayment, type PaymentStatus } from './payment';

test.each([
  ['00:00', '09:00'],
  ['08:59', '09:00'],
  ['09:00', '09:00'],
  ['23:59', '23:59'],
])('an automatic charge that falls due at %s is made at %s', (at, from) => {
  const on = (time: string) => new Date(`2026-12-31T${time}:00+07:00`);
  expect(chargeableFrom(on(at))).toEqual(on(from));
});

describe('the payment shown to subscribers', () => {
  const shown = (
    orderStatus: OrderStatus,
    paymentStatus: PaymentStatus | null,
    { today = '2026-12-31', isUnderWay = false } = {},
  ) =>
    shownPayment({
      isUnderWay,
      orderStatus,
      paymentStatus,
      reason: 'insufficient_fund',
      paymentDate: parseDay('2026-12-31'),
      today: parseDay(today),
    });

  test('is null before the payment date begins, then pending', () => {
    expect(shown('upcoming', null, { today: '2026-12-30' })).toBeNull();
    expect(shown('upcoming', null)).toEqual({ status: 'pending', reason: null });
    expect(shown('charging', 'pending')).toEqual({ status: 'pending', reason: null });
    expect(shown('awaiting_payment', 'pending')).toEqual({ status: 'pending', reason: null });
  });

  test('is fail with the reason when declined with retries left, or superseded', () => {
    expect(shown('charging', 'failed')).toEqual({ status: 'fail', reason: 'insufficient_fund' });
    expect(shown('unpaid', 'failed')).toEqual({ status: 'fail', reason: 'insufficient_fund' });
    expect(shown('unpaid', 'void')).toEqual({ status: 'fail', reason: 'insufficient_fund' });
  });

  test('is suspended after the last retry and expired after the link', () => {
    expect(shown('unpaid', 'suspended')?.status).toBe('suspended');
    expect(shown('unpaid', 'expired')?.status).toBe('expired');
    // After the decline the subscriber requested a link.
    expect(shown('unpaid', 'pending')).toEqual({ status: 'pending', reason: null });
  });

  test('is pending without the old reason while a new attempt is in progress', () => {
    for (const [order, payment] of [
      ['charging', 'failed'],
      ['unpaid', 'suspended'],
      ['unpaid', 'expired'],
      ['awaiting_payment', 'failed'],
    ] as const) {
      expect(shown(order, payment, { isUnderWay: true })).toEqual({ status: 'pending', reason: null });
    }
    expect(shown('paid', 'succeeded', { isUnderWay: true })?.status).toBe('success');
    expect(shown('void', 'void', { isUnderWay: true })).toBeNull();
  });

  test('is success when paid or refunded, and null when skipped, missed or void', () => {
    for (const status of ['paid', 'refunded'] as const) {
      expect(shown(status, 'succeeded')).toEqual({ status: 'success', reason: null });
    }
    for (const status of ['skipped', 'missed', 'void'] as const) expect(shown(status, 'void')).toBeNull();
  });
});

test('an attempt is open until its outcome is known', () => {
  expect(ATTEMPT_STATUSES.filter(isOpenAttempt)).toEqual(['created', 'sent', 'action_required', 'unknown']);
});
