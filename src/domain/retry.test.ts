import { describe, expect, test } from 'vitest';
import { addDays, dayOf, daysBetween, hourOf, parseDay } from './day';
import { DECLINE_REASONS, reasonOf, stopsLadder } from './decline';
import { ORDER_STATUSES } from './order';
import { PAYMENT_STATUSES } from './payment';
import { isRetriedAtOnce, LADDER_DAYS, lastRungAt, nextRung, rungAt } from './retry';
import { SUBSCRIPTION_STATUSES } from './subscription';

const paymentDate = parseDay('2026-12-31');
const at = (days: number, hour = 9) => hourOf(addDays(paymentDate, days), hour);
const next = (days: number, rungsUsed: number, hour = 9, declineCode: string | null = 'insufficient_fund') =>
  nextRung({ paymentDate, rungsUsed, now: at(days, hour), declineCode });

describe('the ladder', () => {
  test('declined every time, it is tried on days 0, 1, 3, 5, 7 and 13 at 09:00 and then ends', () => {
    const tried: number[] = [];
    let answer: ReturnType<typeof nextRung> = { at: rungAt(paymentDate, 0), rung: 0 };
    while ('at' in answer) {
      expect(answer.at).toEqual(hourOf(dayOf(answer.at), 9));
      tried.push(daysBetween(paymentDate, dayOf(answer.at)));
      answer = nextRung({
        paymentDate,
        rungsUsed: tried.length,
        now: answer.at,
        declineCode: 'insufficient_fund',
      });
    }
    expect(tried).toEqual([0, 1, 3, 5, 7, 13]);
    expect(answer).toEqual({ ended: 'ladder' });
  });

  test('after an outage passed rungs are not replayed: the next is a later day', () => {
    expect(next(2, 1)).toEqual({ at: at(3), rung: 2 });
    expect(next(6, 1)).toEqual({ at: at(7), rung: 4 });
    expect(next(8, 1)).toEqual({ at: at(13), rung: 5 });
    expect(next(13, 1, 10)).toEqual({ ended: 'ladder' });
    expect(next(20, 1)).toEqual({ ended: 'ladder' });
  });

  test('never a second attempt on the day of a decline, except the last of all', () => {
    for (let days = 0; days <= 20; days++) {
      for (let hour = 0; hour < 24; hour++) {
        for (let rungsUsed = 0; rungsUsed <= LADDER_DAYS.length; rungsUsed++) {
          const answer = next(days, rungsUsed, hour);
          if (!('at' in answer)) continue;
          expect(answer.at > at(days, hour)).toBe(true);
          expect(answer.rung).toBeGreaterThanOrEqual(rungsUsed);
          const isLast = days === 13 && hour < 9 && answer.rung === 5;
          expect(isLast || dayOf(answer.at) > dayOf(at(days, hour))).toBe(true);
        }
      }
    }
  });

  test('where nothing was charged today its rung may be used, due already once its hour has passed; no used one comes back', () => {
    const free = (days: number, rungsUsed: number, hour: number) =>
      nextRung({ paymentDate, rungsUsed, now: at(days, hour), declineCode: null, isTodayFree: true });
    expect(free(1, 1, 10)).toEqual({ at: at(1), rung: 1 });
    expect(free(3, 2, 1)).toEqual({ at: at(3), rung: 2 });
    expect(free(2, 1, 10)).toEqual({ at: at(3), rung: 2 });
    expect(free(1, 2, 10)).toEqual({ at: at(3), rung: 2 });
    expect(free(13, 5, 10)).toEqual({ at: at(13), rung: 5 });
    expect(free(13, 6, 10)).toEqual({ ended: 'ladder' });
    expect(free(14, 5, 10)).toEqual({ ended: 'ladder' });
  });

  test("the subscriber's own early try on day 13 does not cost the last attempt", () => {
    expect(next(13, 5, 8)).toEqual({ at: at(13), rung: 5 });
    expect(next(13, 5, 9)).toEqual({ ended: 'ladder' });
    expect(next(13, 6, 8)).toEqual({ ended: 'ladder' });
  });

  test('a try of the subscriber uses no rung', () => {
    expect(next(0, 0, 10)).toEqual({ at: at(1), rung: 1 });
    expect(next(3, 2, 8)).toEqual({ at: at(5), rung: 3 });
  });

  test('it ends on day 13 at 09:00, and there is no seventh rung', () => {
    expect(lastRungAt(paymentDate)).toEqual(at(13));
    expect(() => rungAt(paymentDate, 6)).toThrow(RangeError);
  });
});

describe('hard declines', () => {
  test.each([
    'stolen_or_lost_card',
    'failed_fraud_check',
    'invalid_account_number',
    'expired_card',
    'not_found',
  ])('%s stops at once', (code) => {
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
  ])('%s does not', (code) => {
    expect(next(0, 1, 9, code)).toEqual({ at: at(1), rung: 1 });
  });

  test("the gateway's advice not to retry stops it too", () => {
    const facts = { paymentDate, rungsUsed: 1, now: at(0), declineCode: 'insufficient_fund' };
    expect(nextRung({ ...facts, adviseNoRetry: true })).toEqual({ ended: 'hard' });
    expect(nextRung({ ...facts, adviseNoRetry: false })).toEqual({ at: at(1), rung: 1 });
  });
});

describe('reasons', () => {
  test('a known code is its own reason, an unknown one is the generic soft one', () => {
    for (const code of Object.keys(DECLINE_REASONS)) expect(reasonOf(code)).toBe(code);
    for (const code of ['never_seen_before', 'constructor', '', null, undefined])
      expect(reasonOf(code)).toBe('declined');
    expect(stopsLadder('declined')).toBe(false);
  });

  test('a card that is gone at the gateway is no card to charge', () => {
    expect(reasonOf('not_found')).toBe('no_card');
    expect(stopsLadder('no_card')).toBe(true);
  });
});

describe('another card is charged at once', () => {
  const retried = (isAtBank: boolean) =>
    ORDER_STATUSES.flatMap((orderStatus) =>
      PAYMENT_STATUSES.flatMap((paymentStatus) =>
        SUBSCRIPTION_STATUSES.filter((subscriptionStatus) =>
          isRetriedAtOnce({ orderStatus, paymentStatus, subscriptionStatus, isAtBank }),
        ).map((subscriptionStatus) => `${orderStatus} ${paymentStatus} ${subscriptionStatus}`),
      ),
    );
  const unpaid = PAYMENT_STATUSES.map((paymentStatus) => `unpaid ${paymentStatus} inactive`);

  test('for a payment that failed and is still wanted, and for nothing else', () =>
    expect(retried(false)).toEqual(['charging failed active', ...unpaid]));

  test('for a renewal that waits at the bank, and not for a return', () =>
    expect(retried(true)).toEqual([
      ...PAYMENT_STATUSES.map((paymentStatus) => `charging ${paymentStatus} active`),
      ...unpaid,
    ]));
});
