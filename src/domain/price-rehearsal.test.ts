import { expect, test } from 'vitest';
import { parseDay, type Month } from './day';
import { addGroup, emptyTally, REHEARSED_BOXES, rehearsalOf, type RehearsedGroup } from './price-rehearsal';

const DAY = parseDay('2026-12-31');
const group = (parts: Partial<RehearsedGroup> & { quantity?: number }): RehearsedGroup => ({
  count: 1,
  frequency: 1,
  notices: [],
  noticesAnyway: 0,
  box: {
    items: [{ productCode: 'day-pads', quantity: parts.quantity ?? 1 }],
    oldFee: 4_000,
    newFee: 4_000,
    oldTotal: 10_000,
    newTotal: 10_001,
  },
  effect: { kept: { count: 0, last: null }, firstMonth: null, months: new Map() },
  ...parts,
});

test('a rehearsal weighs every group by its number of subscriptions and its frequency', () => {
  const tally = emptyTally();
  addGroup(tally, group({ count: 3, notices: [DAY], noticesAnyway: 1 }));
  addGroup(tally, group({ count: 2, frequency: 3, notices: [DAY] }));
  const months = new Map([['2027-01' as Month, { orders: 2, difference: 5 }]]);
  const effect = { kept: { count: 4, last: DAY }, firstMonth: '2027-01' as Month, months };
  addGroup(tally, group({ count: 10, frequency: 2, effect }));
  const result = rehearsalOf(tally, DAY);
  // 3 satang a month, two thirds of one, and 5.
  expect(result.monthly).toBe(9);
  expect(result).toMatchObject({
    subscriptions: 15,
    higher: 15,
    lower: 0,
    same: 0,
    noticesAnyway: 3,
    notices: [{ day: DAY, count: 5 }],
    kept: { orders: 40, last: DAY },
  });
  expect(result.months).toHaveLength(15);
  expect(result.months[1]).toEqual({ month: '2027-01', starts: 10, orders: 20, difference: 50 });
  expect(result.boxes).toMatchObject([{ subscriptions: 15 }]);
});

test('a rehearsal lists the most frequent boxes, and counts all of them', () => {
  const tally = emptyTally();
  const kinds = REHEARSED_BOXES + 5;
  for (let quantity = 1; quantity <= kinds; quantity += 1)
    addGroup(tally, group({ count: quantity, quantity }));
  const result = rehearsalOf(tally, DAY);
  expect([result.boxes.length, result.moreBoxes]).toEqual([REHEARSED_BOXES, 5]);
  expect(result.boxes[0]?.subscriptions).toBe(kinds);
  expect(result.subscriptions).toBe((kinds * (kinds + 1)) / 2);
});
