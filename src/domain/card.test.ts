import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import {
  becomesDefault,
  canRemoveCard,
  cardExpiresOn,
  cardProblemOn,
  cardStatus,
  firstMissedDate,
  parseExpiry,
} from './card';

const card = { expiryMonth: 2, expiryYear: 2027 };
const status = (today: string, next: string | null = null) =>
  cardStatus(card, parseDay(today), next === null ? null : parseDay(next));

test('a card is valid until the last day of its month', () => {
  expect(cardExpiresOn(card)).toBe('2027-02-28');
  expect(cardExpiresOn({ expiryMonth: 2, expiryYear: 2028 })).toBe('2028-02-29');
  expect(cardExpiresOn({ expiryMonth: 12, expiryYear: 2026 })).toBe('2026-12-31');
  expect(status('2027-02-28')).toBe('nearly_expired');
  expect(status('2027-03-01')).toBe('expired');
});

test('a card is nearly expired within 60 days, not within 61', () => {
  expect(status('2026-12-30')).toBe('nearly_expired');
  expect(status('2026-12-29')).toBe('valid');
});

describe('card status before the next payment date', () => {
  test.each([
    ['2027-02-28', 'valid'],
    ['2027-03-01', 'nearly_expired'],
    ['2027-03-31', 'nearly_expired'],
  ])('on %s, seen from October, is %s', (next, expected) => {
    expect(status('2026-10-01', next)).toBe(expected);
  });

  test('stays expired whatever the next payment date is', () => {
    expect(status('2027-03-01', '2027-03-31')).toBe('expired');
  });
});

test.each([
  ['08/29', 8, 2029],
  [' 8/29 ', 8, 2029],
  ['12 / 2031', 12, 2031],
  ['0829', 8, 2029],
  ['๐๘/๒๙', 8, 2029],
  ['01-30', 1, 2030],
])('parseExpiry reads %j', (text, expiryMonth, expiryYear) => {
  expect(parseExpiry(text)).toEqual({ expiryMonth, expiryYear });
});

test.each(['', '13/29', '0/29', '08', '08/9', '08/1929', 'soon', '08/29/31'])(
  'parseExpiry rejects %j',
  (text) => {
    expect(parseExpiry(text)).toBeNull();
  },
);

test('the first missed payment is the first after the card expires', () => {
  const dates = ['2027-01-31', '2027-02-28', '2027-03-01', '2027-03-31'].map(parseDay);
  expect(firstMissedDate(card, dates)).toBe('2027-03-01');
  expect(firstMissedDate(card, dates.slice(0, 2))).toBeNull();
  expect(firstMissedDate(card, [])).toBeNull();
});

test('the first card becomes the default; another card only when requested or after a failed payment', () => {
  const verdicts = [true, false].flatMap((isFirst) =>
    [true, false, undefined].flatMap((asked) =>
      [true, false].map((paymentFailed) => becomesDefault({ isFirst, asked, paymentFailed })),
    ),
  );
  expect(verdicts).toEqual([...Array.from({ length: 6 }, () => true), true, true, false, false, true, false]);
});

test('only the last card of a card-paying subscription that is not cancelled cannot be removed', () => {
  const facts = { isOnlyCard: true, paymentMethod: 'card', status: 'active' } as const;
  for (const status of ['active', 'inactive', 'awaiting_payment'] as const)
    expect(canRemoveCard({ ...facts, status })).toEqual({ allowed: false, code: 'CARD_LAST' });
  expect(canRemoveCard({ ...facts, isOnlyCard: false }).allowed).toBe(true);
  for (const status of ['active', 'inactive', 'awaiting_payment', 'cancelled'] as const)
    expect(canRemoveCard({ ...facts, paymentMethod: 'offline', status }).allowed).toBe(true);
  expect(canRemoveCard({ ...facts, status: 'cancelled' }).allowed).toBe(true);
});

test.each([
  ['2027-01-31', null, null],
  ['2027-02-01', null, 'expired'],
  ['2027-02-01', 'stolen_or_lost_card', 'expired'],
  ['2027-01-31', 'stolen_or_lost_card', 'declined'],
])('a card that ends in 01/27 has on %s with the decline %s the problem %s', (day, hardDecline, problem) => {
  const card = { expiryMonth: 1, expiryYear: 2027, hardDecline };
  expect(cardProblemOn(card, parseDay(day))).toBe(problem);
});

test('a payment date without a card has the problem that the card is missing', () => {
  expect(cardProblemOn(null, parseDay('2027-01-31'))).toBe('missing');
});
