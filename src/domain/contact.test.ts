import { describe, expect, test } from 'vitest';
import {
  hideEmail,
  normaliseDigits,
  normaliseEmail,
  normalisePhone,
  PHONE_PATTERN,
  POSTAL_CODE_PATTERN,
} from './contact';

describe('phone number', () => {
  test.each([
    ['0812345678', '0812345678'],
    ['081-234-5678', '0812345678'],
    ['081 234 5678', '0812345678'],
    ['081\u00a0234\u202f5678', '0812345678'],
    ['081–234‑5678', '0812345678'],
    ['(081) 234.5678', '0812345678'],
    ['+66812345678', '0812345678'],
    ['+66 81 234 5678', '0812345678'],
    ['66812345678', '0812345678'],
    ['+66 (0)81 234 5678', '0812345678'],
    ['0066812345678', '0812345678'],
    ['๐๘๑-๒๓๔-๕๖๗๘', '0812345678'],
    ['\u200e0812345678 ', '0812345678'],
  ])('%j is normalised', (typed, phone) => {
    expect(normalisePhone(typed)).toBe(phone);
    expect(phone).toMatch(PHONE_PATTERN);
  });

  test.each(['812345678', '081234567', '08123456789', '+6581234567', '6681234567', 'phone', ''])(
    '%j stays invalid',
    (typed) => {
      expect(normalisePhone(typed)).not.toMatch(PHONE_PATTERN);
    },
  );

  test('starting with 066 stays as it is', () => {
    expect(normalisePhone('0661234567')).toBe('0661234567');
  });

  test('is valid only with ten digits starting with 0', () => {
    expect('0812345678\n').not.toMatch(PHONE_PATTERN);
    expect('๐812345678').not.toMatch(PHONE_PATTERN);
  });
});

test('a postal code has five digits', () => {
  expect('10110').toMatch(POSTAL_CODE_PATTERN);
  for (const wrong of ['1011', '101100', '1011O', '๑๐๑๑๐', ' 10110'])
    expect(wrong).not.toMatch(POSTAL_CODE_PATTERN);
  expect(normaliseDigits('๑๐๑๑๐')).toBe('10110');
});

test.each([
  ['mali@example.test', 'm•••@example.test'],
  ['m@example.test', 'm•••@example.test'],
  ['มะลิ@example.test', 'ม•••@example.test'],
  ['"a@b"@example.test', '"•••@example.test'],
  ['@example.test', '•••@example.test'],
  ['none', '•••'],
])('the e-mail address %s is shown as %s to a caller who may not be its owner', (email, shown) => {
  expect(hideEmail(email)).toBe(shown);
});

test('e-mail addresses are compared trimmed, NFC-normalised and in lower case', () => {
  expect(normaliseEmail('  Mali@Example.TEST ')).toBe('mali@example.test');
  expect(normaliseEmail('e\u0301@example.test')).toBe(normaliseEmail('\u00c9@example.test'));
  expect(normaliseEmail('mali@example.test')).not.toBe(normaliseEmail('mali2@example.test'));
});
