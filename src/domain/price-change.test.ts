import { describe, expect, test } from 'vitest';
import { parseDay, type Day } from './day';
import { MIN_CHARGE_SATANG } from './money';
import { subscriptionPrice } from './price';
import {
  differingPrices,
  lastPlannedDay,
  LIST_PRICE_MIN,
  priceFault,
  priceStateKey,
  type PriceChange,
  type PriceState,
} from './price-change';

const TODAY = parseDay('2026-11-20');
const STATE: PriceState = {
  products: [{ code: 'day-pads', version: 1, listPrice: 14_900, since: '2026-01-01T00:00:00.000Z' }],
  fees: [{ zone: 'bangkok', version: 1, fee: 4_000, since: '2026-01-01T00:00:00.000Z' }],
};
const change = (parts: Partial<PriceChange>): PriceChange => ({
  products: [],
  fees: [],
  from: null,
  ...parts,
});
const listed = (listPrice: number) => change({ products: [{ code: 'day-pads', listPrice }] });
const reasonOf = (wanted: PriceChange, planned: Day | null = null) =>
  priceFault(wanted, TODAY, planned)?.reason ?? null;

describe('a price change', () => {
  test('keeps only the prices that differ from the latest ones', () => {
    const wanted = change({
      products: [
        { code: 'day-pads', listPrice: 14_900 },
        { code: 'night-pads', listPrice: 1 },
      ],
      fees: [{ zone: 'bangkok', fee: 4_001 }],
    });
    expect(differingPrices(wanted, STATE)).toEqual({
      products: [{ code: 'night-pads', listPrice: 1 }],
      from: null,
      fees: [{ zone: 'bangkok', fee: 4_001 }],
    });
  });

  test('is refused without a price, and with a price that is named twice', () => {
    expect(reasonOf(change({}))).toBe('priceUnchanged');
    const twice = { zone: 'bangkok', fee: 1 } as const;
    expect(reasonOf(change({ fees: [twice, twice] }))).toBe('priceTwice');
  });

  test('allows exactly the list prices of which one pack can be charged', () => {
    expect(subscriptionPrice(LIST_PRICE_MIN)).toBe(MIN_CHARGE_SATANG);
    expect(subscriptionPrice(LIST_PRICE_MIN - 1)).toBeLessThan(MIN_CHARGE_SATANG);
    for (const price of [LIST_PRICE_MIN, 500_000]) expect(reasonOf(listed(price))).toBeNull();
    for (const price of [0, -1, 14_900.5, NaN, LIST_PRICE_MIN - 1])
      expect(reasonOf(listed(price))).toBe('priceLow');
    expect(reasonOf(listed(500_001))).toBe('priceHigh');
  });

  test('allows delivery fees from zero to ฿1,000', () => {
    const fee = (satang: number) => reasonOf(change({ fees: [{ zone: 'standard', fee: satang }] }));
    expect([0, 100_000].map(fee)).toEqual([null, null]);
    for (const wrong of [-1, 100_001, 0.5, NaN]) expect(fee(wrong)).toBe('feeOutside');
  });

  test('takes effect when it is saved, or on a day from tomorrow to 180 days ahead', () => {
    const from = (day: string) => reasonOf({ ...listed(16_900), from: parseDay(day) });
    expect(['2026-11-21', '2027-05-19'].map(from)).toEqual([null, null]);
    expect(['2026-11-19', '2026-11-20', '2027-05-20'].map(from)).toEqual([
      'priceDay',
      'priceDay',
      'priceDay',
    ]);
  });
});

test('planned prices follow one another: another change begins after the last of them', () => {
  const [product] = STATE.products;
  const since = (text: string) => ({ ...product!, since: text });
  const now = new Date('2026-11-20T03:00:00Z');
  expect(lastPlannedDay(STATE, now)).toBeNull();
  const planned = [since('2026-11-30T17:00:00.000Z'), since('2026-12-09T17:00:00.000Z')];
  expect(lastPlannedDay({ ...STATE, products: planned }, now)).toBe('2026-12-10');
  const reasonFrom = (from: Day | null) => reasonOf({ ...listed(16_900), from }, parseDay('2026-12-10'));
  expect(reasonFrom(null)).toBe('priceOrder');
  expect(reasonFrom(parseDay('2026-12-10'))).toBe('priceOrder');
  expect(reasonFrom(parseDay('2026-12-11'))).toBeNull();
});

test('the key of prices is equal for equal prices, and different for another amount, version or instant', () => {
  const [product] = STATE.products;
  const keys = [
    STATE,
    { ...STATE, products: [{ ...product!, listPrice: 15_000 }] },
    { ...STATE, products: [{ ...product!, version: 2 }] },
    { ...STATE, products: [{ ...product!, since: '2027-01-01T00:00:00.000Z' }] },
    { ...STATE, fees: [] },
  ].map(priceStateKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(priceStateKey({ products: [...STATE.products], fees: [...STATE.fees] })).toBe(keys[0]);
});
