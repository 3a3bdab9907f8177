import { expect, test } from 'vitest';
import { foldHistory } from './fold-history';

const entry = (what: string, at: string, orderId: string | null = 'ord_1') => ({
  what,
  orderId,
  at: `2026-11-24T${at}:00.000Z`,
});

test('folds what happened to one order at once under the entry that says most', () => {
  const entries = [
    entry('message.sent', '02:01'),
    entry('order.paid', '02:00'),
    entry('attempt.sent', '02:00'),
    entry('parcel.shipped', '01:00'),
  ];
  expect(foldHistory(entries).map(({ head, rest }) => [head.what, rest.length])).toEqual([
    ['order.paid', 2],
    ['parcel.shipped', 0],
  ]);
});

test('keeps apart what is about no order, about another order, or later', () => {
  const entries = [
    entry('account.logged_in', '02:00', null),
    entry('account.details_changed', '02:00', null),
    entry('order.paid', '02:00', 'ord_2'),
    entry('order.paid', '02:00'),
    entry('order.planned', '01:54'),
  ];
  expect(foldHistory(entries)).toHaveLength(5);
  expect(foldHistory([])).toEqual([]);
});
