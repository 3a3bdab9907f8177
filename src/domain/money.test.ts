import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bahtText, roundHalfUpDiv } from './money';

describe('rounding', () => {
  test.each([
    [1, 2, 1],
    [3, 2, 2],
    [149, 100, 1],
    [150, 100, 2],
    [-1, 2, 0],
    [0, 7, 0],
  ])('%i / %i is %i, a half is rounded up', (numerator, denominator, expected) => {
    expect(roundHalfUpDiv(numerator, denominator)).toBe(expected);
  });

  test('differs from the exact quotient by at most a half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15_000_000 }), fc.integer({ min: 1, max: 1000 }), (value, by) => {
        const error = roundHalfUpDiv(value, by) * 2 * by - 2 * value;
        return error > -by && error <= by;
      }),
    );
  });
});

test('satang are written as baht with two decimals', () => {
  expect(bahtText(43_900)).toBe('439.00');
  expect(bahtText(5)).toBe('0.05');
  expect(bahtText(10_000_050)).toBe('100000.50');
  expect(bahtText(-150)).toBe('-1.50');
});
