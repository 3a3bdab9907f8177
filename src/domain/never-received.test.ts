import { describe, expect, test } from 'vitest';
import { addDays, hourOf, parseDay } from './day';
import { decide, type ChargeOutcome, type SettlementFacts } from './settlement';

const paymentDate = parseDay('2026-12-31');
const day = (days: number) => addDays(paymentDate, days);
const at = (days: number, hour = 9) => hourOf(day(days), hour);

/**
 * Returns the facts of a renewal attempt that was sent on a given day. The gateway does not have its charge
 * at `now`.
 */
const lost = (sentOnDay: number, retryStepsUsed: number, now: Date): SettlementFacts => ({
  attemptStatus: 'unknown',
  trigger: 'billing_run',
  orderKind: 'renewal',
  orderStatus: 'charging',
  paymentStatus: 'pending',
  subscriptionStatus: 'active',
  orderAlreadyPaid: false,
  sameChargeRecorded: false,
  newerOrderPaidOrCharging: false,
  retryStepsUsed,
  paymentDate,
  sentOn: day(sentOnDay),
  now,
});

const neverReceived: ChargeOutcome = { kind: 'declined', chargeId: null, code: 'not_received' };
const retry = (days: number, retryIndex: number) => ({
  kind: 'retry',
  at: at(days),
  retryIndex,
  reason: 'not_received',
});

describe('an attempt that never reached the gateway', () => {
  test.each([
    ['of the day before: today’s retry is due', lost(0, 1, at(1, 10)), retry(1, 1)],
    ['of the day before, known before nine: today at nine', lost(1, 2, at(3, 1)), retry(3, 2)],
    ['today has no retry: the next retry day', lost(1, 2, at(2, 10)), retry(3, 2)],
    ['of a day long ago: passed retries are dropped', lost(0, 1, at(4, 10)), retry(5, 3)],
    ['of today: not twice on one day', lost(1, 1, at(1, 12)), retry(3, 2)],
    ['of day 13: there is no other', lost(13, 6, at(14, 10)), { kind: 'suspend', reason: 'not_received' }],
  ])('is settled on the retry schedule: %s', (_guarantee, facts, expected) => {
    expect(decide(neverReceived, facts)).toEqual(expected);
  });

  test('differs from one that was declined and read a day later: that was a charge, so the next one is on another day', () => {
    const declined: ChargeOutcome = { kind: 'declined', chargeId: 'chrg_1', code: 'insufficient_fund' };
    expect(decide(declined, lost(0, 1, at(1, 10)))).toEqual({ ...retry(3, 2), reason: 'insufficient_fund' });
  });
});
