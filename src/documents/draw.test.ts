import PDFDocument from 'pdfkit';
import { describe, expect, test, vi } from 'vitest';
import { parseDay } from '@/domain/day';
import type { IssuedDocument, ReceiptContent, Seller } from '@/domain/document';
import { LOCALES, type Locale } from '@/domain/locale';
import { BUYER_ADDRESS_MAX, BUYER_NAME_MAX, PRINTABLE_PATTERN, type Buyer } from '@/domain/tax-invoice';
import { tagsOfPdf, textOfPdf } from '@/testing/pdf';
import { drawDocument } from './draw';
import { chooseFont } from './fonts';

const DAY = parseDay('2026-11-21');
const NUMBER = 10_243;
const ORDER = 'ord_7k3m9q2c5t8w4x6z1n0p7r5d';
const PLAIN: Seller = { name: 'ira', address: null, vatId: null };
const TAXED: Seller = {
  name: 'บริษัท ไอรา ตัวอย่าง จำกัด',
  address: 'เลขที่ 99/9 อาคารตัวอย่างน้ำค้าง ชั้นที่ 12 ซอยสุขุมวิท 101/1 แขวงบางจาก เขตพระโขนง กรุงเทพมหานคร 10260',
  vatId: '0105566000001',
};

function receipt(
  seller: Seller,
  changes: Partial<ReceiptContent> = {},
  amount = 37525,
  vat = 2455,
): IssuedDocument {
  const lines = [
    { name: { en: 'Day pads', th: 'ผ้าอนามัยกลางวัน' }, quantity: 2, unitPrice: 11175 },
    { name: { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' }, quantity: 1, unitPrice: 11175 },
  ];
  const sums = { boxPrice: 33525, deliveryFee: 4000, codeDiscount: 0, net: amount - vat };
  const content = {
    seller,
    paidOn: parseDay('2026-11-20'),
    paidBy: 'card' as const,
    lines,
    freeProduct: null,
    ...sums,
  };
  return {
    replacedBy: null,
    kind: 'receipt',
    number: 123,
    orderId: ORDER,
    issuedOn: DAY,
    amount,
    vat,
    content: { ...content, ...changes },
  };
}

const noteOf = (seller: Seller): IssuedDocument => ({
  buyer: null,
  kind: 'credit_note',
  number: 4,
  orderId: ORDER,
  issuedOn: DAY,
  amount: 10000,
  vat: 654,
  content: {
    seller,
    refundedOn: DAY,
    receipt: { number: 'R-2026-000123', issuedOn: DAY, amount: 37525 },
    before: 37525,
    after: 27525,
    net: 9346,
  },
});

function debitNoteOf(seller: Seller): IssuedDocument {
  const { content, ...rest } = noteOf(seller) as Extract<IssuedDocument, { kind: 'credit_note' }>;
  const { refundedOn: correctedOn, before: after, after: before, ...same } = content;
  const creditNote = { number: 'C-2026-000004', issuedOn: DAY };
  return {
    ...rest,
    kind: 'debit_note',
    number: 1,
    content: { ...same, before, after, correctedOn, creditNote },
  };
}

const BUYER: Buyer = {
  name: 'บริษัท น้ำทิพย์ ค้าปลีก จำกัด',
  address: '12 ถนนสุขุมวิท แขวงคลองตัน เขตคลองเตย กรุงเทพมหานคร 10110',
  taxId: '0107537000521',
  branch: '00000',
};

function taxInvoice(changes: Partial<Buyer> = {}): IssuedDocument {
  const { content, ...rest } = receipt({ ...TAXED, branch: '00000' });
  const replaces = { number: 'R-2026-000123', issuedOn: DAY };
  return {
    ...rest,
    kind: 'tax_invoice',
    number: 7,
    buyer: { ...BUYER, ...changes },
    content: { ...(content as ReceiptContent), replaces },
  };
}

const linesOf = async (document: IssuedDocument, locale: Locale) =>
  textOfPdf(await drawDocument(document, NUMBER, locale)).split('\n');

test.each([
  ['en', 'Receipt', '21 Nov 2026', 'Day pads', 'Total paid', 'VAT 7% included'],
  ['th', 'ใบเสร็จรับเงิน', '21 พ.ย. 2569', 'ผ้าอนามัยกลางวัน', 'ยอดชำระทั้งสิ้น', 'รวมภาษีมูลค่าเพิ่ม (VAT) 7%'],
] as const)(
  'a receipt says in %s what was paid for, how much, and the VAT in it',
  async (locale, ...words) => {
    const lines = await linesOf(receipt(PLAIN), locale);
    const amounts = ['฿111.75', '฿223.50', '฿335.25', '฿40.00', '฿375.25', '฿24.55'];
    expect(lines).toEqual(expect.arrayContaining([...words, ...amounts, 'R-2026-000123', '#10243']));
  },
);

test.each(LOCALES)(
  'in %s prints tax terms only when the seller had a VAT id, and then always the Thai ones',
  async (locale) => {
    for (const document of [receipt(PLAIN), noteOf(PLAIN), debitNoteOf(PLAIN)])
      expect((await linesOf(document, locale)).join('\n')).not.toMatch(/tax|ภาษีอย่างย่อ|ใบกำกับ|ผู้เสียภาษี/i);
    const taxed = await linesOf(receipt(TAXED), locale);
    expect(taxed).toEqual(expect.arrayContaining(['ใบเสร็จรับเงิน / ใบกำกับภาษีอย่างย่อ', '฿350.70', '฿24.55']));
    expect(taxed.join('\n')).toContain(TAXED.vatId);
    expect(taxed.join('')).toContain('เขตพระโขนง');
    expect(taxed.join('')).toContain('อาคารตัวอย่างน้ำค้าง');
  },
);

test.each(LOCALES)('names in %s the receipt that a credit note corrects, and the amount', async (locale) => {
  const lines = await linesOf(noteOf(PLAIN), locale);
  const amounts = ['฿375.25', '฿275.25', '฿100.00', '฿6.54'];
  expect(lines).toEqual(expect.arrayContaining([...amounts, 'C-2026-000004', 'R-2026-000123']));
});

test.each([
  ['en', 'Debit note'],
  ['th', 'ใบเพิ่มหนี้'],
] as const)(
  'names in %s the credit note and the receipt that a debit note corrects, and the amount',
  async (locale, title) => {
    const lines = await linesOf(debitNoteOf(PLAIN), locale);
    const amounts = ['฿275.25', '฿375.25', '฿100.00', '฿6.54'];
    const numbers = ['D-2026-000001', 'C-2026-000004', 'R-2026-000123'];
    expect(lines).toEqual(expect.arrayContaining([...amounts, ...numbers, title]));
  },
);

test('labels a zero total, a discount and a free product', async () => {
  const freeProduct = { en: 'Panty liners', th: 'แผ่นอนามัย' };
  const changes = { paidBy: null, codeDiscount: 37525, freeProduct };
  const lines = await linesOf(receipt(PLAIN, changes, 0, 0), 'en');
  const said = ['Nothing due', '−฿375.25', '฿0.00', 'Panty liners (free product)', 'Free'];
  expect(lines).toEqual(expect.arrayContaining(said));
});

test.each(LOCALES)('tags the text of a document in %s in reading order', async (locale) => {
  const pdf = await drawDocument(receipt(TAXED), NUMBER, locale);
  const lines = textOfPdf(pdf).split('\n');
  const first = lines.indexOf(locale === 'en' ? 'Day pads' : 'ผ้าอนามัยกลางวัน');
  expect(lines.slice(first + 1, first + 4)).toEqual(['2', '฿111.75', '฿223.50']);
  expect(lines[lines.indexOf('#10243') - 1]).toBe(locale === 'en' ? 'Order' : 'คำสั่งซื้อเลขที่');
  const tags = tagsOfPdf(pdf).join(' ');
  const facts = Array(5).fill('TH TD').join(' ');
  const table = `${Array(4).fill('TH').join(' ')} ${Array(8).fill('TD').join(' ')}`;
  const lawful = locale === 'en' ? 'P ' : '';
  expect(tags).toBe(`P H1 ${lawful}P P P P ${facts} ${table} ${facts} P`);
  const whole = pdf.toString('latin1');
  for (const part of [
    `/Lang (${locale})`,
    '/Marked true',
    '/DisplayDocTitle true',
    '/Scope /Column',
    '/S /Table',
  ])
    expect(whole).toContain(part);
});

test('breaks a name longer than its column between words', async () => {
  const name = { en: 'A starter pack with a name that somebody may one day type into the catalogue', th: '' };
  const lines = await linesOf(receipt(PLAIN, { lines: [{ name, quantity: 10, unitPrice: 1 }] }), 'en');
  const start = lines.findIndex((line) => line.startsWith('A starter'));
  expect(lines.slice(start, start + 2).join(' ')).toBe(name.en);
});

test('draws the same bytes for the same document, small enough for an e-mail attachment', async () => {
  const [first, second] = [receipt(TAXED), noteOf(PLAIN)];
  const before = await drawDocument(first, NUMBER, 'th');
  await drawDocument(second, NUMBER, 'en');
  await drawDocument(second, NUMBER, 'th');
  expect((await drawDocument(first, NUMBER, 'th')).equals(before)).toBe(true);
  vi.resetModules();
  const again = await import('./draw');
  await again.drawDocument(second, NUMBER, 'th');
  expect((await again.drawDocument(first, NUMBER, 'th')).equals(before)).toBe(true);
  expect(before.length).toBeLessThan(40_000);
});

test('writes only the number and the day into the PDF properties', async () => {
  const pdf = (await drawDocument(receipt(PLAIN), NUMBER, 'en')).toString('latin1');
  const properties = [...pdf.matchAll(/obj\n\((.*)\)\nendobj/g)].map(([, text]) => text);
  expect(properties).toEqual(['ira', 'ira', 'D:20261120170000Z', 'R-2026-000123']);
  expect(pdf).not.toContain('Helvetica');
});

describe('a tax invoice', () => {
  test.each([
    [
      'en',
      'Receipt / Tax invoice',
      'Buyer',
      'Replaces and cancels abbreviated tax invoice R-2026-000123 of 21 Nov 2026.',
    ],
    [
      ...(['th', 'ใบเสร็จรับเงิน / ใบกำกับภาษี', 'ผู้ซื้อ'] as const),
      'เป็นการยกเลิกใบกำกับภาษีอย่างย่อเลขที่ R-2026-000123 ลงวันที่ 21 พ.ย. 2569 และออกใบกำกับภาษีฉบับใหม่แทน',
    ],
  ] as const)('names in %s the buyer, the VAT and the receipt that it replaces', async (locale, ...words) => {
    const lines = await linesOf(taxInvoice(), locale);
    const sums = ['T-2026-000007', '฿350.70', '฿24.55', '฿375.25', BUYER.name, BUYER.address];
    expect(lines).toEqual(expect.arrayContaining([...words, ...sums]));
    const office = { en: 'Head office', th: 'สำนักงานใหญ่' }[locale];
    expect(lines[lines.findIndex((line) => line.endsWith('0105566000001')) + 1]).toBe(office);
    expect(lines.find((line) => line.includes('0107537000521'))).toMatch(new RegExp(` · ${office}$`));
  });

  test('says in Thai, also on the English document, what it is and what it replaces', async () => {
    const text = (await linesOf(taxInvoice(), 'en')).join(' ');
    expect(text).toContain('ใบเสร็จรับเงิน / ใบกำกับภาษี');
    expect(text).toContain('เป็นการยกเลิกใบกำกับภาษีอย่างย่อเลขที่ R-2026-000123');
  });

  test.each(LOCALES)('in %s names a branch by its number, and none for a person', async (locale) => {
    const branch = (await linesOf(taxInvoice({ branch: '00012' }), locale)).join('\n');
    expect(branch).toMatch(/0107537000521 · (Branch|สาขาที่) 00012/);
    const person = await linesOf(taxInvoice({ branch: null }), locale);
    expect(person.some((line) => line.endsWith('0107537000521'))).toBe(true);
  });

  test.each(LOCALES)('in %s prints the longest buyer completely, also without spaces', async (locale) => {
    for (const letter of ['W', 'ญี่']) {
      const long = (max: number) => letter.repeat(max).slice(0, max);
      const buyer = { name: long(BUYER_NAME_MAX), address: long(BUYER_ADDRESS_MAX) };
      const text = (await linesOf(taxInvoice(buyer), locale)).join('');
      for (const written of Object.values(buyer)) expect(text).toContain(written);
    }
  });

  test.each(LOCALES)('in %s says that the buyer was deleted after the retention', async (locale) => {
    const lines = await linesOf({ ...taxInvoice(), buyer: null } as IssuedDocument, locale);
    const deleted = { en: 'Deleted at the end of the retention', th: 'ลบข้อมูลแล้วเมื่อครบกำหนดเก็บเอกสาร' };
    expect(lines).toContain(deleted[locale]);
  });

  test.each(LOCALES)(
    'is named in %s on the receipt that it cancelled, and its buyer on the credit note',
    async (locale) => {
      const replacedBy = { number: 'T-2026-000007', issuedOn: DAY };
      const cancelled = await linesOf({ ...receipt(TAXED), replacedBy } as IssuedDocument, locale);
      expect(cancelled.join(' ')).toMatch(/(tax invoice |ใบกำกับภาษีเลขที่ )T-2026-000007/);
      expect(cancelled.join(' ')).toContain('ยกเลิกแล้ว และออกใบกำกับภาษีเลขที่ T-2026-000007');
      const note = await linesOf({ ...noteOf(TAXED), buyer: BUYER } as IssuedDocument, locale);
      expect(note).toEqual(expect.arrayContaining([BUYER.name, BUYER.address]));
    },
  );
});

test('the fonts have every character that a buyer can have', () => {
  const doc = new PDFDocument({ font: null as unknown as string });
  const characters = Array.from({ length: 0x2100 - 0x20 }, (_, n) => String.fromCodePoint(0x20 + n)).filter(
    (character) => PRINTABLE_PATTERN.test(character) && character !== '\u00ad',
  );
  expect(characters.length).toBeGreaterThan(270);
  for (const weight of ['regular', 'bold'] as const) {
    chooseFont(doc, weight, 10);
    const { font } = (
      doc as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } }
    )._font;
    const missing = characters.filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!));
    expect({ weight, missing: missing.join('') }).toEqual({ weight, missing: '' });
  }
});
