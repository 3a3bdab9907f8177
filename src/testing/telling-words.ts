import { expect } from 'vitest';
import { PRODUCT_CODES } from '@/domain/product';

/** Words in both languages that tell a bystander what is sold, and the codes of all products. */
const WORDS = [
  ...[
    '\\bpads?\\b',
    'liner',
    'pant(y|ies)',
    'organic',
    'sanitary',
    'menstru',
    '\\bperiods?\\b',
    'tampon',
    'hygien',
  ],
  ...['feminine', 'intimate', 'cotton', 'underwear', 'starter'],
  ...['อนามัย', 'ประจำเดือน', 'รอบเดือน', 'เมนส์', 'ออร์แกนิก', 'ฝ้าย', 'กางเกงใน', 'จุดซ่อนเร้น', 'แบบสอด'],
  ...PRODUCT_CODES,
];

/** Matches a word that tells what is sold. U+2060 may stand inside a Thai word. */
const TELLING = new RegExp(WORDS.join('|'), 'iu');

/** Expects that a text that others may see has no word that tells what is sold. */
export function expectTellsNothing(surface: string, text: string): void {
  const word = TELLING.exec(text.replaceAll('\u2060', ''))?.[0] ?? null;
  expect({ surface, word }).toEqual({ surface, word: null });
}
