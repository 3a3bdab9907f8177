import { describe, expect, test } from 'vitest';
import { labelSteps, ticksUpTo } from './chart-scale';

describe('The axis', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [7, [0, 2, 4, 6, 8]],
    [10, [0, 5, 10]],
    [100, [0, 25, 50, 75, 100]],
    [1234, [0, 500, 1000, 1500]],
    [98_765_432, [0, 25_000_000, 50_000_000, 75_000_000, 100_000_000]],
  ])('up to %d has the values %j', (most, ticks) => {
    expect(ticksUpTo(most)).toEqual(ticks);
  });
});

describe('The labels', () => {
  test('all fit if they are few and short', () => {
    expect(labelSteps(['a', 'b', 'c'])).toEqual({ narrow: 1, medium: 1, wide: 1 });
  });

  test('of Thai are as wide as their consonants', () => {
    const steps = labelSteps(['แผนและข้อมูลส่วนตัว', 'ที่อยู่จัดส่ง', 'ถึงขั้นชำระเงิน', 'ชำระเงินแล้ว']);
    expect(steps.medium).toBe(1);
  });

  test('are fewer where the chart is narrow', () => {
    const months = Array.from({ length: 12 }, () => 'Nov 2026');
    expect(labelSteps(months)).toEqual({ narrow: 3, medium: 2, wide: 2 });
  });
});
