import { expect, test } from 'vitest';
import { scheduledOrder } from '@/testing/scheduled-order';
import { parseDay } from './day';
import { canHaveOwnAddress, isLocked } from './own-address';
import type { ScheduledOrder } from './reschedule';

const today = parseDay('2026-12-31');

const order = (
  index: number,
  date: string,
  more: Partial<ScheduledOrder & { hasPlace: boolean; isTaken: boolean }> = {},
) => ({ ...scheduledOrder(index, date), hasPlace: false, isTaken: false, ...more });

const verdicts = (orders: ReturnType<typeof order>[]) =>
  orders.map((one) => {
    const verdict = canHaveOwnAddress(one, { orders, today });
    return verdict.allowed ? 'allowed' : verdict.code;
  });

test('the next order can go to another address, and an order that already does', () => {
  const skipped = { status: 'skipped' as const };
  expect(
    verdicts([
      order(1, '2027-01-15', skipped),
      order(2, '2027-01-20', { ...skipped, hasPlace: true }),
      order(3, '2027-01-31', { freeProduct: true }),
      order(4, '2027-02-28'),
      order(5, '2027-03-31', { hasPlace: true }),
    ]),
  ).toEqual(['ORDER_NOT_NEXT', 'allowed', 'allowed', 'ORDER_NOT_NEXT', 'allowed']);
});

test('a locked order can go to another address until its parcel is handed over', () => {
  const begun = { begun: true };
  const paid = { ...begun, status: 'paid' as const };
  expect(
    verdicts([
      order(1, '2026-11-20', { ...paid, isTaken: true }),
      order(2, '2026-11-30', paid),
      order(3, '2026-12-30', { ...begun, status: 'charging' }),
      order(4, '2026-12-31'),
    ]),
  ).toEqual(['PARCEL_TAKEN', 'allowed', 'allowed', 'allowed']);
});

test('an order that will not be sent cannot go to another address', () => {
  for (const status of ['unpaid', 'void', 'missed', 'refunded', 'skipped', 'awaiting_payment'] as const)
    expect(verdicts([order(1, '2026-12-30', { begun: true, status })])).toEqual(['ORDER_NOT_NEXT']);
});

test('the total is fixed from the payment date on', () => {
  expect(isLocked(order(1, '2026-12-31'), { today })).toBe(true);
  expect(isLocked(order(1, '2027-01-01', { begun: true }), { today })).toBe(true);
  expect(isLocked(order(1, '2027-01-01'), { today })).toBe(false);
});
