import { describe, expect, test } from 'vitest';
import { addDays, hourOf, parseDay } from './day';
import type { DeclineReason } from './decline';
import { decide, type ChargeOutcome, type Settlement, type SettlementFacts } from './settlement';

const paymentDate = parseDay('2026-12-31');
const at = (days: number, hour = 9) => hourOf(addDays(paymentDate, days), hour);

const renewal: SettlementFacts = {
  attemptStatus: 'sent',
  trigger: 'billing_run',
  orderKind: 'renewal',
  orderStatus: 'charging',
  paymentStatus: 'pending',
  subscriptionStatus: 'active',
  orderAlreadyPaid: false,
  sameChargeRecorded: false,
  newerOrderPaidOrCharging: false,
  retryStepsUsed: 1,
  paymentDate,
  now: at(0),
};
const first: SettlementFacts = {
  ...renewal,
  trigger: 'registration',
  orderKind: 'first',
  subscriptionStatus: 'awaiting_payment',
  retryStepsUsed: 0,
};
const reactivation: SettlementFacts = {
  ...first,
  trigger: 'reactivation',
  orderKind: 'reactivation',
  subscriptionStatus: 'cancelled',
};

const succeeded: ChargeOutcome = { kind: 'succeeded', chargeId: 'chrg_1', amount: 37_525, paidAt: at(0) };
const declined: ChargeOutcome = { kind: 'declined', chargeId: 'chrg_1', code: 'insufficient_fund' };
const stolen: ChargeOutcome = { kind: 'declined', chargeId: 'chrg_1', code: 'stolen_or_lost_card' };
const expired: ChargeOutcome = { kind: 'expired', chargeId: 'chrg_1' };
const action: ChargeOutcome = {
  kind: 'action_required',
  chargeId: 'chrg_1',
  authorizeUri: 'https://bank.test',
};
const pending: ChargeOutcome = { kind: 'pending', chargeId: 'chrg_1' };
const unknown: ChargeOutcome = { kind: 'unknown', why: 'TIMEOUT' };
const notSent: ChargeOutcome = { kind: 'not_sent', why: 'REFUSED' };

function moneyTable(rows: [guarantee: string, facts: SettlementFacts, expected: Settlement][]) {
  table(rows.map(([guarantee, facts, expected]) => [guarantee, succeeded, facts, expected]));
}

const reason = 'insufficient_fund';
const keep: Settlement = { kind: 'keep', activates: false };
const keepAndActivate: Settlement = { kind: 'keep', activates: true };
const duplicate: Settlement = { kind: 'refund', verdict: 'duplicate' };
const late: Settlement = { kind: 'refund', verdict: 'late' };
const orphan: Settlement = { kind: 'refund', verdict: 'orphan' };
const ignore: Settlement = { kind: 'ignore' };
const abandon: Settlement = { kind: 'abandon' };
const close: Settlement = { kind: 'close', reason };
const suspend: Settlement = { kind: 'suspend', reason };
const lastRetry: SettlementFacts = { ...renewal, retryStepsUsed: 6, now: at(13) };
const left: SettlementFacts = { ...renewal, retryStepsUsed: 6, now: at(13, 10), openUntil: at(14) };
const hold = (r: DeclineReason, endsAt: Date): Settlement => ({ kind: 'hold_for_card', reason: r, endsAt });
const retry = (days: number, retryIndex: number): Settlement => ({
  kind: 'retry',
  at: at(days),
  retryIndex,
  reason,
});
const waitUntil = (deadline: Date): Settlement => ({ kind: 'wait_action', deadline });

type Row = [guarantee: string, outcome: ChargeOutcome, facts: SettlementFacts, expected: Settlement];

function table(rows: Row[]) {
  test.each(rows)('%s', (_, outcome, facts, expected) => {
    expect(decide(outcome, facts)).toEqual(expected);
  });
}

