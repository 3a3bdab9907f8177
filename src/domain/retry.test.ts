import { describe, expect, test } from 'vitest';
import { addDays, dayOf, daysBetween, hourOf, parseDay } from './day';
import { DECLINE_REASONS, reasonOf, stopsRetries } from './decline';
import { ORDER_STATUSES } from './order';
import { PAYMENT_STATUSES } from './payment';
import {
  END_WARNING_AFTER_DAYS,
  isLastChallenge,
  isRetriedAtOnce,
  lastPaymentDay,
  RETRIES_END_AFTER_DAYS,
  RETRY_DAYS,
  lastRetryAt,
  nextRetry,
  retryAt,
  tryNowRefusal,
} from './retry';
import { SUBSCRIPTION_STATUSES } from './subscription';

const paymentDate = parseDay('2026-12-31');
const at = (days: number, hour = 9) => hourOf(addDays(paymentDate, days), hour);
const next = (
  days: number,
  retryStepsUsed: number,
  hour = 9,
  declineCode: string | null = 'insufficient_fund',
) => nextRetry({ paymentDate, retryStepsUsed, now: at(days, hour), declineCode });

describe('the retry schedule', () => {
  test('charges on days 0, 1, 3, 5, 7 and 13 at 09:00 when each attempt is declined, and then ends', () => {
    const tried: number[] = [];
    let answer: ReturnType<typeof nextRetry> = { at: retryAt(paymentDate, 0), retryIndex: 0 };
    while ('at' in answer) {
      expect(answer.at).toEqual(hourOf(dayOf(answer.at), 9));
      tried.push(daysBetween(paymentDate, dayOf(answer.at)));
      answer = nextRetry({
        paymentDate,
        retryStepsUsed: tried.length,
        now: answer.at,
        declineCode: 'insufficient_fund',
      });
    }
    expect(tried).toEqual([0, 1, 3, 5, 7, 13]);
    expect(answer).toEqual({ ended: 'retries' });
  });

  test('does not repeat attempts missed in an outage: the next one is on a later day', () => {
    expect(next(2, 1)).toEqual({ at: at(3), retryIndex: 2 });
    expect(next(6, 1)).toEqual({ at: at(7), retryIndex: 4 });
    expect(next(8, 1)).toEqual({ at: at(13), retryIndex: 5 });
    expect(next(13, 1, 10)).toEqual({ ended: 'retries' });
    expect(next(20, 1)).toEqual({ ended: 'retries' });
  });

  test('never charges again on the day of a decline, except the last attempt', () => {
    for (let days = 0; days <= 20; days++) {
      for (let hour = 0; hour < 24; hour++) {
        for (let retryStepsUsed = 0; retryStepsUsed <= RETRY_DAYS.length; retryStepsUsed++) {
          const answer = next(days, retryStepsUsed, hour);
          if (!('at' in answer)) continue;
          expect(answer.at > at(days, hour)).toBe(true);
          expect(answer.retryIndex).toBeGreaterThanOrEqual(retryStepsUsed);
          const isLast = days === 13 && hour < 9 && answer.retryIndex === 5;
          expect(isLast || dayOf(answer.at) > dayOf(at(days, hour))).toBe(true);
        }
      }
    }
  });

  test("uses today's attempt, due at once after its hour, if nothing was charged today; used attempts do not return", () => {
    const free = (days: number, retryStepsUsed: number, hour: number) =>
      nextRetry({ paymentDate, retryStepsUsed, now: at(days, hour), declineCode: null, isTodayFree: true });
    expect(free(1, 1, 10)).toEqual({ at: at(1), retryIndex: 1 });
    expect(free(3, 2, 1)).toEqual({ at: at(3), retryIndex: 2 });
    expect(free(2, 1, 10)).toEqual({ at: at(3), retryIndex: 2 });
    expect(free(1, 2, 10)).toEqual({ at: at(3), retryIndex: 2 });
    expect(free(13, 5, 10)).toEqual({ at: at(13), retryIndex: 5 });
    expect(free(13, 6, 10)).toEqual({ ended: 'retries' });
    expect(free(14, 5, 10)).toEqual({ ended: 'retries' });
  });

  test('keeps its last attempt when the subscriber tries earlier on day 13', () => {
    expect(next(13, 5, 8)).toEqual({ at: at(13), retryIndex: 5 });
    expect(next(13, 5, 9)).toEqual({ ended: 'retries' });
    expect(next(13, 6, 8)).toEqual({ ended: 'retries' });
  });

  test('does not count an attempt of the subscriber', () => {
    expect(next(0, 0, 10)).toEqual({ at: at(1), retryIndex: 1 });
    expect(next(3, 2, 8)).toEqual({ at: at(5), retryIndex: 3 });
  });

  test('ends on day 13 at 09:00, without a seventh attempt', () => {
    expect(lastRetryAt(paymentDate)).toEqual(at(13));
    expect(() => retryAt(paymentDate, 6)).toThrow(RangeError);
  });
});

