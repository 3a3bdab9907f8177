import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxContents, checkBox, priceBox, type BoxItem } from './box';
import { isChoosable, lowestPrice } from './plan';
import {
  canRedeemProduct,
  isProductCode,
  isRedeemable,
  PRODUCT_CODES,
  type Product,
  type ProductCode,
} from './product';

type Known = Pick<Product, 'code' | 'contents' | 'listPrice' | 'active'>;
const single = (code: ProductCode, listPrice: number): Known => ({
  code,
  listPrice,
  active: true,
  contents: [],
});
const pack = (code: ProductCode, listPrice: number, ...codes: ProductCode[]): Known => ({
  code,
  listPrice,
  active: true,
  contents: codes.map((productCode) => ({ productCode, quantity: 1 })),
});
const catalogue: Known[] = [
  single('day-pads', 14_900),
  single('light-day-pads', 13_900),
  single('night-pads', 14_900),
  single('night-pads-xl', 15_900),
  single('panty-liners', 11_900),
  pack('starter-pack', 38_900, 'day-pads', 'night-pads', 'panty-liners'),
  pack('starter-pack-v2', 52_900, 'light-day-pads', 'day-pads', 'night-pads-xl', 'panty-liners'),
];
const item = (productCode: ProductCode, quantity: number): BoxItem => ({ productCode, quantity });
const allowed = (...items: BoxItem[]) => checkBox(items, catalogue).allowed;

describe('box limits', () => {
  test('refuses an empty box and accepts one pack', () => {
    expect(checkBox([])).toEqual({ allowed: false, code: 'BOX_INVALID' });
    expect(allowed(item('panty-liners', 1))).toBe(true);
  });

  test.each([
    [1, true],
    [10, true],
    [11, false],
    [0, false],
    [-1, false],
    [1.5, false],
    [NaN, false],
    [Infinity, false],
  ])('checks the limit of %d packs of one product: %s', (quantity, expected) => {
    expect(allowed(item('day-pads', quantity))).toBe(expected);
  });

  test('accepts 20 packs in all and refuses 21', () => {
    expect(allowed(item('day-pads', 10), item('night-pads', 10))).toBe(true);
    expect(allowed(item('day-pads', 10), item('night-pads', 10), item('panty-liners', 1))).toBe(false);
  });

  test('refuses a product that is named twice', () => {
    expect(allowed(item('day-pads', 1), item('night-pads', 1))).toBe(true);
    expect(allowed(item('day-pads', 1), item('day-pads', 1))).toBe(false);
  });

  test('counts a starter pack as one pack', () => {
    expect(allowed(item('starter-pack', 10), item('starter-pack-v2', 10))).toBe(true);
    expect(allowed(item('starter-pack', 11))).toBe(false);
  });

  test('refuses a product that is not in the catalogue', () => {
    expect(checkBox([item('day-pads', 1)], catalogue.slice(1)).allowed).toBe(false);
    expect(() => priceBox([item('day-pads', 1)], catalogue.slice(1))).toThrow('BOX_INVALID');
    expect(() => boxContents([item('day-pads', 1)], [])).toThrow('BOX_INVALID');
  });
});

