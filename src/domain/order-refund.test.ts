import { describe, expect, test } from 'vitest';
import { paidFor, refundEffects } from './order-refund';

const items = [
  { productCode: 'day-pads', quantity: 2, linePrice: 22_350 },
  { productCode: 'night-pads', quantity: 1, linePrice: 11_175 },
];
const order = { items, deliveryFee: 4_000, total: 37_525 };
const all = { packs: { 'day-pads': 2, 'night-pads': 1 }, delivery: true };

describe('the price that was paid for parts of an order', () => {
  test('is the price of the chosen packs, and of the delivery if it is chosen', () => {
    expect(paidFor(order, { packs: { 'day-pads': 1 }, delivery: false })).toBe(11_175);
    expect(paidFor(order, { packs: { 'night-pads': 1 }, delivery: true })).toBe(15_175);
    expect(paidFor(order, { packs: {}, delivery: false })).toBe(0);
  });

  test('is less by the share of a discount code, and the total for all parts', () => {
    const reduced = { ...order, total: 27_525 };
    expect(paidFor(reduced, { packs: { 'day-pads': 1 }, delivery: false })).toBe(8_197);
    expect(paidFor(reduced, all)).toBe(27_525);
    expect(paidFor({ ...order, total: 0 }, all)).toBe(0);
  });

  test('counts no more packs than were paid, and no other product', () => {
    expect(paidFor(order, { packs: { 'night-pads': 9, 'panty-liners': 1 }, delivery: false })).toBe(11_175);
  });
});

test('two refunds take back the same points and VAT as one of their sum', () => {
  const paid = { total: 37_525, points: 33 };
  const first = refundEffects(paid, 0, 10_000);
  const second = refundEffects(paid, 10_000, 27_525);
  const whole = refundEffects(paid, 0, 37_525);
  expect(first).toEqual({ left: 27_525, vat: 654, points: 8 });
  expect(second.left).toBe(0);
  expect(whole).toEqual({ left: 0, vat: first.vat + second.vat, points: 33 });
  expect(first.points + second.points).toBe(33);
});