describe('a success', () => {
  moneyTable([
    ['a renewal is paid', renewal, keep],
    ['a first payment activates', first, keepAndActivate],
    ['a reactivation activates', reactivation, keepAndActivate],
    [
      'a first payment made after the registration expired is refunded',
      { ...first, orderStatus: 'unpaid', isAfterExpiry: true },
      late,
    ],
    [
      'a paid link is kept',
      { ...first, orderStatus: 'awaiting_payment', method: 'offline' },
      keepAndActivate,
    ],
    [
      'a repeated success is recorded once',
      { ...renewal, orderStatus: 'paid', sameChargeRecorded: true, attemptStatus: 'succeeded' },
      ignore,
    ],
    [
      'a second charge of a paid order is refunded',
      { ...renewal, orderStatus: 'paid', orderAlreadyPaid: true },
      duplicate,
    ],
    ['an order paid without money (total 0) is paid too', { ...renewal, orderStatus: 'paid' }, duplicate],
    ['an order that kept another charge keeps no second', { ...renewal, orderAlreadyPaid: true }, duplicate],
    ['a refunded order was paid', { ...renewal, orderStatus: 'refunded' }, duplicate],
  ]);
});

describe('a late success', () => {
  const unpaid: SettlementFacts = {
    ...renewal,
    orderStatus: 'unpaid',
    paymentStatus: 'suspended',
    subscriptionStatus: 'inactive',
    attemptStatus: 'declined',
    now: at(15),
  };
  moneyTable([
    ['of an unpaid order reactivates', unpaid, keepAndActivate],
    [
      'of an order being retried is kept',
      { ...renewal, paymentStatus: 'failed', attemptStatus: 'declined' },
      keep,
    ],
    [
      'after the method was switched is kept',
      { ...renewal, orderStatus: 'awaiting_payment', attemptStatus: 'voided' },
      keep,
    ],
    [
      'of an order that was superseded because a newer one came is refunded',
      { ...unpaid, subscriptionStatus: 'active', newerOrderPaidOrCharging: true },
      late,
    ],
    ['beside a newer charge is refunded', { ...renewal, newerOrderPaidOrCharging: true }, late],
    ['of a void order is refunded', { ...renewal, orderStatus: 'void' }, late],
    [
      'after cancelling is refunded: the order is void',
      { ...renewal, orderStatus: 'void', subscriptionStatus: 'cancelled' },
      late,
    ],
    [
      'of a cancelled subscription is refunded even if its order were not void',
      { ...renewal, subscriptionStatus: 'cancelled' },
      late,
    ],
    ['of a cancelled reactivation is refunded', { ...reactivation, orderStatus: 'void' }, late],
    ['a payment of an order that was not due is refunded', { ...renewal, orderStatus: 'missed' }, orphan],
    ['of a skipped order is refunded', { ...renewal, orderStatus: 'skipped' }, late],
    [
      'of an order that is back on its planned date is refunded',
      { ...renewal, orderStatus: 'upcoming' },
      late,
    ],
    ['of another amount is refunded', { ...renewal, expectedAmount: 37_524 }, orphan],
    ['of the expected amount is kept', { ...renewal, expectedAmount: 37_525 }, keep],
  ]);
});

