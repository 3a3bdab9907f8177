import { describe, expect, test } from 'vitest';
import { scheduledOrder } from '@/testing/scheduled-order';
import { parseDay } from './day';
import { canHaveOwnBox, nextOrder } from './own-box';
import type { ScheduledOrder } from './reschedule';

const today = parseDay('2026-12-20');

const order = (index: number, date: string, more: Partial<ScheduledOrder & { ownBox: boolean }> = {}) => ({
  ...scheduledOrder(index, date),
  ownBox: false,
  ...more,
});

/** Returns the verdict on each order, as the code of its refusal or `allowed`. */
const verdicts = (orders: ReturnType<typeof order>[]) =>
  orders.map((one) => {
    const verdict = canHaveOwnBox(one, { orders, today });
    return verdict.allowed ? 'allowed' : verdict.code;
  });

describe('own contents', () => {
  test('are possible for the next order only, which is not skipped and has not begun', () => {
    const orders = [
      order(0, '2026-12-20'),
      order(1, '2026-12-21', { begun: true }),
      order(2, '2026-12-31', { status: 'skipped' }),
      order(3, '2027-01-31'),
      order(4, '2027-02-28'),
    ];
    expect(nextOrder({ orders, today })?.id).toBe('ord_3');
    expect(verdicts(orders)).toEqual([
      ...Array<string>(3).fill('ORDER_NOT_NEXT'),
      'allowed',
      'ORDER_NOT_NEXT',
    ]);
  });

  test('can be changed while the order is skipped or another order comes first, until its payment date', () => {
    const own = { ownBox: true };
    expect(
      verdicts([
        order(1, '2026-12-20', own),
        order(2, '2026-12-31', { ...own, status: 'skipped' }),
        order(3, '2027-01-31'),
        order(4, '2027-02-28', own),
      ]),
    ).toEqual(['ORDER_NOT_NEXT', 'allowed', 'allowed', 'allowed']);
  });

  test('are fixed by a free product, with and without an exception', () => {
    const free = { freeProduct: true };
    expect(
      verdicts([order(1, '2026-12-31', free), order(2, '2027-01-31', { ...free, ownBox: true })]),
    ).toEqual(['BOX_FIXED', 'BOX_FIXED']);
    expect(nextOrder({ orders: [order(1, '2026-12-31', { status: 'skipped' })], today })).toBeUndefined();
  });
});
