import { expect, test } from 'vitest';
import { keptChoice } from './kept-choice';

test('restores a stored choice', () => {
  const items = [{ productCode: 'day-pads', quantity: 2 }];
  expect(keptChoice({ items })).toEqual({ items });
  expect(keptChoice({ frequency: 3, after: '2026-12-20' })).toEqual({ frequency: 3, after: '2026-12-20' });
  expect(keptChoice({ paymentDay: 31 })).toEqual({ paymentDay: 31 });
});

test('omits values that are no longer offered', () => {
  const items = [
    null,
    'day-pads',
    { productCode: 'gone', quantity: 1 },
    { productCode: 'day-pads', quantity: 0 },
  ];
  expect(keptChoice({ items })).toEqual({ items: [] });
  expect(keptChoice({ items: 'day-pads', frequency: 4, after: 'soon', paymentDay: 32 })).toEqual({});
  expect(keptChoice({ paymentDay: '5', after: 20261220, frequency: '1' })).toEqual({});
});
