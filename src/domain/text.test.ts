import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normaliseDigits } from './digits';
import { joinLines, normaliseIdentifier, normalisePassword, normaliseText } from './text';

/** Thai letters and marks, Latin letters with accents, and characters without ink. */
const typed = fc.string({
  unit: fc.constantFrom(
    ...'กนเแาำะิีุู่้็์ํั',
    ...[
      '\u0e4d',
      '\u0e49',
      '\u0301',
      '\u0308',
      '\u200b',
      '\u200d',
      '\u2028',
      '\ufe0f',
      '\u2764',
      '\u{1f469}',
    ],
    ...'eéo A\t\n๓３',
  ),
});

describe('a text from a user', () => {
  test.each([
    ['SARA AM from two characters', 'จ\u0e4d\u0e32เนียร ทองค\u0e4d\u0e32', 'จำเนียร ทองคำ'],
    ['SARA AM below a tone mark', 'น้\u0e4d\u0e32ผึ้ง', 'น้ำผึ้ง'],
    ['SARA AM around a tone mark', 'น\u0e4d\u0e49\u0e32ผึ้ง', 'น้ำผึ้ง'],
    ['SARA AM before its tone mark', 'น\u0e33\u0e49ผึ้ง', 'น้ำผึ้ง'],
    ['two SARA E', '\u0e40\u0e40พรว', 'แพรว'],
    ['two SARA E around a zero-width space', '\u0e40\u200b\u0e40พรว', 'แพรว'],
    ['a doubled vowel and a doubled tone mark', 'พ\u0e35\u0e35\u0e48\u0e48', 'พี่'],
    ['a tone mark before its vowel', 'พ\u0e48\u0e35', 'พี่'],
    ['decomposed accents', 'Zoe\u0308 Mu\u0308ller', 'Zoë Müller'],
    ['zero-width and bidi marks', '\u202ema\u200bl\u2060i\u202c\u200e\ufeff', 'mali'],
    ['line separators of other programs', 'a\u2028b\u2029c\u0085d', 'abcd'],
    ['blanks around it', '\u00a0\u3000 mali \u2003', 'mali'],
  ])('loses the difference of %s', (_what, text, normal) => {
    expect(normaliseText(text)).toBe(normal);
  });

  test.each(['', ' ', '\u200b', '\u3164', '\u2800\u00ad', '\u200d\ufe0f', '\u{e0001}'])(
    'is empty if it has no visible character: %j',
    (text) => {
      expect(normaliseText(text)).toBe('');
    },
  );

  test.each(['👩‍👩‍👧 ❤️', 'คุณากร', 'เก๋ไก๋ ก็', 'พัชรินทร์ น้อยสุข', 'O’Neill-Smith', 'จ้าาา', 'a\nb'])(
    'keeps %j',
    (text) => {
      expect(normaliseText(text)).toBe(text);
    },
  );

  test('has the same form when it is normalised again, decomposed or not', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const normal = normaliseText(text);
        expect(normaliseText(normal)).toBe(normal);
        expect(normaliseText(normal.normalize('NFD'))).toBe(normal);
        expect(normaliseText(normal.replaceAll('\u0e33', '\u0e4d\u0e32'))).toBe(normal);
      }),
    );
  });

  test('is one line with blanks for tabs and line breaks', () => {
    expect(joinLines('99/1\tซอยสุขใจ')).toBe('99/1 ซอยสุขใจ');
    expect(joinLines('99/1 หมู่ 4 \r\n ซอยสุขใจ\n')).toBe('99/1 หมู่ 4 ซอยสุขใจ');
    expect(joinLines('99/1  ซอยสุขใจ')).toBe('99/1  ซอยสุขใจ');
    expect(joinLines('\n99/1\n \t\nซอยสุขใจ ')).toBe('99/1 ซอยสุขใจ');
  });

  test('is joined also with a very long run of blanks, which a public field can contain', () => {
    const blanks = ' '.repeat(60_000);
    expect(joinLines(`a${blanks}b`)).toBe(`a${blanks}b`);
    expect(joinLines(`a${blanks}\n${blanks}b`)).toBe('a b');
  });
});

test('a number or code has ASCII digits, letters and hyphens', () => {
  expect(normaliseDigits('๑๐๑๑๐ ０８１')).toBe('10110 081');
  expect(normaliseIdentifier(' ＷＥＬ\u200bＣＯＭＥ–๕๐ ')).toBe('WELCOME-50');
  expect(normaliseIdentifier('7KQ2‑M4XB')).toBe('7KQ2-M4XB');
  expect(normaliseIdentifier('ค\u0e4d\u0e32')).toBe('คำ');
});

describe('a password', () => {
  test.each([
    ['Jose\u0301 cafe\u0301 12', 'Jos\u00e9 caf\u00e9 12'],
    ['รหัสน\u0e49\u0e33-ผ่าน12', 'รหัสน\u0e49\u0e4d\u0e32-ผ่าน12'],
    ['รหัสน\u0e4d\u0e49\u0e32-ผ่าน12', 'รหัสน\u0e49\u0e33-ผ่าน12'],
    ['ｐａｓｓ１２３４', 'pass1234'],
  ])('%j is the same as %j', (one, other) => {
    expect(normalisePassword(one)).toBe(normalisePassword(other));
  });

  test.each([
    [' pass word', 'pass word'],
    ['Password', 'password'],
    ['pass\u200bword', 'password'],
  ])('%j is not the same as %j', (one, other) => {
    expect(normalisePassword(one)).not.toBe(normalisePassword(other));
  });
});
