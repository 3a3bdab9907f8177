import { expect, test } from 'vitest';
import { readSheet } from './sheet-query';

test('an address that repeats the name of a sheet, or names no sheet, opens none', () => {
  for (const name of [['pause', 'cancel'], 'Pause', '__proto__', ''])
    expect(readSheet({ do: name })).toBeNull();
});

test('a sheet ignores a repeated box and months that no pause can have', () => {
  expect(readSheet({ do: 'pause', months: '3' })?.months).toBe(3);
  for (const months of ['0', '7', '1e3', '-1', 'three', '๓', '', ['1', '2']])
    expect(readSheet({ do: 'pause', box: ['ord_1', 'ord_2'], months })).toMatchObject({
      box: null,
      months: null,
    });
});
