import { expect, test } from 'vitest';
import { swapProduct } from './bulk';
import { readPeopleFile } from './people-file';

const BOX = [
  { productCode: 'day-pads', quantity: 2 },
  { productCode: 'night-pads', quantity: 1 },
] as const;

test('a product is replaced with its packs, joined with packs that are there, or taken out', () => {
  expect(swapProduct(BOX, { from: 'night-pads', to: 'night-pads-xl' })).toEqual([
    BOX[0],
    { productCode: 'night-pads-xl', quantity: 1 },
  ]);
  expect(swapProduct(BOX, { from: 'night-pads', to: 'day-pads' })).toEqual([
    { productCode: 'day-pads', quantity: 3 },
  ]);
  expect(swapProduct(BOX, { from: 'night-pads', to: null })).toEqual([BOX[0]]);
  expect(swapProduct(BOX, { from: 'panty-liners', to: null })).toBeNull();
});

test('the people of a file are read with any separator, below any header, and a line without a name stays', () => {
  expect(readPeopleFile('Name;E-Mail\r\nMali;a@example.test\r\n\r\nNok;\r\n;acc_1\r\n')).toEqual([
    [2, 'a@example.test'],
    [4, ''],
    [5, 'acc_1'],
  ]);
  expect(readPeopleFile('A;a@example.test\nB;b@example.test')).toEqual([
    [1, 'a@example.test'],
    [2, 'b@example.test'],
  ]);
  expect(readPeopleFile('a@example.test')).toEqual([[1, 'a@example.test']]);
  expect(readPeopleFile('id\n"a@example.test\nb@example.test')).toEqual([
    [2, ''],
    [3, 'b@example.test'],
  ]);
  for (const text of ['', '=1+1', 'email\n', '"'.repeat(999), 'a@'.repeat(9999)])
    expect(readPeopleFile(text)).toBeNull();
});