describe('a decline of a renewal', () => {
  table([
    ['day 0: tried again on day 1', declined, renewal, retry(1, 1)],
    [
      'day 7: tried again on day 13',
      declined,
      { ...renewal, trigger: 'retry', retryStepsUsed: 5, now: at(7) },
      retry(13, 5),
    ],
    ['day 13: suspended', declined, { ...lastRetry, trigger: 'retry' }, suspend],
    [
      'a decline read on day 2: the next retry is on day 3, day 1 is skipped',
      declined,
      { ...renewal, attemptStatus: 'unknown', now: at(2) },
      retry(3, 2),
    ],
    ['after day 13: suspended', declined, { ...renewal, attemptStatus: 'unknown', now: at(20) }, suspend],
    [
      'a card that the subscriber chose uses no retry',
      declined,
      { ...renewal, trigger: 'subscriber', paymentStatus: 'failed', retryStepsUsed: 2, now: at(1, 15) },
      retry(3, 2),
    ],
    ['hard: another card is requested until day 13', stolen, renewal, hold('stolen_or_lost_card', at(13))],
    [
      'hard on a new card: still until day 13',
      stolen,
      { ...renewal, trigger: 'subscriber', now: at(12, 23) },
      hold('stolen_or_lost_card', at(13)),
    ],
    ['hard on day 13: suspended', stolen, lastRetry, { kind: 'suspend', reason: 'stolen_or_lost_card' }],
    [
      'soft with the advice not to retry is hard',
      { ...declined, adviseNoRetry: true },
      renewal,
      hold(reason, at(13)),
    ],
    [
      'soft on a new card after a hard decline: the retry schedule continues',
      declined,
      { ...renewal, trigger: 'subscriber', paymentStatus: 'failed', now: at(3, 12) },
      retry(5, 3),
    ],
    [
      '3-D Secure not answered until the next retry: that retry is made',
      expired,
      { ...renewal, attemptStatus: 'action_required', sentOn: paymentDate, now: at(1) },
      { kind: 'retry', at: at(1), retryIndex: 1, reason: 'timeout' },
    ],
    [
      '3-D Secure abandoned on its first day: the next retry follows',
      expired,
      { ...renewal, attemptStatus: 'action_required', sentOn: addDays(paymentDate, 1), now: at(1, 20) },
      { kind: 'retry', at: at(3), retryIndex: 2, reason: 'timeout' },
    ],
    [
      'superseded: never tried again',
      declined,
      { ...renewal, newerOrderPaidOrCharging: true },
      { kind: 'supersede', reason },
    ],
    [
      'of an unpaid order changes nothing',
      declined,
      {
        ...renewal,
        trigger: 'subscriber',
        orderStatus: 'unpaid',
        subscriptionStatus: 'inactive',
        now: at(20),
      },
      close,
    ],
    [
      'of an inactive subscription leaves it inactive',
      declined,
      { ...renewal, trigger: 'subscriber', subscriptionStatus: 'inactive', now: at(5) },
      suspend,
    ],
    [
      'after cancelling nothing follows',
      declined,
      { ...renewal, orderStatus: 'void', subscriptionStatus: 'cancelled' },
      close,
    ],
    [
      'after another charge has paid nothing follows',
      declined,
      { ...renewal, orderStatus: 'paid', orderAlreadyPaid: true },
      close,
    ],
    [
      'a QR that ended leaves its link open',
      expired,
      { ...renewal, orderStatus: 'awaiting_payment', method: 'offline', attemptStatus: 'action_required' },
      { kind: 'close', reason: 'timeout' },
    ],
    [
      'a late decline of a closed attempt is ignored',
      declined,
      { ...renewal, attemptStatus: 'succeeded', orderStatus: 'paid' },
      ignore,
    ],
    [
      'a repeated decline counts once',
      declined,
      { ...renewal, attemptStatus: 'declined', paymentStatus: 'failed' },
      ignore,
    ],
  ]);
});

describe('a decline of a first payment or a reactivation', () => {
  table([
    ['the registration stays open, without a retry', declined, first, { kind: 'decline_first', reason }],
    ['a hard decline does the same', stolen, first, { kind: 'decline_first', reason: 'stolen_or_lost_card' }],
    [
      'an abandoned 3-D Secure page does the same',
      expired,
      { ...first, attemptStatus: 'action_required' },
      { kind: 'decline_first', reason: 'timeout' },
    ],
    ["the reactivation's order becomes void", declined, reactivation, { kind: 'void_reactivation', reason }],
    [
      'also from inactive',
      stolen,
      { ...reactivation, subscriptionStatus: 'inactive' },
      { kind: 'void_reactivation', reason: 'stolen_or_lost_card' },
    ],
    ['after cancelling nothing is left to void', declined, { ...reactivation, orderStatus: 'void' }, close],
  ]);
});

