import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import { deliveryFee, receiveBy, type DeliveryTariff } from './delivery';
import type { BoxItem } from './box';
import type { OrderStatus } from './order';
import { isDeliveredFree, type Plan } from './plan';
import { PRODUCT_CODES, type Product, type ProductCode } from './product';

const tariff: DeliveryTariff = {
  zones: ['10', '11', '12', '73', '74'].map((prefix) => ({ prefix, zone: 'bangkok' })),
  rates: [
    { zone: 'bangkok', fee: 4_000 },
    { zone: 'standard', fee: 6_000 },
  ],
  remotePostcodes: new Set(['83000', '81210']),
  remoteSurcharge: 2_000,
};

describe('delivery fee', () => {
  test.each([
    ['10110', 4_000, 'Bangkok'],
    ['12150', 4_000, 'vicinity'],
    ['74000', 4_000, 'vicinity'],
    ['13000', 6_000, 'just outside'],
    ['50000', 6_000, 'elsewhere'],
    ['83000', 8_000, 'remote'],
    ['82000', 6_000, 'on the list with a star, so not surcharged'],
    ['99999', 6_000, 'unknown'],
  ])('for %s is %i (%s)', (postalCode, fee) => {
    expect(deliveryFee(postalCode, tariff, false)).toBe(fee);
  });

  test('is the standard rate for a postcode that is not in the address table, whatever its prefix', () => {
    expect(deliveryFee('10999', tariff, false, false)).toBe(6_000);
    expect(deliveryFee('10999', tariff, false, true)).toBe(4_000);
    expect(deliveryFee('81210', tariff, false, false)).toBe(8_000);
  });

  test('is zero everywhere for a free delivery, surcharge included', () => {
    expect(deliveryFee('83000', tariff, true)).toBe(0);
  });

  test('uses the zone of the longest prefix, in whatever order the rows are', () => {
    const island = {
      ...tariff,
      zones: [...tariff.zones, { prefix: '101', zone: 'island' }],
      rates: [...tariff.rates, { zone: 'island', fee: 9_000 }],
    };
    expect(deliveryFee('10110', island, false)).toBe(9_000);
    expect(deliveryFee('10210', island, false)).toBe(4_000);
  });

  test('throws for a zone without a rate', () => {
    expect(() => deliveryFee('50000', { ...tariff, rates: [] }, false)).toThrow('standard');
  });
});

describe('free delivery', () => {
  const contents: Partial<Record<ProductCode, ProductCode[]>> = {
    'starter-pack': ['day-pads', 'night-pads', 'panty-liners'],
    'starter-pack-v2': ['light-day-pads', 'day-pads', 'night-pads-xl', 'panty-liners'],
  };
  const catalogue: Pick<Product, 'code' | 'contents'>[] = PRODUCT_CODES.map((code) => ({
    code,
    contents: (contents[code] ?? []).map((productCode) => ({ productCode, quantity: 1 })),
  }));
  const box = (packs: Partial<Record<ProductCode, number>>): BoxItem[] =>
    Object.entries(packs).map(([code, quantity]) => ({ productCode: code as ProductCode, quantity }));
  const plans: Plan[] = [
    { code: 'light', freeDelivery: false, items: box({ 'light-day-pads': 1, 'panty-liners': 1 }) },
    {
      code: 'regular',
      freeDelivery: true,
      items: box({ 'day-pads': 1, 'night-pads': 1, 'panty-liners': 1 }),
    },
    {
      code: 'heavy',
      freeDelivery: true,
      items: box({ 'day-pads': 2, 'night-pads': 1, 'night-pads-xl': 1, 'panty-liners': 1 }),
    },
  ];

  test.each([
    ['a free plan itself', { 'day-pads': 1, 'night-pads': 1, 'panty-liners': 1 }, true],
    [
      'more than a free plan',
      { 'day-pads': 3, 'night-pads': 1, 'panty-liners': 2, 'night-pads-xl': 1 },
      true,
    ],
    ['one pack short', { 'day-pads': 5, 'night-pads': 5 }, false],
    ['a plan that is not free', { 'light-day-pads': 1, 'panty-liners': 1 }, false],
    [
      'light day pads instead of day pads',
      { 'light-day-pads': 1, 'night-pads': 1, 'panty-liners': 1 },
      false,
    ],
    ['a starter pack, by its contents', { 'starter-pack': 1 }, true],
    ['a starter pack V2 alone: no night pads', { 'starter-pack-v2': 1 }, false],
    ['a starter pack V2 and night pads', { 'starter-pack-v2': 1, 'night-pads': 1 }, true],
  ] as const)('is decided by the box: %s', (_, packs, expected) => {
    expect(isDeliveredFree(box(packs), plans, catalogue)).toBe(expected);
  });

  test('never applies when no plan has it', () => {
    expect(isDeliveredFree(box({ 'starter-pack': 1 }), plans.slice(0, 1), catalogue)).toBe(false);
  });
});

describe('the receive-by date', () => {
  const paymentDate = parseDay('2026-12-31');
  const answer = (status: OrderStatus, today: string, paidOn: string | null = null) =>
    receiveBy({
      status,
      paymentDate,
      paidOn: paidOn === null ? null : parseDay(paidOn),
      today: parseDay(today),
    });

  test('is the payment date + 5 days while the order is upcoming, also on the payment date', () => {
    expect(answer('upcoming', '2026-12-01')).toBe('2027-01-05');
    expect(answer('upcoming', '2026-12-31')).toBe('2027-01-05');
    expect(answer('charging', '2026-12-31')).toBe('2027-01-05');
  });

  test('is null from the next day on while the order is not paid', () => {
    expect(answer('charging', '2027-01-01')).toBeNull();
    expect(answer('awaiting_payment', '2027-01-01')).toBeNull();
    expect(answer('unpaid', '2026-12-31')).toBeNull();
  });

  test('is the paid day + 5 days once paid, also when paid late', () => {
    expect(answer('paid', '2027-01-09', '2027-01-03')).toBe('2027-01-08');
    expect(answer('refunded', '2027-01-09', '2027-01-03')).toBe('2027-01-08');
  });

  test('is null for an order that will not be sent', () => {
    for (const status of ['skipped', 'void', 'missed'] as const)
      expect(answer(status, '2026-12-01')).toBeNull();
  });
});
