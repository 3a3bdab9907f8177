import { readFileSync } from 'node:fs';
import { productFile } from '@/product-files';
import type { thaiAddresses } from './schema';

type Place = Record<
  | 'subdistrict_code'
  | 'postal_code'
  | 'subdistrict_th'
  | 'subdistrict_en'
  | 'district_th'
  | 'district_en'
  | 'province_th'
  | 'province_en',
  string
>;

/** Returns the rows of a CSV file without quotes, as objects with the names of the head line. */
function readTable<Row>(name: string): Row[] {
  const text = readFileSync(productFile(`src/server/db/thai-places/${name}.csv`), 'utf8');
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((column, at) => [column, values[at]?.trim() ?? ''])) as Row;
  });
}

/**
 * Returns the sub-districts of Thailand with each of their postcodes, older ones too. Names are corrected. The sources
 * are described in thai-places/README.md.
 * @throws Error for a correction or an older postcode of an unknown place, or a correction that changes nothing
 */
export function readThaiPlaces(): (typeof thaiAddresses.$inferInsert)[] {
  const places = readTable<Place>('places');
  for (const { code, column, value } of readTable<{ code: string; column: keyof Place; value: string }>(
    'corrections',
  )) {
    const wrong = places.filter(
      (place) => place.subdistrict_code.startsWith(code) && place[column] !== value,
    );
    if (wrong.length === 0) throw new Error(`The correction ${code} ${column} changes no place.`);
    for (const place of wrong) place[column] = value;
  }
  const byCode = new Map(places.map((place) => [place.subdistrict_code, place]));
  const older = readTable<Pick<Place, 'subdistrict_code' | 'postal_code'>>('older-postcodes').map((row) => {
    const place = byCode.get(row.subdistrict_code);
    if (!place) throw new Error(`No place has the code ${row.subdistrict_code}.`);
    return { ...place, postal_code: row.postal_code };
  });
  return [...places, ...older].map((place) => ({
    postalCode: place.postal_code,
    subdistrictEn: place.subdistrict_en,
    subdistrictTh: place.subdistrict_th,
    districtEn: place.district_en,
    districtTh: place.district_th,
    provinceEn: place.province_en,
    provinceTh: place.province_th,
  }));
}