describe('the retry schedule after a hard decline', () => {
  test.each([
    'stolen_or_lost_card',
    'failed_fraud_check',
    'invalid_account_number',
    'expired_card',
    'not_found',
  ])('stops at once for %s', (code) => {
    expect(next(0, 1, 9, code)).toEqual({ ended: 'hard' });
  });

  test.each([
    'insufficient_fund',
    'failed_processing',
    'payment_rejected',
    'timeout',
    'payment_cancelled',
    'never_seen_before',
    null,
  ])('continues after %s', (code) => {
    expect(next(0, 1, 9, code)).toEqual({ at: at(1), retryIndex: 1 });
  });

  test('stops when the gateway advises not to retry', () => {
    const facts = { paymentDate, retryStepsUsed: 1, now: at(0), declineCode: 'insufficient_fund' };
    expect(nextRetry({ ...facts, adviseNoRetry: true })).toEqual({ ended: 'hard' });
    expect(nextRetry({ ...facts, adviseNoRetry: false })).toEqual({ at: at(1), retryIndex: 1 });
  });
});

describe('decline reasons', () => {
  test('a known code is its own reason, an unknown one is the generic soft reason', () => {
    for (const code of Object.keys(DECLINE_REASONS)) expect(reasonOf(code)).toBe(code);
    for (const code of ['never_seen_before', 'constructor', '', null, undefined])
      expect(reasonOf(code)).toBe('declined');
    expect(stopsRetries('declined')).toBe(false);
  });

  test('a card deleted at the gateway counts as no card', () => {
    expect(reasonOf('not_found')).toBe('no_card');
    expect(stopsRetries('no_card')).toBe(true);
  });
});

describe('an immediate charge of another card', () => {
  const retried = (isAtBank: boolean) =>
    ORDER_STATUSES.flatMap((orderStatus) =>
      PAYMENT_STATUSES.flatMap((paymentStatus) =>
        SUBSCRIPTION_STATUSES.filter((subscriptionStatus) =>
          isRetriedAtOnce({ orderStatus, paymentStatus, subscriptionStatus, isAtBank }),
        ).map((subscriptionStatus) => `${orderStatus} ${paymentStatus} ${subscriptionStatus}`),
      ),
    );
  const unpaid = PAYMENT_STATUSES.map((paymentStatus) => `unpaid ${paymentStatus} inactive`);

  test('is made only for a failed payment that is still owed', () =>
    expect(retried(false)).toEqual(['charging failed active', ...unpaid]));

  test('is made for a renewal in 3-D Secure, and not for a reactivation', () =>
    expect(retried(true)).toEqual([
      ...PAYMENT_STATUSES.map((paymentStatus) => `charging ${paymentStatus} active`),
      ...unpaid,
    ]));

  test('is not made for an order that was ordered now, because it is not owed', () => {
    const facts = { orderStatus: 'charging', paymentStatus: 'failed', subscriptionStatus: 'active' } as const;
    for (const isAtBank of [true, false]) {
      expect(isRetriedAtOnce({ ...facts, isAtBank, orderedFrom: parseDay('2026-12-31') })).toBe(false);
      expect(isRetriedAtOnce({ ...facts, isAtBank, orderedFrom: null })).toBe(true);
    }
  });
});

test('a challenge is the last one only if no retry follows it', () => {
  const isLast = (days: number, retryStepsUsed: number) =>
    isLastChallenge({ paymentDate, retryStepsUsed, now: at(days) });
  expect([isLast(0, 1), isLast(7, 5), isLast(13, 6)]).toEqual([false, false, true]);
});

test('an order can be paid until the day before its last retry, and the warning comes two days before that retry', () => {
  expect(lastPaymentDay(paymentDate)).toBe('2027-01-12');
  expect([END_WARNING_AFTER_DAYS, RETRIES_END_AFTER_DAYS]).toEqual([11, 13]);
});

describe('tryNowRefusal', () => {
  const day = (hour: number) => new Date(Date.UTC(2026, 11, 3, hour - 7));
  const payment = { dueAt: day(34), status: 'failed', method: 'card' } as const;
  test('allows the next retry of a card after 9:00 on a day without a charge', () => {
    expect(tryNowRefusal(payment, parseDay('2026-12-02'), day(10))).toBeNull();
  });
  test.each([
    ['a second charge on one day', payment, '2026-12-03', 10, 'triedToday'],
    ['a charge before 9:00', payment, '2026-12-02', 8, 'tooEarly'],
    ['a payment without another retry', { ...payment, dueAt: null }, '2026-12-02', 10, 'notTriedAgain'],
    [
      'a payment without a card',
      { ...payment, method: 'offline' as const },
      '2026-12-02',
      10,
      'notTriedAgain',
    ],
    ['a first charge', { ...payment, status: 'pending' as const }, '2026-12-02', 10, 'notTriedAgain'],
  ])('refuses %s', (_name, one, last, hour, refusal) => {
    expect(tryNowRefusal(one, parseDay(last), day(hour))).toBe(refusal);
  });
});
