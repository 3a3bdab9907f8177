import { expect, test } from 'vitest';
import { isWordKey, translate } from './translate';

test('translates into the given language', () => {
  expect(translate('en', 'errors.LOGIN_INCORRECT')).toBe('Incorrect email or password.');
  expect(translate('th', 'errors.LOGIN_INCORRECT')).toBe('อีเมลหรือรหัสผ่านไม่ถูกต้อง');
});

test('fills in parameters, and keeps the placeholder of a missing one', () => {
  expect(translate('en', 'errors.ORDER_NOT_FOUND', { orderId: 'ord_1' })).toBe(
    'Unable to skip order: cannot skip order ID ord_1.',
  );
  expect(translate('en', 'errors.ORDER_NOT_FOUND')).toContain('{orderId}');
});

test.each([
  ['en', 0, '0 points'],
  ['en', 1, '1 point'],
  ['en', 2, '2 points'],
  ['th', 1, '1 แต้ม'],
] as const)('counts in %s: %i', (locale, count, text) => {
  expect(translate(locale, 'common.points', { count })).toBe(text);
});

test('distinguishes a key from a sentence', () => {
  expect(isWordKey('validation.phone')).toBe(true);
  expect(isWordKey('Too big: expected string')).toBe(false);
  expect(isWordKey('toString')).toBe(false);
});
