import { expect, test } from 'vitest';
import { containedVat, subscriptionPrice } from './price';

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
