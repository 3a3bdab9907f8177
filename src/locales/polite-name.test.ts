import { expect, test } from 'vitest';
import { politeName } from './polite-name';

test.each([
  ['มะลิ', 'คุณมะลิ'],
  ['คุณมะลิ', 'คุณมะลิ'],
  ['คุณ มะลิ', 'คุณมะลิ'],
  ['คุณคุณมะลิ', 'คุณมะลิ'],
  ['นางสาวสมหญิง', 'คุณสมหญิง'],
  ['นางสมหญิง', 'คุณสมหญิง'],
  ['นายสมชาย ใจดี', 'คุณสมชาย ใจดี'],
  ['น.ส.มะลิ', 'คุณมะลิ'],
  ['น.ส. เมย์', 'คุณเมย์'],
  ['ด.ญ.ใบบัว', 'คุณใบบัว'],
  ['เด็กหญิงใบบัว', 'คุณใบบัว'],
  ['คุณนางสาวสมหญิง', 'คุณสมหญิง'],
  ['คุณากร', 'คุณคุณากร'],
  ['นายิกา', 'คุณนายิกา'],
  ['นาง', 'คุณนาง'],
  ['ดร.สมชาย', 'ดร.สมชาย'],
  ['พ.ต.ท. สมชาย', 'พ.ต.ท. สมชาย'],
  ['Mali', 'คุณ Mali'],
  ['Khun Mali', 'คุณ Mali'],
  ['Mr. John', 'คุณ John'],
  ['Missy', 'คุณ Missy'],
  ['', ''],
])('addresses %j in Thai as %j', (name, addressed) => {
  expect(politeName(name, 'th')).toBe(addressed);
});

test('keeps a name in English as it is', () => {
  expect(politeName('คุณมะลิ', 'en')).toBe('คุณมะลิ');
  expect(politeName('Mr. John', 'en')).toBe('Mr. John');
});
