import { expect, test } from 'vitest';
import { readThaiPlaces } from './thai-places';

const places = readThaiPlaces();
const english = (subdistrictTh: string, provinceTh: string) => [
  ...new Set(
    places
      .filter((place) => place.subdistrictTh === subdistrictTh && place.provinceTh === provinceTh)
      .map((place) => place.subdistrictEn),
  ),
];

test.each([
  ['สีลม', 'กรุงเทพมหานคร', 'Si Lom'],
  ['พระบรมมหาราชวัง', 'กรุงเทพมหานคร', 'Phra Borom Maha Ratchawang'],
  ['เหล่าหมี', 'มุกดาหาร', 'Lao Mi'],
  ['บึงกาฬ', 'บึงกาฬ', 'Bueng Kan'],
  ['เซกา', 'บึงกาฬ', 'Seka'],
  ['ร้องเข็ม', 'แพร่', 'Rong Khem'],
  ['เขวา', 'มหาสารคาม', 'Khwao'],
  ['เซิม', 'หนองคาย', 'Soem'],
  ['พระโขนงใต้', 'กรุงเทพมหานคร', 'Phra Khanong Tai'],
  ['รัชดาภิเษก', 'กรุงเทพมหานคร', 'Ratchadaphisek'],
  ['พญาไท', 'กรุงเทพมหานคร', 'Phaya Thai'],
  ['บางบอนเหนือ', 'กรุงเทพมหานคร', 'Bang Bon Nuea'],
  ['บางบอนใต้', 'กรุงเทพมหานคร', 'Bang Bon Tai'],
  ['คลองบางบอน', 'กรุงเทพมหานคร', 'Khlong Bang Bon'],
])('spells %s in %s as %s', (thai, province, expected) => {
  expect(english(thai, province)).toEqual([expected]);
});

test('has no English name that a machine put together: each word has a vowel', () => {
  const isWord = (word: string) => /^[A-Z]?[a-z]*$/.test(word) && /[aeiou]/i.test(word);
  const names = places.flatMap((place) => [place.subdistrictEn, place.districtEn, place.provinceEn]);
  expect(names.filter((name) => !name.split(/[ -]/).every(isWord))).toEqual([]);
});

test('gives two districts or provinces one English name only where both sound the same', () => {
  const thaiOf = new Map<string, Set<string>>();
  const add = (name: string, thai: string) => thaiOf.set(name, (thaiOf.get(name) ?? new Set()).add(thai));
  for (const { provinceTh, provinceEn, districtTh, districtEn } of places) {
    add(provinceEn, provinceTh);
    add(`${provinceEn}, ${districtEn}`, districtTh);
  }
  const shared = [...thaiOf].filter(([, thai]) => thai.size > 1).map(([name]) => name);
  expect(shared).toEqual(['Phra Nakhon Si Ayutthaya, Bang Sai']);
});

test('keeps the postcodes that a sub-district had before, also those of no other place', () => {
  const codes = (thai: string) =>
    places.filter(({ subdistrictTh }) => subdistrictTh === thai).map(({ postalCode }) => postalCode);
  expect(codes('พรเจริญ').sort()).toEqual(['38150', '38180']);
  expect(codes('สวนจิตรลดา')).toContain('10303');
  expect(places.map(({ postalCode }) => postalCode)).toContain('40002');
});
