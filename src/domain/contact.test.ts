import { describe, expect, test } from 'vitest';
import {
  EMAIL_PATTERN,
  hideEmail,
  mailAddress,
  normaliseEmail,
  normalisePhone,
  PHONE_PATTERN,
  POSTAL_CODE_PATTERN,
} from './contact';
import { normaliseDigits } from './digits';

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
    ['０８１－２３４－５６７８', '0812345678'],
    ['081−234\u00ad5678', '0812345678'],
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

describe('an e-mail address', () => {
  test.each([
    ['mali@xn--72c0anb9ac2jsa.xn--o3cw4h', 'mali@xn--72c0anb9ac2jsa.xn--o3cw4h'],
    ['mali@ตัวอย่าง.ไทย', 'mali@xn--72c1a1bt4awk9o.xn--o3cw4h'],
    ['jürgen@example.com', 'jürgen@example.com'],
    ['ju\u0308rgen@example.com', 'jürgen@example.com'],
    ['Mali@München.Example', 'Mali@xn--mnchen-3ya.example'],
    ['mali@mu\u0308nchen。example', 'mali@xn--mnchen-3ya.example'],
    ['a/b=c#d%e+f@example.com', 'a/b=c#d%e+f@example.com'],
    ["o'neill!{x}~@mail.example.co.th", "o'neill!{x}~@mail.example.co.th"],
    ['\ufeffmali@example.com\u200b', 'mali@example.com'],
    ['ｍａｌｉ@ｅｘａｍｐｌｅ.com', 'ｍａｌｉ@example.com'],
  ])('%j is stored as %j', (typed, address) => {
    expect(mailAddress(typed)).toBe(address);
    expect(address).toMatch(EMAIL_PATTERN);
    expect(mailAddress(address)).toBe(address);
  });

  test.each([
    'mali',
    'mali@example',
    '@example.com',
    'ma li@example.com',
    '.mali@example.com',
    'mali.@example.com',
    'ma..li@example.com',
    'mali@@example.com',
    'a@b@example.com',
    'mali@-example.com',
    'mali@example.123',
    'mali@127.0.0.1',
    'mali@[127.0.0.1]',
    'mali@ตัวอย่าง.ไทย/path',
    'mali@ตัวอย่าง.ไทย:25',
    'mali@ตัวอย่าง.ไทย?x',
    'mali@ตัวอย่าง',
    'mali@ตัว อย่าง.ไทย',
    'mali,nok@example.com',
    '"ma li"@example.com',
    '<mali@example.com>',
    'mali@example.com\r\nBcc: nok@example.com',
    `${'m'.repeat(65)}@example.com`,
    `mali@${'ü.'.repeat(126)}ไทย`,
  ])('%j is not valid', (typed) => {
    expect(mailAddress(typed)).not.toMatch(EMAIL_PATTERN);
  });
});

test('e-mail addresses are compared trimmed, NFC-normalised and in lower case', () => {
  expect(normaliseEmail('  Mali@Example.TEST ')).toBe('mali@example.test');
  expect(normaliseEmail('e\u0301@example.test')).toBe(normaliseEmail('\u00c9@example.test'));
  expect(normaliseEmail('Mali@ตัวอย่าง.ไทย')).toBe('mali@xn--72c1a1bt4awk9o.xn--o3cw4h');
  expect(normaliseEmail('น\u0e49\u0e4d\u0e32@example.test')).toBe(normaliseEmail('น้ำ@example.test'));
  expect(normaliseEmail('mali@example.test')).not.toBe(normaliseEmail('mali2@example.test'));
});
