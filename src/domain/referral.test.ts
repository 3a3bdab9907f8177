import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codeKey,
  heldReferralEndsAt,
  isCode,
  isReferralCode,
  mayBeSamePerson,
  normaliseCode,
  REFERRAL_ALPHABET,
  referralCodeFrom,
  referrerPointsLeft,
  type ReferralParty,
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

  test('are equal in lower case and with spaces around them', () => {
    expect(normaliseCode(' ira-7k3m9q ')).toBe('IRA-7K3M9Q');
  });

  test.each([
    'IRA–7K3M9Q',
    'IRA‑7K3M9Q',
    'IRA−7K3M9Q',
    'IRA7K3M9Q',
    'ira 7k3m 9q',
    'IRA - 7K3M9Q',
    '\u200bIRA-7K3M9Q\u200b',
    'ＩＲＡ－７Ｋ３Ｍ９Ｑ',
    'IRA-๗K๓M๙Q',
    'http://localhost:3000/invite/IRA-7K3M9Q',
    'ira.example/th/invite/ira-7k3m9q?utm_source=line#top',
    'https://ira.example/invite/IRA%E2%80%937K3M9Q/',
    'ชวนมาลอง https://ira.example/invite/IRA-7K3M9Q นะ',
  ])('are recognised in %j', (typed) => {
    expect(normaliseCode(typed)).toBe('IRA-7K3M9Q');
  });

  test('are not recognised in another page or with another letter', () => {
    for (const typed of [
      'https://ira.example/shop/IRA-7K3M9Q',
      'IRA-7K3M9',
      'IRA-7K3M9Q8',
      '%E0%A4%A',
      '/invite/%',
    ])
      expect(isReferralCode(normaliseCode(typed))).toBe(false);
  });

  test('are valid when generated, and use each random value', () => {
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

test('a discount code is the same with other dashes, blanks and full-width letters, and keeps its own dash', () => {
  expect(normaliseCode('new–year ๕๐')).toBe('NEW-YEAR50');
  expect(codeKey(normaliseCode('New Year 50'))).toBe(codeKey('NEW-YEAR50'));
  expect(normaliseCode('WELCOME\u200b')).toBe('WELCOME');
  expect(normaliseCode('ＷＥＬＣＯＭＥ')).toBe('WELCOME');
  expect(normaliseCode('ล\u0e4d\u0e32ปาง 10%')).toBe('ลำปาง10%');
  expect(normaliseCode('\u200b ')).toBe('');
});

test('a code of any kind is one line of at most forty characters that can be stored', () => {
  for (const code of ['IRA-7K3M9Q', 'TENTH', 'ลด 10%', 'X'.repeat(40)]) expect(isCode(code)).toBe(true);
  for (const none of ['', 'X'.repeat(41), 'TEN\nTH', 'TEN\u0000', 'TEN\ud800'])
    expect(isCode(none)).toBe(false);
});

describe('a referral between two accounts of possibly the same person', () => {
  const referrer: ReferralParty = {
    email: 'Mali@example.test',
    address: { address: '1/2 Soi 3, Sukhumvit Rd.', subdistrict: 'Khlong Toei', postalCode: '10110' },
    cardHolders: ['MALI SUK', ''],
  };
  const stranger: ReferralParty = {
    email: 'nok@example.test',
    address: { address: '9 Rama IV', subdistrict: 'Silom', postalCode: '10500' },
    cardHolders: ['NOK DEE', ''],
  };
  const at = (address: string, postalCode = '10110', subdistrict: string | null = 'Khlong Toei') => ({
    address: { address, subdistrict, postalCode },
  });

  test.each<[boolean, string, Partial<ReferralParty>]>([
    [false, 'nothing in common', {}],
    [false, 'no address and no card', { address: null, cardHolders: [] }],
    [true, 'a plus address', { email: 'mali+friend@example.test' }],
    [true, 'a plus address in capitals', { email: ' MALI+A+B@EXAMPLE.test' }],
    [false, 'the plus at another provider', { email: 'mali+friend@example.org' }],
    [false, 'nothing before the plus', { email: '+mali@example.test' }],
    [false, 'a longer name', { email: 'mali2@example.test' }],
    [true, 'the same address', at('1/2 Soi 3, Sukhumvit Rd.')],
    [true, 'the address with other spaces and capitals', at('1/2  SOI 3 sukhumvit rd')],
    [true, 'the address in Thai digits', at('๑/๒ Soi ๓ Sukhumvit Rd', '๑๐๑๑๐')],
    [false, 'another house number', at('1/3 Soi 3, Sukhumvit Rd.')],
    [false, 'the address in another postal area', at('1/2 Soi 3, Sukhumvit Rd.', '10500')],
    [false, 'the address in another subdistrict', at('1/2 Soi 3, Sukhumvit Rd.', '10110', 'Silom')],
    [true, 'the same card holder', { cardHolders: ['Nok Dee', 'Mali  Suk'] }],
    [false, 'a card holder with a longer name', { cardHolders: ['MALI SUKSAN'] }],
  ])('%s: %s', (expected, _what, facts) => {
    expect(mayBeSamePerson(referrer, { ...stranger, ...facts })).toBe(expected);
    expect(mayBeSamePerson({ ...stranger, ...facts }, referrer)).toBe(expected);
  });

  test('holds the points for 30 days, less the refunded part of the first order', () => {
    const heldAt = new Date('2026-11-20T03:00:00Z');
    expect(heldReferralEndsAt(heldAt)).toEqual(new Date('2026-12-20T03:00:00Z'));
    expect([0, 1, 5_000, 9_999, 10_000].map((refunded) => referrerPointsLeft(refunded, 10_000))).toEqual([
      100, 100, 50, 1, 0,
    ]);
    expect(referrerPointsLeft(0, 0)).toBe(100);
  });
});
