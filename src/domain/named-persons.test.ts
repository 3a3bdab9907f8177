import { expect, test } from 'vitest';
import { countPersons } from './named-persons';

test.each([
  [0, { products: [{ code: 'day-pads', price: 14900 }], at: new Date(0), none: null }],
  [
    2,
    [{ accountId: 'acc_a1' }, { accountId: 'acc_b2', orders: ['ord_1', 'ord_2', 'ord_3'] }, { by: 'acc_a1' }],
  ],
  [
    2,
    {
      rows: [
        { id: 'ord_1', to: 'Mali' },
        { id: 'ord_2', to: 'Nok' },
      ],
    },
  ],
  [1, { input: { accountId: 'acc_a1' }, answer: { text: 'Dear Mali' } }],
  [0, { text: 'about acc_a1 and ord_1' }],
])('an answer is about %i persons by the ids in it: %j', (persons, answer) => {
  expect(countPersons(answer)).toBe(persons);
});
