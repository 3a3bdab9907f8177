import { expect, test } from 'vitest';
import { parseDay, type Month } from '@/domain/day';
import { countText, differenceText, monthText, sinceText } from './desk-format';
import {
  addressText,
  allText,
  bahtText,
  contentsText,
  courierText,
  dayText,
  deadlineText,
  destinationText,
  eitherText,
  expiryText,
  momentText,
  shortBahtText,
  shortDayText,
  sizedPacksText,
  sizeText,
} from './format';

test.each([
  [43900, '฿439.00'],
  [0, '฿0.00'],
  [33525, '฿335.25'],
  [123456789, '฿1,234,567.89'],
  [-4000, '-฿40.00'],
])('%i satang reads the same in both languages', (satang, text) => {
  expect(bahtText(satang, 'en')).toBe(text);
  expect(bahtText(satang, 'th')).toBe(text);
});

test('prose omits zero decimals', () => {
  expect(shortBahtText(4000, 'en')).toBe('฿40');
  expect(shortBahtText(19350, 'en')).toBe('฿193.50');
});

/** Replaces the spaces at which no line breaks. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test('a day has its weekday, and in Thai its year in the Buddhist era', () => {
  const day = parseDay('2026-11-20');
  expect(dayText(day, 'en')).toBe('Fri 20 Nov 2026');
  expect(dayText(day, 'th')).toBe('ศ.\u00a020\u00a0พ.ย.\u00a02569');
  expect(shortDayText(parseDay('2027-02-01'), 'en')).toBe('1 Feb 2027');
  expect(spaced(shortDayText(parseDay('2027-02-01'), 'th'))).toBe('1 ก.พ. 2570');
});

test('a card expires in the Gregorian calendar, whatever the language', () => {
  expect(expiryText({ expiryMonth: 3, expiryYear: 2031 })).toBe('03/31');
  expect(expiryText({ expiryMonth: 12, expiryYear: 2105 })).toBe('12/05');
});

test('lists are joined as in prose', () => {
  expect(eitherText(['Regular', 'Heavy'], 'en')).toBe('Regular or Heavy');
  expect(eitherText(['ปกติ', 'มามาก'], 'th')).toContain('หรือ');
  const products = [{ code: 'day-pads', name: { en: 'Day pads', th: 'ผ้าอนามัยกลางวัน' } }];
  const items = [
    { productCode: 'day-pads', quantity: 2 },
    { productCode: 'gone', quantity: 1 },
  ];
  expect(spaced(contentsText(items, products, 'en'))).toBe('2 × Day pads, 1 × gone');
});

test('an address in one line omits missing parts', () => {
  const place = {
    address: '1 Soi 2',
    subdistrict: 'Lumphini',
    district: '',
    province: 'Bangkok',
    postalCode: '10330',
  };
  expect(addressText(place)).toBe('1 Soi 2, Lumphini, Bangkok, 10330');
});

test('an address in Thai script has the titles of Bangkok or of a province, and no commas', () => {
  const place = { address: '1 ซอย 2', subdistrict: 'คลองตัน', district: 'คลองเตย', postalCode: '10110' };
  expect(addressText({ ...place, province: 'กรุงเทพมหานคร' })).toBe(
    '1 ซอย 2 แขวงคลองตัน เขตคลองเตย กรุงเทพมหานคร 10110',
  );
  expect(addressText({ ...place, subdistrict: 'ต.ศรีภูมิ', district: null, province: 'เชียงใหม่' })).toBe(
    '1 ซอย 2 ต.ศรีภูมิ จ.เชียงใหม่ 10110',
  );
});

test('a destination starts with its recipient, if another person receives the box', () => {
  const place = {
    address: '1 Soi 2',
    subdistrict: null,
    district: null,
    province: 'Bangkok',
    postalCode: '10330',
  };
  const mother = { recipientName: 'Mali Suk', recipientPhone: '0812345678' };
  expect(spaced(destinationText({ ...place, ...mother }))).toBe(
    'Mali Suk 081 234 5678, 1 Soi 2, Bangkok, 10330',
  );
  expect(destinationText(place)).toBe(addressText(place));
});

test('an instant is shown in Bangkok time', () => {
  expect(momentText('2026-11-20T23:05:00.000Z', 'en')).toBe('21 Nov 2026, 6:05');
  expect(spaced(momentText('2026-11-20T17:00:00.000Z', 'th'))).toBe('21 พ.ย. 2569 เวลา 0:00 น.');
});

test('a deadline at midnight names the last day before it in Bangkok, any other its own time', () => {
  expect(deadlineText('2026-11-23T17:00:00.000Z', 'en')).toBe('the end of Mon 23 Nov 2026');
  expect(spaced(deadlineText('2026-11-23T17:00:00.000Z', 'th'))).toBe('จ. 23 พ.ย. 2569 ก่อนเที่ยงคืน');
  expect(deadlineText('2026-11-22T01:13:36.000Z', 'en')).toBe('Sun 22 Nov 2026, 8:13');
});

test('a list of several items is separated in both languages', () => {
  expect(allText(['1', '3', '13'], 'en')).toBe('1, 3 and 13');
  expect(allText(['1', '3', '13'], 'th')).toBe('1, 3 และ 13');
  expect(allText(['1'], 'th')).toBe('1');
});

test('months, numbers and differences read naturally in both languages', () => {
  expect(monthText('2027-03' as Month, 'en')).toBe('Mar 2027');
  expect(monthText('2027-03' as Month, 'th')).toBe('มี.ค.\u00a02570');
  expect([countText(1_234_567, 'en'), countText(1_234_567, 'th')]).toEqual(['1,234,567', '1,234,567']);
  expect([3_000, 0, -500].map((satang) => differenceText(satang, 'en'))).toEqual([
    ...['+฿30.00', '฿0.00', '-฿5.00'],
  ]);
});

test('what applies from the start of a day names the day, and any other instant its time', () => {
  expect(sinceText('2026-11-30T17:00:00.000Z', 'en')).toBe('Tue 1 Dec 2026');
  expect(sinceText('2026-11-30T18:05:00.000Z', 'en')).toBe('1 Dec 2026, 1:05');
});

test('names the post in the language of the reader, and other couriers as they call themselves', () => {
  expect(courierText('Thailand Post', 'th')).toBe('ไปรษณีย์ไทย');
  expect(courierText('Thailand Post', 'en')).toBe('Thailand Post');
  expect(courierText('Flash Express', 'th')).toBe('Flash Express');
});

test('the size of a product has its length and pieces in both languages; a pack of others has none', () => {
  const day = { code: 'day-pads', name: { en: 'Day pads', th: 'กลางวัน' }, pieces: 10, lengthMm: 245 };
  const starter = { code: 'starter-pack', name: { en: 'Starter', th: 'เริ่ม' }, pieces: null, lengthMm: null };
  const spaced = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
  expect(spaced(sizeText(day, 'en'))).toBe('24.5 cm, 10 pieces');
  expect(spaced(sizedPacksText({ productCode: 'day-pads', quantity: 2 }, [day], 'th'))).toBe(
    '2 × กลางวัน 24.5 ซม. 10 ชิ้น',
  );
  expect(spaced(sizedPacksText({ productCode: 'starter-pack', quantity: 1 }, [starter], 'en'))).toBe(
    '1 × Starter',
  );
});
