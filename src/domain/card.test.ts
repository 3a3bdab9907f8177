import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import { cardExpiresOn, cardStatus } from './card';

const card = { expiryMonth: 2, expiryYear: 2027 };
const status = (today: string, next: string | null = null) =>
  cardStatus(card, parseDay(today), next === null ? null : parseDay(next));

test('a card works through the last day of its month', () => {
  expect(cardExpiresOn(card)).toBe('2027-02-28');
  expect(cardExpiresOn({ expiryMonth: 2, expiryYear: 2028 })).toBe('2028-02-29');
  expect(cardExpiresOn({ expiryMonth: 12, expiryYear: 2026 })).toBe('2026-12-31');
  expect(status('2027-02-28')).toBe('nearly_expired');
  expect(status('2027-03-01')).toBe('expired');
});

test('nearly expired within 60 days, not within 61', () => {
  expect(status('2026-12-30')).toBe('nearly_expired');
  expect(status('2026-12-29')).toBe('valid');
});

describe('the next payment date', () => {
  test.each([
    ['2027-02-28', 'valid'],
    ['2027-03-01', 'nearly_expired'],
    ['2027-03-31', 'nearly_expired'],
  ])('on %s, seen from October: %s', (next, expected) => {
    expect(status('2026-10-01', next)).toBe(expected);
  });

  test('an expired card stays expired whatever comes next', () => {
    expect(status('2027-03-01', '2027-03-31')).toBe('expired');
  });
});
