import { expect, test } from 'vitest';
import { addDays, hourOf, parseDay } from './day';
import { decide, type Settlement, type SettlementFacts } from './settlement';

/* The limit of a bank account refuses a charge: it was no attempt of the retry schedule. */

const paymentDate = parseDay('2026-12-31');
const at = (days: number, hour: number) => hourOf(addDays(paymentDate, days), hour);
const reason = 'rate_limit_exceeded';
const on = (
  days: number,
  hour: number,
  retryStepsUsed: number,
  over: Partial<SettlementFacts> = {},
): SettlementFacts => ({
  attemptStatus: 'sent',
  trigger: 'retry',
  orderKind: 'renewal',
  orderStatus: 'charging',
  paymentStatus: 'pending',
  subscriptionStatus: 'active',
  orderAlreadyPaid: false,
  sameChargeRecorded: false,
  newerOrderPaidOrCharging: false,
  retryStepsUsed,
  paymentDate,
  now: at(days, hour),
  ...over,
});
const postpone = (days: number, hour: number): Settlement => ({
  kind: 'postpone',
  at: at(days, hour),
  reason,
});
const late = new Date(at(0, 9).getTime() + 59_999);

test.each<[string, SettlementFacts, Settlement]>([
  ['is made again after an hour', on(0, 9, 1), postpone(0, 10)],
  ['is made again at the same minute, however long it took', on(0, 9, 1, { now: late }), postpone(0, 10)],
  ['is made again last at 18:00', on(1, 17, 2), postpone(1, 18)],
  ['is then made again on the next day of the schedule', on(1, 18, 2), postpone(3, 9)],
  ['is made again hourly on the last day too', on(13, 9, 6), postpone(13, 10)],
  ['ends the schedule after the last hour of the last day', on(13, 18, 6), { kind: 'suspend', reason }],
  [
    'is a decline if the subscriber requested it',
    on(1, 12, 2, { trigger: 'subscriber' }),
    { kind: 'retry', at: at(3, 9), retryIndex: 2, reason },
  ],
  [
    'is a decline of a first payment',
    on(0, 12, 0, { trigger: 'registration', orderKind: 'first', subscriptionStatus: 'awaiting_payment' }),
    { kind: 'decline_first', reason },
  ],
])('a charge that the bank’s limit refuses %s', (_title, facts, expected) => {
  expect(decide({ kind: 'declined', chargeId: 'chrg_1', code: reason }, facts)).toEqual(expected);
});
