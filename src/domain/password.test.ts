import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weaknessOf } from './password';

const COMMON = new Set(['password', '12345678', 'password1', 'sunshine']);
const weakness = (password: string, about: string[] = []) =>
  weaknessOf(password, about, (text) => COMMON.has(text));

test.each([
  'password',
  'PassWord',
  '12345678',
  '๑๒๓๔๕๖๗๘',
  'sunshine!',
  'Sunshine2024',
  'aaaaaaaaaa',
  'abababab',
])('weaknessOf rejects %s as common', (password) => {
  expect(weakness(password)).toBe('common');
});

test.each([
  ['mali@example.test', ['mali@example.test']],
  ['MaliSuk99', ['Mali', 'Suk']],
  ['0812345678', ['0812345678']],
  ['ira-organic', []],
  ['iraorganic1', []],
])('weaknessOf rejects %s as personal', (password, about) => {
  expect(weakness(password, about)).toBe('personal');
});

test.each(['correct horse', 'ฉันชอบกินข้าวเหนียว', 'mali likes mangoes', 'battery staple 9'])(
  'weaknessOf accepts %s',
  (password) => {
    expect(weakness(password, ['Mali', 'mali@example.test'])).toBeNull();
  },
);

test('weaknessOf rejects every common password in any case and with up to four digits or signs at the end', () => {
  const tail = fc.stringMatching(/^[0-9!?.]{0,4}$/);
  fc.assert(
    fc.property(fc.constantFrom(...COMMON), tail, fc.boolean(), (word, end, upper) => {
      const stem = word.replace(/[^a-z]+$/, '');
      fc.pre(stem.length >= 8 || end === '');
      expect(weakness((upper ? word.toUpperCase() : word) + end)).toBe('common');
    }),
  );
});
