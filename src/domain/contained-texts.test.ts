import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containedTexts } from './contained-texts';

test('finds exactly the words that a text contains', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ก'), maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 12 }), fc.array(word, { maxLength: 6 }), (words, parts) => {
      const text = parts.join('');
      const expected = words.filter((one) => text.includes(one));
      expect([...containedTexts(words)(text)].toSorted()).toEqual(expected.toSorted());
    }),
  );
});
