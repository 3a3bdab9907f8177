import { expect, test } from 'vitest';
import { addDays, hourOf, parseDay } from './day';
import { decide, type ChargeOutcome, type Settlement, type SettlementFacts } from './settlement';

const today = parseDay('2026-12-05');
const at = (days: number, hour: number) => hourOf(addDays(today, days), hour);

/** An order of 31 December that the subscriber ordered on 5 December at 15:00. */
const orderedNow: SettlementFacts = {
  attemptStatus: 'sent',
  trigger: 'order_now',
  orderKind: 'renewal',
  orderStatus: 'charging',
  paymentStatus: 'pending',
  subscriptionStatus: 'active',
  orderAlreadyPaid: false,
  sameChargeRecorded: false,
  newerOrderPaidOrCharging: false,
  retryStepsUsed: 0,
  paymentDate: today,
  now: at(0, 15),
  isOrderedNow: true,
};

const declinedAs = (code: string): ChargeOutcome => ({ kind: 'declined', chargeId: 'chrg_1', code });
const paid: ChargeOutcome = { kind: 'succeeded', chargeId: 'chrg_1', amount: 37_525, paidAt: at(0, 15) };
const challenge: ChargeOutcome = {
  kind: 'action_required',
  chargeId: 'chrg_1',
  authorizeUri: 'https://bank.test',
};
const putBack = (reason: 'insufficient_fund' | 'stolen_or_lost_card' | 'timeout'): Settlement => ({
  kind: 'put_back',
  reason,
});
const isChallenged = { attemptStatus: 'action_required', now: at(1, 15) } as const;

test.each<[string, ChargeOutcome, Partial<SettlementFacts>, Settlement]>([
  ['that is paid is kept', paid, {}, { kind: 'keep', activates: false }],
  [
    'that is declined is put back without a retry',
    declinedAs('insufficient_fund'),
    {},
    putBack('insufficient_fund'),
  ],
  ['whose card is stolen is put back', declinedAs('stolen_or_lost_card'), {}, putBack('stolen_or_lost_card')],
  ['waits for 3-D Secure for one day', challenge, {}, { kind: 'wait_action', deadline: at(1, 15) }],
  [
    'whose challenge expired is put back',
    { kind: 'expired', chargeId: 'chrg_1' },
    isChallenged,
    putBack('timeout'),
  ],
])('an order now %s', (_what, outcome, changes, expected) => {
  expect(decide(outcome, { ...orderedNow, ...changes })).toEqual(expected);
});
