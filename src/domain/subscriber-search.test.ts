import { expect, test } from 'vitest';
import { isNear, planSearch, similarWords } from './subscriber-search';

const words = (...texts: string[]) => texts.map((text) => ({ text, inside: text.length >= 3 }));

test.each([
  ['acc_7k3m9q', { id: 'acc_7k3m9q' }],
  ['ord_7k3m9q', { id: 'ord_7k3m9q' }],
  [' Mali@Example.TEST ', { email: 'mali@example.test' }],
  ['มาลี  สุขใจ', { words: words('มาลี', 'สุขใจ'), near: ['มาลี', 'สุขใจ'] }],
  ['มา', { initials: { first: 'มา', words: [] }, parcels: ['มา'] }],
  ['an le', { initials: { first: 'an', words: words('le') } }],
  ['a mali', { words: words('a', 'mali') }],
  ['a b', {}],
  ['08', { parcels: ['08'] }],
  ['4242', { words: words('4242'), lastDigits: '4242', parcels: ['4242'] }],
  ['081-234 5678', { words: words('0812345678'), parcels: ['081-234 5678', '0812345678'] }],
  ['๐๘๑–๒๓๔', { words: words('081234'), parcels: ['๐๘๑–๒๓๔', '081234'] }],
  ['ทองค\u0e4d\u0e32 \u0e40\u0e40พรว', { words: words('ทองคำ', 'แพรว'), near: ['ทองคำ', 'แพรว'] }],
  ['Mu\u0308ller\u200b', { words: words('Müller'), parcels: ['Müller', 'MÜLLER'], near: ['müller'] }],
  ['mali@ตัวอย่าง.ไทย', { email: 'mali@xn--72c1a1bt4awk9o.xn--o3cw4h' }],
  ['+66812345678', { words: words('0812345678'), parcels: ['+66812345678'] }],
  ['66812345678', { words: words('0812345678'), parcels: ['66812345678'] }],
  ['10243', { words: words('10243'), parcels: ['10243'], orderNumber: 10_243 }],
  [' # ๑๐ ๒๔๓', { orderNumber: 10_243 }],
  ['#123', {}],
  ['Visa 3231', { lastDigits: '3231', brand: 'visa' }],
  ['master card ๓๒๓๑', { lastDigits: '3231', brand: 'mastercard' }],
  ['375.25', { amount: 37_525 }],
  ['฿1,285.50', { amount: 128_550 }],
  ['r-2026-001189', { document: { kind: 'receipt', number: 1189 } }],
  ['chrg_test_5x', { charge: 'chrg_test_5x' }],
  ['คุณ มาลี', { words: words('มาลี'), parcels: ['มาลี'], near: ['มาลี'] }],
  ['Khun Suda', { words: words('Suda'), parcels: ['Suda', 'SUDA'], near: ['suda'] }],
  ['คุณากร', { words: words('คุณากร'), parcels: ['คุณากร'], near: ['คุณากร'] }],
  ['th0123', { words: words('th0123'), parcels: ['th0123', 'TH0123'] }],
])('plans the search for "%s"', (typed, plan) => {
  expect(planSearch(typed)).toEqual(plan);
});

test('recognises the reference of a payment link with and without its dash', () => {
  expect(planSearch('K7MQ-2XWP').references).toEqual(['K7MQ2XWP']);
  expect(planSearch('K7MQ 2XWP').references).toEqual(['K7MQ2XWP']);
  expect(planSearch('Ｋ７ＭＱ—２ＸＷＰ').references).toEqual(['K7MQ2XWP']);
  expect(planSearch('k7mq2xwp').references).toEqual(['K7MQ2XWP']);
});

test('recognises a tracking number with blanks and in capitals', () => {
  expect(planSearch('th0142 8abc DE1A').parcels).toContain('TH01428ABCDE1A');
});

test('searches for at most five words', () => {
  expect(planSearch('mali b c d e f').words).toHaveLength(5);
});

test.each([
  ['rattana', 'ratana', true],
  ['suda', 'sdua', true],
  ['kanokwan', 'kanokwam', true],
  ['kanokwan', 'kanokan', true],
  ['kanokwan', 'kanokxam', false],
  ['กัญญารัตน์', 'กันญารัตน์', true],
])('finds "%s" near "%s": %s', (searched, name, isFound) => {
  expect(isNear([searched], `Khun ${name}`)).toBe(isFound);
});

test.each([
  [['mali', 'suksan'], ['suksan'], 0.3],
  [['mali', 'sukkaewin'], ['sukkaewin'], 0.389],
  [['somchai', 'sukkaewin'], ['sukkaewin', 'somchai'], 0.3],
])(
  'the name %j is searched by its long words, which stay similar with one letter wrong',
  (near, words, least) => {
    expect(similarWords(near)).toEqual({ words, least: expect.closeTo(least, 3) as number });
  },
);
