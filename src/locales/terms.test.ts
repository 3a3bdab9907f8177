import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '@/domain/locale';
import * as en from './en';
import { LEGAL_TEXTS } from './legal/texts';
import * as th from './th';
import { flatten } from './words';

/** The refused words, each with the term to use instead. */
const REFUSED: Record<Locale, readonly (readonly [RegExp, term: string])[]> = {
  en: [
    [/\b(e-)?mails?\b|\be-mail/i, 'email'],
    [/\b(register|join)(s|ed|ing)?\b/i, 'sign up'],
    [/\bto login\b|\blog-in\b/i, 'log in; a login'],
    [/\breactivat/i, 'restart your subscription'],
    [/\bunlink|\blink(ed|ing)\b|\blink (your )?LINE\b/i, 'connect LINE, disconnect LINE'],
    [/\bpostal code/i, 'postcode'],
    [/\breferral/i, 'invitation code'],
    [/\bOpn\b|card gateway/i, 'Omise'],
    [/\binactive\b/i, 'not active'],
    [/\bput (it )?back\b/i, 'unskip'],
    [/\bcollect(s|ed)?\b|\b(is|was|being) taken\b/i, 'charge, pay'],
    [/\b(give|given|send|sent|goes|gone) (\w+ )?back\b/i, 'refund'],
    [/\bby itself\b/i, 'automatically'],
    [/\bMy details\b/, 'Your details'],
    [/\b09:00\b|in the morning/i, '9:00'],
    [/\b(somebody|anybody|nobody|whoever|at once|for ever|as it was|falls? away)\b/i, 'plain English'],
    [/\b(00|24)[:.]00\b/, 'the end of the last day'],
  ],
  th: [
    [/ลงทะเบียน/, 'สมัคร'],
    [/การสมัคร/, 'สมาชิก, การเป็นสมาชิก'],
    [/เปิดใช้งาน/, 'กลับมาเป็นสมาชิก'],
    [/ครั้งถัดไป/, 'รอบถัดไป'],
    [/ค่ากล่อง|ราคากล่อง/, 'ค่าสินค้า'],
    [/เปลี่ยนกล่อง/, 'เปลี่ยนของในกล่อง'],
    [/ห่อ/, 'แพ็ก'],
    [/เอา.{0,20}กลับมา/, 'ยกเลิกการข้าม'],
    [/(?<!ค่าใช้)จ่าย|ชำระกล่อง/, 'ชำระเงิน'],
    [/รอยืนยัน/, 'รอชำระ, รอผลจากธนาคาร'],
    [/คำเตือน/, 'การแจ้งเตือน'],
    [/เชื่อม(?!ต่อ)/, 'เชื่อมต่อ'],
    [/(?<!หมาย)เลขบัตร/, 'หมายเลขบัตร'],
    [/(?<!มือถือ|แท็บเล็ต|คอมพิวเตอร์)เครื่อง/, 'อุปกรณ์'],
    [/คนส่งของ|(?<!บริษัท)ขนส่ง/, 'บริษัทขนส่ง'],
    [/โมงเช้า|09:00/, '9:00 น.'],
    [/ชุดสำหรับเริ่มต้น/, 'ชุดแนะนำ'],
    [/(?<!เ)ท่าน|ครับ/, 'คุณ, ค่ะ'],
    [/\bOpn\b/, 'Omise'],
    [/(?<!\d)(00|24)[:.]00/, 'ภายในวันที่ … ก่อนเที่ยงคืน'],
  ],
};

/**
 * The keys whose text may contain a refused word. The specification contains the English texts word for word.
 * The Thai texts are about registering.
 */
const EXCEPT: Record<Locale, RegExp> = {
  en: /^(errors\.(POSTCODE_INVALID|EMAIL_TAKEN|LINE_\w+|REGISTER_FAILED|LOGIN_FAILED|REACTIVATE_FAILED)|validation\.postalCode)$/,
  th: /^(register\.(line\.expired|confirmation\.(linkUntil|lapsedText))|emails\.paymentLink\.ends\.registration|faq\.paying\.link\.a|(privacy\.long|terms\.(what|paying))\.\d+)$/,
};

function legalSentences(locale: Locale): Record<string, string> {
  const parts = Object.entries(LEGAL_TEXTS).flatMap(([name, texts]) =>
    texts[locale].sections.flatMap(({ id, title, parts }) =>
      [title, ...parts.flat()].map((sentence, at) => [`${name}.${id}.${at}`, sentence] as const),
    ),
  );
  return Object.fromEntries(parts);
}

const SENTENCES: Record<Locale, Record<string, string>> = {
  en: { ...flatten(en), ...legalSentences('en') },
  th: { ...flatten(th), ...legalSentences('th') },
};

const ENGLISH = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ORDINALS: Record<string, number> = { second: 2, third: 3, tenth: 10 };
const THAI = ['สอง', 'สาม(?!ารถ)', 'สี่(?!ยง)', 'ห้า', 'หก', 'เจ็ด', 'แปด', 'เก้า', 'สิบ'];

/**
 * Returns the numbers of a sentence, from 2 on, in digits or words. Placeholders are ignored. "A pack" is
 * `1 แพ็ก` in Thai, so 1 is not compared.
 */
function numbersIn(sentence: string): string[] {
  let digits = sentence.toLowerCase().replace(/\{\w+\}/g, '');
  for (const [at, word] of ENGLISH.entries())
    digits = digits.replace(new RegExp(`\\b${word}\\b`, 'g'), ` ${at + 2} `);
  for (const [word, value] of Object.entries(ORDINALS))
    digits = digits.replace(new RegExp(`\\b${word}\\b`, 'g'), ` ${value} `);
  for (const [at, word] of THAI.entries()) digits = digits.replace(new RegExp(word, 'g'), ` ${at + 2} `);
  return [...new Set(digits.match(/\d+(?:[:/]\d+)?/g))].filter((number) => number !== '1').sort();
}

const linksIn = (sentence: string) => (sentence.match(/https?:\S+|[\w-]+\.(?:json|pdf)\b/g) ?? []).sort();

describe.each(LOCALES)('the sentences in %s', (locale) => {
  test('use one term for each thing, and name the last day of a deadline', () => {
    const found = Object.entries(SENTENCES[locale])
      .filter(([key]) => !EXCEPT[locale].test(key))
      .flatMap(([key, sentence]) =>
        REFUSED[locale]
          .filter(([refused]) => refused.test(sentence))
          .map(([refused, term]) => `${key}: "${refused.exec(sentence)?.[0]}": write ${term}`),
      );
    expect(found).toEqual([]);
  });
});

test('have the same numbers and links in both languages', () => {
  const facts = (sentence = '') => [...numbersIn(sentence), ...linksIn(sentence)].join(' ');
  const differing = Object.entries(SENTENCES.en)
    .map(([key, sentence]) => [key, facts(sentence), facts(SENTENCES.th[key])])
    .filter(([, english, thai]) => english !== thai);
  expect(differing).toEqual([]);
});