describe('3-D Secure', () => {
  table([
    ['a payer at the screen has one day', action, first, waitUntil(at(1))],
    ['a renewal link works until the next retry', action, renewal, waitUntil(at(1))],
    ['on the last retry it works for one day', action, lastRetry, waitUntil(at(14))],
    ['abandoned for another card and expired: held', expired, left, hold('timeout', at(14))],
    ['abandoned for another card and declined: held', declined, left, hold(reason, at(14))],
    ['abandoned and declined after the hold: suspended', declined, { ...left, now: at(14) }, suspend],
    [
      'a repeated read does not extend the deadline',
      action,
      { ...renewal, attemptStatus: 'action_required' },
      ignore,
    ],
    [
      'an unknown attempt can become a 3-D Secure challenge',
      action,
      { ...renewal, attemptStatus: 'unknown' },
      waitUntil(at(1)),
    ],
    [
      'a void order needs no 3-D Secure',
      action,
      { ...renewal, orderStatus: 'void', subscriptionStatus: 'cancelled' },
      abandon,
    ],
    [
      'an open challenge of a void order is abandoned',
      action,
      { ...renewal, attemptStatus: 'action_required', orderStatus: 'void' },
      abandon,
    ],
    ['of a superseded order is abandoned', action, { ...renewal, newerOrderPaidOrCharging: true }, abandon],
    [
      'a challenge of an unpaid order may be completed',
      action,
      {
        ...renewal,
        trigger: 'subscriber',
        orderStatus: 'unpaid',
        subscriptionStatus: 'inactive',
        now: at(20),
      },
      waitUntil(at(21)),
    ],
    ['a challenge of a paid order is abandoned', action, { ...renewal, orderAlreadyPaid: true }, abandon],
    ['an abandoned attempt is not reopened', action, { ...first, attemptStatus: 'voided' }, ignore],
  ]);
});

describe('an unknown outcome', () => {
  table([
    ['a lost response waits', unknown, renewal, { kind: 'wait_unknown', why: 'TIMEOUT' }],
    [
      'a lost response still waits days later',
      unknown,
      { ...renewal, attemptStatus: 'unknown', now: at(30) },
      { kind: 'wait_unknown', why: 'TIMEOUT' },
    ],
    [
      'a lost response of a void order waits: money may have moved',
      unknown,
      { ...renewal, orderStatus: 'void' },
      { kind: 'wait_unknown', why: 'TIMEOUT' },
    ],
    [
      'a failed read of an open challenge changes nothing',
      unknown,
      { ...first, attemptStatus: 'action_required' },
      ignore,
    ],
    ['of an already declined attempt: ignored', unknown, { ...renewal, attemptStatus: 'declined' }, ignore],
    ['a pending charge waits', pending, renewal, { kind: 'wait_unknown', why: 'pending' }],
    ['a QR code waits a day at most', pending, { ...renewal, method: 'offline' }, waitUntil(at(1))],
    [
      'a waiting QR code keeps its deadline',
      pending,
      { ...renewal, method: 'offline', attemptStatus: 'action_required' },
      ignore,
    ],
    [
      'a charge that was not sent may be sent again',
      notSent,
      renewal,
      { kind: 'not_sent', why: 'REFUSED', voidsOrder: false },
    ],
    [
      'a reactivation that was not sent ends',
      notSent,
      reactivation,
      { kind: 'not_sent', why: 'REFUSED', voidsOrder: true },
    ],
    [
      'a reactivation whose link expired unpaid stays owed',
      notSent,
      { ...reactivation, orderStatus: 'unpaid', subscriptionStatus: 'inactive' },
      { kind: 'not_sent', why: 'REFUSED', voidsOrder: false },
    ],
    [
      'a read that was not sent proves nothing about the charge',
      notSent,
      { ...renewal, attemptStatus: 'unknown' },
      { kind: 'wait_unknown', why: 'REFUSED' },
    ],
    [
      'an unsent read of an open challenge is ignored',
      notSent,
      { ...renewal, attemptStatus: 'action_required' },
      ignore,
    ],
  ]);
});
