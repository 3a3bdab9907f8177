import { describe, expect, test } from 'vitest';
import { addDays, hourOf, parseDay } from './day';
import { decide, type ChargeOutcome, type Settlement, type SettlementFacts } from './settlement';

const paymentDate = parseDay('2026-12-31');
const at = (days: number, hour = 9) => hourOf(addDays(paymentDate, days), hour);
const minutes = (from: Date, count: number) => new Date(from.getTime() + count * 60_000);

const own: SettlementFacts = {
  attemptStatus: 'sent',
  trigger: 'subscriber',
  orderKind: 'renewal',
  orderStatus: 'charging',
  paymentStatus: 'failed',
  subscriptionStatus: 'active',
  orderAlreadyPaid: false,
  sameChargeRecorded: false,
  newerOrderPaidOrCharging: false,
  retryStepsUsed: 4,
  paymentDate,
  now: at(7, 8),
  plannedAt: at(7),
};
const left: SettlementFacts = { ...own, attemptStatus: 'action_required', now: at(7) };
const page: ChargeOutcome = {
  kind: 'action_required',
  chargeId: 'chrg_1',
  authorizeUri: 'https://bank.test',
};
const expired: ChargeOutcome = { kind: 'expired', chargeId: 'chrg_1' };
const declined: ChargeOutcome = { kind: 'declined', chargeId: 'chrg_1', code: 'insufficient_fund' };
const waitUntil = (deadline: Date): Settlement => ({ kind: 'wait_action', deadline });
const retry = (days: number, retryIndex: number, reason: 'timeout' | 'insufficient_fund'): Settlement => ({
  kind: 'retry',
  at: at(days),
  retryIndex,
  reason,
});

describe("a subscriber's own attempt during the retry schedule", () => {
  test.each<[guarantee: string, ChargeOutcome, SettlementFacts, Settlement]>([
    ['a challenge before nine on a retry day stays open until nine', page, own, waitUntil(at(7))],
    [
      'a challenge just before nine stays open for its time limit',
      page,
      { ...own, now: minutes(at(7), -5) },
      waitUntil(minutes(at(7), 15)),
    ],
    [
      'a challenge between two retry days stays open until the next retry',
      page,
      { ...own, now: at(8), plannedAt: at(13), retryStepsUsed: 5 },
      waitUntil(at(13)),
    ],
    ['an abandoned challenge leaves the planned retry of that day', expired, left, retry(7, 4, 'timeout')],
    [
      'an abandoned challenge on the last day leaves the last retry',
      expired,
      { ...left, retryStepsUsed: 5, now: at(13), plannedAt: at(13) },
      retry(13, 5, 'timeout'),
    ],
    [
      'an abandoned challenge after the retry of the day adds no retry',
      expired,
      { ...left, retryStepsUsed: 5, now: at(7, 12), plannedAt: at(13) },
      retry(13, 5, 'timeout'),
    ],
    ['a decline is followed by the next retry day', declined, own, retry(13, 5, 'insufficient_fund')],
    [
      'a decline by a repair link closes only the attempt while the order awaits the payment of its payment link',
      declined,
      { ...own, orderStatus: 'awaiting_payment', subscriptionStatus: 'inactive' },
      { kind: 'close', reason: 'insufficient_fund' },
    ],
  ])('%s', (_, outcome, facts, expected) => {
    expect(decide(outcome, facts)).toEqual(expected);
  });
});
