import { expect, test } from 'vitest';
import { readCsv } from '@/server/desk/acts/csv';
import { csvLines, csvText } from './csv-text';

test('a file begins with the mark of UTF-8, and its parts have none', () => {
  expect(csvText([['ชื่อ']]) + csvLines([['มะลิ']])).toBe('\uFEFF"ชื่อ"\r\n"มะลิ"\r\n');
});

test('no cell is a formula, a negative amount stays a number, and every text is read back', () => {
  const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', ' =1', '\r=1'];
  for (const text of formulas) expect(csvLines([[text]])).toBe(`"'${text}"\r\n`);
  const plain = ['-375.25', '12', 'a "b", c', 'line\nbreak', '', '฿1,000'];
  expect(readCsv(csvText([plain]))[0]?.fields).toEqual(plain);
});
