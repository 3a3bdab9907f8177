import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEntry,
  canRedeem,
  reversedPoints,
  hold,
  milestoneReached,
  ordersToMilestone,
  pointsForBox,
  type PointsState,
} from './points';

test('one point is earned per full ฿10 of the box price', () => {
  expect(pointsForBox(33_525)).toBe(33);
  expect(pointsForBox(34_000)).toBe(34);
  expect(pointsForBox(33_999)).toBe(33);
  expect(pointsForBox(999)).toBe(0);
});

test('a milestone is every tenth paid order', () => {
  expect([0, 9, 10, 11, 20, 25].map(milestoneReached)).toEqual([null, null, 1, null, 2, null]);
});

test('the next milestone is ten orders after the last one reached, and refunded orders have to be replaced', () => {
  expect(ordersToMilestone(0, 0)).toBe(10);
  expect(ordersToMilestone(9, 0)).toBe(1);
  expect(ordersToMilestone(10, 1)).toBe(10);
  expect(ordersToMilestone(9, 1)).toBe(11);
});

test('150 points buy a free product, 149 do not', () => {
  expect(canRedeem(150)).toEqual({ allowed: true });
  expect(canRedeem(149)).toEqual({ allowed: false, code: 'POINTS_TOO_FEW' });
});

describe('clawing back points', () => {
  test('takes a part proportional to the refund, rounded down, and all points for a full refund', () => {
    expect(reversedPoints(33, 18_762, 37_525)).toBe(16);
    expect(reversedPoints(33, 37_524, 37_525)).toBe(32);
    expect(reversedPoints(33, 37_525, 37_525)).toBe(33);
    expect(reversedPoints(33, 0, 37_525)).toBe(0);
    expect(reversedPoints(33, 0, 0)).toBe(0);
  });

  test('never takes less for a larger refund, and never more than was earned', () => {
    const amount = fc.integer({ min: 1, max: 300_000 });
    fc.assert(
      fc.property(fc.nat(500), amount, fc.nat(100), fc.nat(100), (points, total, a, b) => {
        const [less, more] = [a, b].sort((x, y) => x - y).map((part) => Math.floor((total * part) / 100));
        expect(reversedPoints(points, less!, total)).toBeLessThanOrEqual(
          reversedPoints(points, more!, total),
        );
        expect(reversedPoints(points, more!, total)).toBeLessThanOrEqual(points);
      }),
    );
  });
});

test('points can be held only up to the balance, and the debt does not change', () => {
  expect(hold({ balance: 160, debt: 7 }, 150)).toEqual({ balance: 10, debt: 7, entry: -150 });
  expect(hold({ balance: 150, debt: 0 }, 150).balance).toBe(0);
  for (const points of [151, 0, -1])
    expect(() => hold({ balance: 150, debt: 0 }, points)).toThrow(RangeError);
});

describe('the points ledger', () => {
  test('collects a debt from points earned later, not from points that return', () => {
    let state: PointsState & { entry: number } = { balance: 20, debt: 0, entry: 0 };
    state = applyEntry(state, -33, false);
    expect(state).toEqual({ balance: 0, debt: 13, entry: -20 });
    state = applyEntry(state, 150, false);
    expect(state).toEqual({ balance: 150, debt: 13, entry: 150 });
    state = applyEntry(state, 10, true);
    expect(state).toEqual({ balance: 150, debt: 3, entry: 0 });
    state = applyEntry(state, 33, true);
    expect(state).toEqual({ balance: 180, debt: 0, entry: 30 });
  });

  const movements = fc.array(
    fc.oneof(
      fc.record({ delta: fc.integer({ min: 0, max: 300 }), earned: fc.boolean() }),
      fc.record({ delta: fc.integer({ min: -300, max: -1 }), earned: fc.constant(false) }),
    ),
    { maxLength: 40 },
  );

  test('has a balance that equals the sum of its entries and is never negative', () => {
    fc.assert(
      fc.property(movements, (list) => {
        let state: PointsState = { balance: 0, debt: 0 };
        const entries: number[] = [];
        for (const { delta, earned } of list) {
          const { entry, ...next } = applyEntry(state, delta, earned);
          entries.push(entry);
          state = next;
          expect(state.balance).toBe(entries.reduce((sum, points) => sum + points, 0));
          expect(state.balance).toBeGreaterThanOrEqual(0);
          expect(state.debt).toBeGreaterThanOrEqual(0);
        }
        expect(state.balance - state.debt).toBe(list.reduce((sum, { delta }) => sum + delta, 0));
      }),
    );
  });

  test('adds only the earned points that exceed the debt to the balance', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 300 }), fc.nat(300), (balance, debt, earned) => {
        const after = applyEntry({ balance, debt }, earned, true);
        expect(after.balance).toBe(balance + Math.max(0, earned - debt));
        expect(after.debt).toBe(Math.max(0, debt - earned));
      }),
    );
  });
});
