import { describe, expect, test } from 'vitest';
import type { Day } from './day';
import { stateOfAnswer, stateOfPayment, stateOfRefusal, type PayState } from './pay-state';
import { SHOWN_PAYMENT_STATUSES } from './payment';

type Refused = Pick<Parameters<typeof stateOfRefusal>[0], 'code'> &
  Partial<Parameters<typeof stateOfRefusal>[0]>;
const day = '2026-12-03' as Day;

describe('a response', () => {
  test.each([
    [{ charge: { outcome: 'paid', receiveBy: day } }, { is: 'paid', receiveBy: day }],
    [{ charge: { outcome: 'paid' } }, { is: 'paid', receiveBy: null }],
    [{ charge: { outcome: 'action_required', authorizeUri: 'bank' } }, { is: 'confirm', url: 'bank' }],
    [{ charge: { outcome: 'pending' } }, { is: 'checking' }],
    [
      { charge: { outcome: 'declined', reason: 'insufficient_fund' }, isKept: true },
      { is: 'declined', reason: 'insufficient_fund', isKept: true },
    ],
    [
      { charge: { outcome: 'declined', reason: 'new code' } },
      { is: 'declined', reason: 'declined', isKept: false },
    ],
    [
      { charge: null, paymentUrl: 'link' },
      { is: 'link', url: 'link' },
    ],
    [
      { charge: { outcome: 'declined', reason: 'expired_card' }, paymentUrl: 'link' },
      { is: 'declined', reason: 'expired_card', isKept: false },
    ],
    [{ charge: null, paymentUrl: null }, { is: 'done' }],
    [{}, { is: 'done' }],
  ] satisfies [Parameters<typeof stateOfAnswer>[0], PayState][])('%j is %j', (answer, state) => {
    expect(stateOfAnswer(answer)).toEqual(state);
  });
});

describe('an error', () => {
  test.each([
    [{ code: null }, { is: 'lost' }],
    [{ code: 'PAYMENT_PENDING' }, { is: 'checking' }],
    [
      { code: 'CARD_DECLINED', reason: 'expired_card' },
      { is: 'declined', reason: 'expired_card', isKept: false },
    ],
    [{ code: 'CARD_DECLINED' }, { is: 'declined', reason: 'declined', isKept: false }],
    [
      { code: 'TOTAL_CHANGED', data: { total: 37525 } },
      { is: 'total', shown: 31275, total: 37525 },
    ],
    [{ code: 'NOTHING_TO_PAY' }, { is: 'over' }],
    [{ code: 'PAID_TODAY' }, { is: 'over' }],
    [{ code: 'NOT_REACTIVATABLE' }, { is: 'over' }],
    [{ code: 'THROTTLED' }, { is: 'refused', message: 'text' }],
  ] satisfies [Refused, PayState][])('%j is %j', (refusal, state) => {
    expect(stateOfRefusal({ reason: null, data: undefined, ...refusal }, 31275, 'text')).toEqual(state);
  });
});

describe('a payment that a screen finds', () => {
  const card = { method: 'card', authorizeUri: null, reason: null } as const;

  test('has the state that the screen of the request has shown', () => {
    const states = [...SHOWN_PAYMENT_STATUSES, 'action_required' as const].map((status) => [
      status,
      stateOfPayment({ ...card, status })?.is ?? null,
      stateOfPayment({ ...card, status, authorizeUri: 'bank' })?.is ?? null,
    ]);
    expect(states).toEqual([
      ['pending', 'checking', 'confirm'],
      ['success', null, null],
      ['fail', 'declined', 'declined'],
      ['expired', null, null],
      ['suspended', null, null],
      ['action_required', 'checking', 'confirm'],
    ]);
  });

  test('is not said to be checked before the card is charged', () => {
    expect(stateOfPayment({ ...card, status: 'pending', nextTryOn: day })).toBeNull();
    expect(stateOfPayment({ ...card, status: 'fail', nextTryOn: day })?.is).toBe('declined');
  });

  test('has no state of a card if it is paid by link', () => {
    expect(stateOfPayment({ ...card, method: 'offline', status: 'pending' })).toBeNull();
  });
});
