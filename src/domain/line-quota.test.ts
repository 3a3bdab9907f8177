import { expect, test } from 'vitest';
import { allowsOptional } from './line-quota';

test('optional messages are pushed up to four fifths of the limit, and always without a limit', () => {
  const uses = [
    null,
    { limit: null, used: 9e9 },
    { limit: 10, used: 7 },
    { limit: 10, used: 8 },
    { limit: 0, used: 0 },
  ];
  expect(uses.map(allowsOptional)).toEqual([true, true, true, false, false]);
});
