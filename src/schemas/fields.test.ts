import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { loginCodeInput } from './auth';
import { branchField, orderAddressInput, taxIdField } from './orders';
import { appCodeInput, createCodeInput, markShippedInput } from './desk';
import { searchInput } from './desk-subscribers';
import {
  addressField,
  dayField,
  emailField,
  idField,
  linkEmailField,
  nameField,
  passwordField,
  phoneField,
  postalCodeField,
  secretField,
} from './fields';
import { passkeyNameInput } from './passkeys';
import { deliveryInput } from './registration';

const DELIVERY = { address: '1 Soi 2', province: 'Bangkok', postalCode: '10110' };
const ELSEWHERE = { ...DELIVERY, orderId: 'ord_1' };
const RECEIVED = { ...ELSEWHERE, recipientName: 'Mali', recipientPhone: '0812345678' };

describe('a field takes a text as people write it, and returns the stored form', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['a name', nameField, ' \u0e40\u0e40พรว\u200b ', 'แพรว'],
    ['a name with a tab', nameField, 'Mali\tSuk', 'Mali Suk'],
    ['a hyphen as a last name', nameField, '-', '-'],
    ['a passkey name', passkeyNameInput, { name: '\u202eมือถือ' }, { name: 'มือถือ' }],
    ['an address with a tab', addressField, '99/1\tซอยสุขใจ', '99/1 ซอยสุขใจ'],
    ['an address of two lines', addressField, '99/1 หมู่ 4\r\nซอยสุขใจ\n', '99/1 หมู่ 4 ซอยสุขใจ'],
    ['a phone number', phoneField, ' ๐๘๑๒３４５６７８\u200b', '0812345678'],
    ['a postcode', postalCodeField, '๑๐๑๑๐ ', '10110'],
    [
      'a postcode of an address',
      deliveryInput,
      { ...DELIVERY, postalCode: '１０１１０' },
      { ...DELIVERY, postalCode: '10110' },
    ],
    ['an e-mail', emailField, ' Mali@ตัวอย่าง.ไทย\u200b', 'Mali@xn--72c1a1bt4awk9o.xn--o3cw4h'],
    ['an e-mail for a link', linkEmailField, 'a/b=c#d%e@example.com', 'a/b=c#d%e@example.com'],
    [
      'a login code',
      loginCodeInput,
      { email: 'a@b.co', code: '๑๒๓–๔๕๖' },
      { email: 'a@b.co', code: '123456' },
    ],
    ['a code of an app', appCodeInput, { code: '１２３ ４５６\u200b' }, { code: '123456' }],
    ['a tax id', taxIdField, '๑-๑๐๑๗-๐๐๒๓๐-๗๐-๘', '1101700230708'],
    ['a branch', branchField, ' ๐๐๐๐๑', '00001'],
    ['a day', dayField, '๒๐๒๖-๑๑-๒๐', '2026-11-20'],
    ['an id with a zero-width space', idField, 'ord_7k3m9q\u200b', 'ord_7k3m9q'],
    ['a token with a line break', secretField, 'abc\n', 'abc'],
    ['a search', searchInput, { q: ' น้\u0e4d\u0e32ผึ้ง ' }, { q: 'น้ำผึ้ง' }],
    ['a password, unchanged', passwordField, ' Jose\u0301\u200b 12345 ', ' Jose\u0301\u200b 12345 '],
  ])('%s', (_what, field, given, stored) => {
    expect(field.parse(given)).toEqual(stored);
  });

  test.each<[string, z.ZodType, unknown]>([
    ['a name without a visible character', nameField, '\u200b\u3164\u2800'],
    ['a name of a mark alone', nameField, '\u0e48'],
    ['a name of two lines', nameField, 'a\r\nBcc: b@c.d'],
    ['a name with another control character', nameField, 'a\u0007b'],
    ['an address without a visible character', addressField, '\u2060 \u00a0'],
    ['a passkey name without a visible character', passkeyNameInput, { name: '\u200b' }],
    ['a code without a visible character', createCodeInput.shape.code, '\u200b'],
    ['a tracking number without a visible character', markShippedInput.shape.trackingNumber, '\u200b'],
    ['a phone number with a country code', phoneField, '+66812345678'],
    ['a recipient without a phone', orderAddressInput, { ...ELSEWHERE, recipientName: 'Mali' }],
    ['a recipient without a name', orderAddressInput, { ...ELSEWHERE, recipientPhone: '0812345678' }],
    ['a recipient of two lines', orderAddressInput, { ...RECEIVED, recipientName: 'a\nb' }],
    ['a recipient whose name cannot be seen', orderAddressInput, { ...RECEIVED, recipientName: '\u200b' }],
    ['a recipient with half a phone', orderAddressInput, { ...RECEIVED, recipientPhone: '081234567' }],
    ['an e-mail with a blank inside', emailField, 'ma li@example.com'],
    ['a login code of five digits', loginCodeInput, { email: 'a@b.co', code: '๑๒๓๔๕' }],
    ['a password of eight characters that are four', passwordField, 'e\u0301'.repeat(4)],
  ])('refuses %s', (_what, field, given) => {
    expect(field.safeParse(given).success).toBe(false);
  });
});
