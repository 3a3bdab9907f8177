import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceBox } from './box';
import { parseDay } from './day';
import type { OrderStatus } from './order';
import { ATTEMPT_STATUSES, isOpenAttempt, shownPayment, totals, type PaymentStatus } from './payment';
import type { CodeDiscount } from './referral';

const box = (boxPrice: number) => ({ listPrice: boxPrice, subscriptionDiscount: 0, boxPrice });
const baht = (value: number): CodeDiscount => ({ kind: 'amount', value: value * 100 });
const percent = (value: number): CodeDiscount => ({ kind: 'percent', value });
const total = (boxPrice: number, deliveryFee: number | null, code: CodeDiscount | null) => {
  const sum = totals({ box: box(boxPrice), deliveryFee, code });
  return [sum.codeDiscount, sum.total];
};

describe('totals', () => {
  test("of the specification's example: two day pads, one night pads and a referral code", () => {
    const catalogue = [
      { code: 'day-pads' as const, listPrice: 14_900 },
      { code: 'night-pads' as const, listPrice: 14_900 },
    ];
    const items = [
      { productCode: 'day-pads' as const, quantity: 2 },
      { productCode: 'night-pads' as const, quantity: 1 },
    ];
    expect(totals({ box: priceBox(items, catalogue), deliveryFee: null, code: baht(100) })).toEqual({
      currency: 'THB',
      listPrice: 44_700,
      subscriptionDiscount: 11_175,
      boxPrice: 33_525,
      deliveryFee: null,
      codeDiscount: 10_000,
      total: 23_525,
      points: 33,
    });
  });

  test('a code reduces box price and delivery; without a code there is no discount', () => {
    expect(total(33_525, 4_000, null)).toEqual([0, 37_525]);
    expect(total(33_525, 4_000, baht(100))).toEqual([10_000, 27_525]);
    expect(total(33_525, 4_000, percent(10))).toEqual([3_753, 33_772]);
  });

  test('a remaining ฿20 is kept, a smaller amount is raised to ฿20 by capping the discount', () => {
    expect(total(12_000, 0, baht(100))).toEqual([10_000, 2_000]);
    expect(total(11_999, 0, baht(100))).toEqual([9_999, 2_000]);
    expect(total(10_001, 0, baht(100))).toEqual([8_001, 2_000]);
  });

  test('a code as large as the order, or larger, makes it free', () => {
    expect(total(10_000, 0, baht(100))).toEqual([10_000, 0]);
    expect(total(9_000, 0, baht(100))).toEqual([9_000, 0]);
    expect(total(33_525, 6_000, percent(100))).toEqual([39_525, 0]);
  });

  test('an unknown fee counts as 0, and the cap is applied once it is known', () => {
    expect(total(10_500, null, baht(100))).toEqual([10_000, 500]);
    expect(total(10_500, 0, baht(100))).toEqual([8_500, 2_000]);
    expect(total(10_500, 4_000, baht(100))).toEqual([10_000, 4_500]);
  });

  test('the total is 0 or at least ฿20, and discount and total add up', () => {
    const codes = fc.oneof(
      fc.constant(null),
      fc.integer({ min: 1, max: 100_000 }).map((value): CodeDiscount => ({ kind: 'amount', value })),
      fc.integer({ min: 1, max: 100 }).map(percent),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 2_000, max: 300_000 }),
        fc.constantFrom(0, 4_000, 6_000, 8_000),
        codes,
        (price, fee, code) => {
          const sum = totals({ box: box(price), deliveryFee: fee, code });
          expect(sum.codeDiscount + sum.total).toBe(price + fee);
          expect(sum.codeDiscount).toBeGreaterThanOrEqual(0);
          expect(sum.total === 0 || sum.total >= 2_000).toBe(true);
        },
      ),
    );
  });
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
    // The subscriber requested a link after the decline.
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
