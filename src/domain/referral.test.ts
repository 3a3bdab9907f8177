import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codeDiscount,
  isCode,
  isReferralCode,
  normaliseCode,
  REFERRAL_ALPHABET,
  referralCodeFrom,
} from './referral';

describe('referral codes', () => {
  test('have the prefix and six unambiguous letters or digits', () => {
    expect(isReferralCode('IRA-7K3M9Q')).toBe(true);
    for (const wrong of [
      'IRA-7K3M9',
      'IRA-7K3M9QQ',
      'IRA7K3M9Q',
      'IRA-7K3M90',
      'IRA-7K3M9I',
      'ira-7k3m9q',
      '',
    ]) {
      expect(isReferralCode(wrong)).toBe(false);
    }
    expect(REFERRAL_ALPHABET).not.toMatch(/[01OIL]/);
    expect(new Set(REFERRAL_ALPHABET).size).toBe(REFERRAL_ALPHABET.length);
  });

  test('typed in small letters or with spaces around they are the same code', () => {
    expect(normaliseCode(' ira-7k3m9q ')).toBe('IRA-7K3M9Q');
  });

  test('every new one is valid and uses each pick', () => {
    const picks = fc.array(fc.nat(REFERRAL_ALPHABET.length - 1), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(picks, (numbers) => {
        let at = 0;
        const code = referralCodeFrom(() => numbers[at++]!);
        expect(isReferralCode(code)).toBe(true);
        expect(code.slice(4)).toBe(numbers.map((number) => REFERRAL_ALPHABET[number]).join(''));
      }),
    );
  });
});

test('a code of any kind is one line of at most forty characters that can be stored', () => {
  for (const code of ['IRA-7K3M9Q', 'TENTH', 'ลด 10%', 'X'.repeat(40)]) expect(isCode(code)).toBe(true);
  for (const none of ['', 'X'.repeat(41), 'TEN\nTH', 'TEN\u0000', 'TEN\ud800'])
    expect(isCode(none)).toBe(false);
});

describe('what a code takes off', () => {
  test('an amount, never more than the order', () => {
    expect(codeDiscount('amount', 10_000, 10_001)).toBe(10_000);
    expect(codeDiscount('amount', 10_000, 9_999)).toBe(9_999);
  });

  test('a percentage, half up to the satang', () => {
    expect(codeDiscount('percent', 10, 37_525)).toBe(3_753);
    expect(codeDiscount('percent', 10, 37_524)).toBe(3_752);
    expect(codeDiscount('percent', 50, 1)).toBe(1);
    expect(codeDiscount('percent', 100, 37_525)).toBe(37_525);
    expect(codeDiscount('percent', 0, 37_525)).toBe(0);
  });
});
