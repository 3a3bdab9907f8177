import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import { mayReactivate, datesAfter, epochFrom } from './reactivation';
import { cycleDate, firstDates } from './schedule';
import { SUBSCRIPTION_STATUSES } from './subscription';

describe('reactivation', () => {
  test.each(SUBSCRIPTION_STATUSES)('is checked by status: %s', (status) => {
    const verdict = mayReactivate({ status, awaitsOfflinePayment: false });
    const codes = {
      awaiting_payment: 'NOT_ALLOWED',
      active: 'NOT_REACTIVATABLE',
      inactive: null,
      cancelled: null,
      imported: 'NOT_ALLOWED',
    };
    const code = codes[status];
    expect(verdict).toEqual(code ? { allowed: false, code } : { allowed: true });
  });

  test('is refused while an offline payment is pending', () => {
    const verdict = mayReactivate({ status: 'inactive', awaitsOfflinePayment: true });
    expect(verdict).toEqual({ allowed: false, code: 'PAYMENT_PENDING' });
  });
});

test.each(['2026-12-05', '2027-01-31', '2028-02-29'])(
  'a subscriber who reactivates on %s pays on that day of the month',
  (text) => {
    const day = parseDay(text);
    const epoch = epochFrom(day, 2, 7);
    expect(cycleDate(epoch, 7)).toBe(day);
    expect(epoch.paymentDay).toBe(Number(text.slice(8)));
  },
);

test('the dates after a paid day are those of a first order with that payment day', () => {
  const today = parseDay('2026-11-20');
  const [second, third, fourth] = datesAfter(today, 31, 1);
  expect(firstDates(today, 31, 1)).toEqual([today, second, third]);
  expect(fourth).toBe('2027-02-28');
});
