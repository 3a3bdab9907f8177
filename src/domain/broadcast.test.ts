import { expect, test } from 'vitest';
import { isGroupAsShown, mayWriteTo, needsOrder, unknownFields } from './broadcast';

test('the support writes to at most 100 people, an owner to any number', () => {
  expect([mayWriteTo('support', 100), mayWriteTo('support', 101)]).toEqual([true, false]);
  expect(mayWriteTo('owner', 1_000_000)).toBe(true);
});

test('a group of fewer than 100 must be exactly as shown, a larger one within one in a hundred', () => {
  expect([isGroupAsShown(99, 99), isGroupAsShown(99, 100), isGroupAsShown(0, 1)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isGroupAsShown(1000, 1010), isGroupAsShown(1000, 1011), isGroupAsShown(1000, 989)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('only a text with a date or an amount needs an order, and a misspelt field is found', () => {
  expect([needsOrder(['Hello', '']), needsOrder(['', 'วันที่ [date]'])]).toEqual([false, true]);
  expect(unknownFields('You pay [amuont] on [date] [see below]')).toEqual(['amuont']);
});
