import { describe, expect, test } from 'vitest';
import { sameSourceP } from './ranks';

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe('Mann-Whitney U test', () => {
  test('returns the p-value computed by hand', () => {
    const a = [1, 2, 3, 4, 5, 6, 7, 8, 13.5, 15.5];
    const b = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
    const u = a.reduce((sum, one) => sum + b.filter((other) => other < one).length, 0);
    const z = (50 - u - 0.5) / Math.sqrt((100 * 21) / 12);
    expect([u, z.toFixed(2)]).toEqual([12, '2.83']);
    expect(sameSourceP(a, b)).toBeCloseTo(0.0046, 3);
  });

  test('finds no difference between equal samples in any order, with ties', () => {
    expect(sameSourceP(upTo(400), upTo(400).reverse())).toBeGreaterThan(0.99);
    expect(sameSourceP([1, 1, 1, 2], [1, 1, 1, 2])).toBeGreaterThan(0.99);
    expect(sameSourceP([5, 5], [5, 5])).toBe(1);
  });

  test('finds a difference when all values of one sample are larger', () => {
    const above = upTo(400).map((n) => n + 400);
    expect(sameSourceP(upTo(400), above)).toBeLessThan(1e-6);
    expect(sameSourceP(above, upTo(400))).toBeCloseTo(sameSourceP(upTo(400), above), 12);
  });

  test('distinguishes a difference of a twentieth of the median from noise', () => {
    const noise = upTo(400).map((n) => 30 + ((n * 7919) % 400) / 100);
    expect(sameSourceP(noise, noise.toReversed())).toBeGreaterThan(0.9);
    expect(
      sameSourceP(
        noise,
        noise.map((ms) => ms * 1.05),
      ),
    ).toBeLessThan(0.001);
  });
});
