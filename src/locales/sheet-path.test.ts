import { expect, test } from 'vitest';
import { movedPath, sheetPath } from './sheet-path';

test('a sheet has an address that names what it does, and its box', () => {
  expect(sheetPath('pause')).toBe('/account?do=pause');
  expect(sheetPath('move', 'ord_1')).toBe('/account?do=move&box=ord_1');
});

test.each([
  ['/account/subscription', '', '/account'],
  ['/account/subscription/year', '', '/account'],
  ['/account/subscription/move/ord_7', '', '/account?do=move&box=ord_7'],
  ['/account/subscription/address/ord_7', '', '/account?do=address&box=ord_7'],
  ['/account/subscription/box', 'order=ord_7', '/account?do=contents&box=ord_7'],
  ['/account/subscription/pause', 'months=3&offer=need', '/account?do=pause&months=3&offer=need'],
  ['/account/subscription/frequency', 'every=2&offer=need', '/account?do=rhythm&every=2&offer=need'],
  ['/account/subscription/order-now', '', '/account?do=now'],
  ['/account/orders', 'page=2', '/account?page=2'],
])('the former page %s with the query "%s" leads to %s', (path, query, target) => {
  expect(movedPath(path, new URLSearchParams(query))).toBe(target);
});

test.each([
  '/account',
  '/account/orders/ord_7',
  '/account/subscription/other',
  '/account/subscription/pause/ord_7',
])('the path %s stays', (path) => {
  expect(movedPath(path, new URLSearchParams())).toBeNull();
});