describe('a product that is no longer sold', () => {
  const without = catalogue.map((product) => ({ ...product, active: product.code !== 'night-pads' }));
  const held = [item('night-pads', 2), item('day-pads', 1)];
  const may = (...items: BoxItem[]) => checkBox(items, without, held).allowed;

  test('is refused in a new box and in a box that never contained it', () => {
    expect(checkBox([item('night-pads', 1)], without).allowed).toBe(false);
    expect(checkBox([item('night-pads', 1)], without, [item('day-pads', 2)]).allowed).toBe(false);
  });

  test('stays in a box that contains it, up to the packs that the box has now', () => {
    expect(may(item('night-pads', 2), item('day-pads', 9))).toBe(true);
    expect(may(item('night-pads', 1))).toBe(true);
    expect(may(item('night-pads', 3))).toBe(false);
  });

  test('keeps its price and its points', () => {
    const items = [item('night-pads', 2), item('starter-pack', 1)];
    expect(priceBox(items, without)).toEqual(priceBox(items, catalogue));
    expect(boxContents(items, without)).toEqual(boxContents(items, catalogue));
  });

  test('disables the plans that contain it, but no starter pack', () => {
    expect(isChoosable({ items: [item('day-pads', 1), item('night-pads', 1)] }, without)).toBe(false);
    expect(isChoosable({ items: [item('day-pads', 2)] }, without)).toBe(true);
    expect(isChoosable({ items: [item('starter-pack', 1)] }, without)).toBe(true);
  });

  test('cannot be redeemed for points', () => {
    expect(without.filter(isRedeemable).map(({ code }) => code)).not.toContain('night-pads');
    expect(canRedeemProduct(without[2]!)).toEqual({ allowed: false, code: 'PRODUCT_NOT_REDEEMABLE' });
  });
});

test('the lowest price is the cheapest plan, without a plan the cheapest pack, and null when nothing is sold', () => {
  const packs = [{ price: 11_175 }, { price: 8_925 }];
  expect(lowestPrice([{ boxPrice: 31_275 }, { boxPrice: 19_350 }], packs)).toBe(19_350);
  expect(lowestPrice([], packs)).toBe(8_925);
  expect(lowestPrice([], [])).toBeNull();
});

describe('box price', () => {
  test('is 447.00 for two day pads and one night pads, with 25 % discount', () => {
    expect(priceBox([item('day-pads', 2), item('night-pads', 1)], catalogue)).toEqual({
      listPrice: 44_700,
      subscriptionDiscount: 11_175,
      boxPrice: 33_525,
      lines: [
        { productCode: 'day-pads', quantity: 2, listPrice: 14_900, unitPrice: 11_175, linePrice: 22_350 },
        { productCode: 'night-pads', quantity: 1, listPrice: 14_900, unitPrice: 11_175, linePrice: 11_175 },
      ],
    });
  });

  test('rounds a line once, not once per pack', () => {
    const odd = [single('day-pads', 101)];
    expect(priceBox([item('day-pads', 3)], odd).boxPrice).toBe(227);
    expect(priceBox([item('day-pads', 1)], odd).boxPrice).toBe(76);
    expect(priceBox([item('day-pads', 2)], [single('day-pads', 1)]).boxPrice).toBe(2);
  });

  test('plus discount always equals the list price', () => {
    const boxes = fc.uniqueArray(
      fc.record({
        productCode: fc.constantFrom(...PRODUCT_CODES),
        quantity: fc.integer({ min: 1, max: 10 }),
      }),
      { selector: (line) => line.productCode },
    );
    const prices = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(boxes, prices, (items, listPrices) => {
        const priced = priceBox(
          items,
          PRODUCT_CODES.map((code, at) => single(code, listPrices[at] ?? 1)),
        );
        expect(priced.boxPrice + priced.subscriptionDiscount).toBe(priced.listPrice);
        expect(Math.abs(priced.boxPrice - priced.listPrice * 0.75)).toBeLessThanOrEqual(items.length / 2);
      }),
    );
  });
});

test('starter packs are counted as the products that they contain', () => {
  const contents = boxContents([item('starter-pack', 2), item('day-pads', 1)], catalogue);
  expect(Object.fromEntries(contents)).toEqual({ 'day-pads': 3, 'night-pads': 2, 'panty-liners': 2 });
});

test('points buy single products only', () => {
  expect(catalogue.filter(isRedeemable).map((product) => product.code)).toEqual(PRODUCT_CODES.slice(0, 5));
  expect(canRedeemProduct(catalogue[0]!)).toEqual({ allowed: true });
  expect(canRedeemProduct(catalogue[5]!)).toEqual({ allowed: false, code: 'PRODUCT_NOT_REDEEMABLE' });
});

test('exactly the seven product codes are accepted', () => {
  expect(PRODUCT_CODES.every(isProductCode)).toBe(true);
  expect(isProductCode('constructor')).toBe(false);
});
