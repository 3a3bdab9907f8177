import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceBox } from './box';
import { codeDiscount, containedVat, subscriptionPrice, totals } from './price';
import type { CodeDiscount } from './referral';

test('subscribers pay 75 % of the list price, half up to the satang', () => {
  expect(subscriptionPrice(14_900)).toBe(11_175);
  expect(subscriptionPrice(1)).toBe(1);
  expect(subscriptionPrice(2)).toBe(2);
  expect(subscriptionPrice(3)).toBe(2);
});

test('contained VAT is total × 7 / 107', () => {
  expect(containedVat(59_000)).toBe(3_860);
  expect(containedVat(43_900)).toBe(2_872);
  expect(containedVat(0)).toBe(0);
});

describe('the discount of a code', () => {
  test('is its amount, but never more than the order', () => {
    expect(codeDiscount('amount', 10_000, 10_001)).toBe(10_000);
    expect(codeDiscount('amount', 10_000, 9_999)).toBe(9_999);
  });

  test('is its percentage, half up to the satang', () => {
    expect(codeDiscount('percent', 10, 37_525)).toBe(3_753);
    expect(codeDiscount('percent', 10, 37_524)).toBe(3_752);
    expect(codeDiscount('percent', 50, 1)).toBe(1);
    expect(codeDiscount('percent', 100, 37_525)).toBe(37_525);
    expect(codeDiscount('percent', 0, 37_525)).toBe(0);
  });
});

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
