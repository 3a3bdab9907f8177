import { expect, test } from 'vitest';
import { keepTogether } from './keep-together';

test.each([
  ['ผ้าอนามัยกลางวันและแผ่นอนามัย', 'ผ้า|อนามัยกลางวันและแผ่น|อนามัย'],
  ['นโยบายความเป็นส่วนตัวและรหัสผ่าน', 'นโยบายความ|เป็น|ส่วน|ตัวและรหัส|ผ่าน'],
  ['เพิ่มพาสคีย์', 'เพิ่มพาส|คีย์'],
  ['ผ้าฝ้ายออร์แกนิกแท้', 'ผ้าฝ้ายออร์แกนิ|กแท้'],
  ['ตัดเงินทุกรอบ', 'ตัดเงินทุก|รอบ'],
  ['Day pads', 'Day pads'],
])('keeps the compound words of "%s" on one line', (text, kept) => {
  expect(keepTogether(text).replaceAll('\u2060', '|')).toBe(kept);
});
