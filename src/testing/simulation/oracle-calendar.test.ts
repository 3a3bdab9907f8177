import { expect, test } from 'vitest';
import type { Subscriber } from './journal';
import { checkCalendars } from './oracle-calendar';
import type { OrderRow } from './oracle-facts';

const PASSIVE = { accountId: 'acc_1', paymentDay: 24, frequency: 1, isPassive: true } as Subscriber;

/** Rows of one subscriber in the order of their cycles. Paid ones are written as `date paid paidOn`. */
const rowsOf = (...lines: string[]) =>
  lines.map((line, cycle) => {
    const [date = '', status = '', paidOn = null] = line.split(' ');
    return { account: 'acc_1', kind: cycle === 0 ? 'first' : 'renewal', status, date, paid_on: paidOn };
  }) as OrderRow[];

/** The subscription ended, and the order of 24 February was paid two days late. */
const PAID_LATE = ['2026-12-29 paid 2026-12-29', '2027-01-24 paid 2027-01-24', '2027-02-24 paid 2027-02-26'];
const FIRST_END = ['2027-03-24 void', '2027-04-24 void', '2027-05-24 void'];

test('accepts the same dates again after a subscription was paid late and ended again', () => {
  const rows = rowsOf(...PAID_LATE, ...FIRST_END, ...FIRST_END, '2027-06-24 void');
  expect(checkCalendars(rows, [PASSIVE])).toEqual([]);
});

test('reports a date off the calendar, also when all orders since the payment are void', () => {
  const offDay = rowsOf(...PAID_LATE, '2027-03-23 upcoming');
  expect(checkCalendars(offDay, [PASSIVE])).toEqual(['acc_1: 2027-03-23 instead of 2027-03-24']);
  const tooEarly = rowsOf(...PAID_LATE, ...FIRST_END, '2027-02-24 void');
  expect(checkCalendars(tooEarly, [PASSIVE])).toEqual(['acc_1: 2027-02-24 instead of 2027-03-24']);
  const monthLeftOut = rowsOf(...PAID_LATE, ...FIRST_END, '2027-03-24 void', '2027-05-24 void');
  expect(checkCalendars(monthLeftOut, [PASSIVE])).toEqual(['acc_1: 2027-05-24 instead of 2027-04-24']);
});
